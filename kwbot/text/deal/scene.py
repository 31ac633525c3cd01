"""The table as a plain value, which every look draws.

A scene is made only from a view of the match, so no look can show more. Its words are in the
reader's language; names are plain, without markdown.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from kwbot.engine.phases.base import Said
from kwbot.engine.values import actions as act
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.trick import Plays, Trick
from kwbot.engine.values.wording import N_, Sentence
from kwbot.engine.views.view import View
from kwbot.text.deal import calls
from kwbot.text.deal.seating import (
    NO_FACES,
    Role,
    SeatedPlayer,
    around,
    remarks,
    score_sides,
    scores_name,
    seated_players,
    short_amount,
    you_first,
)
from kwbot.text.words import lines
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language, Voice


@dataclass(frozen=True, slots=True)
class Place:
    """A player of the deal. `taken` is None before the tricks; `wanted` is None for players without
    a number of tricks to reach alone."""

    player: SeatedPlayer
    you: bool
    roles: tuple[Role, ...]
    in_turn: bool
    taken: int | None = None
    wanted: int | None = None
    call: str = ""
    """The player's last call in the auction."""
    holds: bool = False
    """Whether the standing bid is theirs."""
    chosen: bool = False
    """Whether the player has made a choice that is still secret."""
    known: CardSet = NO_CARDS
    """Cards in the player's hand that everybody has seen, but that do not lie open."""


class Named(NamedTuple):
    """A card, suit or numbers of tricks named along with the contract, and why it is shown beside
    it, like *called*."""

    what: Card | Suit | str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Felt:
    """The cards on the table of a deal under way and the players, as one viewer sees them, for a
    place where text beside it says the rest. `places` are clockwise, the nearest first."""

    style: CardStyle
    places: tuple[Place, ...]
    resting: tuple[Place, ...] = ()
    """The players who sit this deal out."""
    holders: tuple[Seat, ...] = ()
    contract: str = ""
    """The contract of `holders`; before there is one, the standing bid or what is going on."""
    named: tuple[Named, ...] = ()
    progress: str = ""
    """Tricks of declarer's side, ``5/9``."""
    sides: tuple[tuple[tuple[Seat, ...], int], ...] = ()
    """The sides of the whole match, and their tricks."""
    playing: bool = False
    trumps: Suit | None = None
    trumps_by_lead: bool = False
    """Whether the first lead is still to come and will make trumps."""
    has_trumps: bool = True
    """Whether any deal of the game may have trumps."""
    turned: Card | None = None
    """The card turned up for trumps, during the first trick."""
    plays: Plays = ()
    to_come: tuple[Seat, ...] = ()
    """The players still to play to the trick under way, in turn order."""
    tricks: tuple[Trick, ...] = ()
    opened: tuple[tuple[Seat, CardSet], ...] = ()
    """The open cards of hands that lie open wholly or in part."""
    kitty: tuple[Card, ...] = ()

    @property
    def full_trick(self) -> Trick | None:
        """The last trick, which stays on the table until somebody leads to the next."""
        if self.plays or not self.tricks or any(one.chosen for one in self.places):
            return None
        return self.tricks[-1]

    @property
    def players(self) -> dict[Seat, SeatedPlayer]:
        return {one.player.seat: one.player for one in (*self.places, *self.resting)}


@dataclass(frozen=True, slots=True)
class TableScene(Felt):
    """A deal under way as one viewer sees it, with all its texts."""

    deal: str = ""
    points: tuple[str, ...] = ()
    """The scores of `places`, then of `resting`."""
    counted: str = ""
    """The name of the scores."""
    standing: tuple[tuple[tuple[Seat, ...], str], ...] = ()
    """The sides or players and their scores, the best first; empty while all have 0."""
    remarks: tuple[str, ...] = ()
    """The score sheet's remarks."""
    tally: tuple[str, ...] = ()
    """The remarks in a few short lines, for a place beside the `sides`."""
    explained: tuple[tuple[str, str], ...] = ()
    """The name and effect of each part of the contract."""
    said: tuple[str, ...] = ()
    """The announcements outside the auction, and the fouls that the table agreed on."""
    trick: str = ""
    turn: str = ""
    """The players who must act, in words."""
    question: str = ""
    """The question to the viewer."""
    hand: CardSet = NO_CARDS
    playable: CardSet | None = None
    """The cards that the viewer may play; None if they need not play one."""

    def below_words(self) -> Self:
        """Return the scene without what a text above it says: the deal, the calls, and the standing
        bid before there is a contract."""
        called = any(one.call for one in self.places)
        if self.playing or (self.holders and not called):
            return replace(self, deal="")
        places = tuple(replace(one, call="", holds=False) for one in self.places)
        return replace(self, deal="", places=places, contract="", holders=())

    def between_tricks(self) -> Self:
        """Return the scene after the last trick, without later cards, the trick's number and whose
        turn it is, so that it stays the same until the next trick is over."""
        places = tuple(replace(one, in_turn=False) for one in self.places)
        return replace(self, places=places, plays=(), trick="", turn="")


def felt(view: View, voice: Voice) -> Felt | None:
    """Return the felt of a table, without roles; None if no deal is in progress."""
    if view.dealer is None:
        return None
    style, voice = voice.style.for_drawing(), voice.without_markdown()
    return Felt(style, **_felt_fields(view, voice, None, seated_players(view, voice, None)))


def scene(
    view: View, voice: Voice, facts: Facts, faces: Mapping[Seat, bytes] = NO_FACES
) -> TableScene | None:
    """Return what `view` shows, in the words of `voice`; None if no deal is in progress."""
    if view.dealer is None:
        return None
    style, voice = voice.style.for_drawing(), voice.without_markdown()
    text, choice = voice.language.text, view.choice
    players = seated_players(view, voice, faces)
    lying = _felt_fields(view, voice, facts, players)
    scores = view.sheet.scores
    return TableScene(
        style,
        **lying,
        deal=facts.deal(view.number, view.sheet.played, voice.language),
        points=tuple(
            _points(scores[one.player.seat], view, voice.language)
            for one in (*lying["places"], *lying["resting"])
        ),
        counted=scores_name(view.sheet, voice.language),
        standing=standing(view, voice.language),
        remarks=tuple(remarks(view, voice)),
        tally=tuple(map(voice.say, view.sheet.tally())),
        explained=tuple(calls.explanations(view, voice)),
        said=(*lines.announcements(view, voice), *lines.fouls(view, voice)),
        trick=text(N_("Trick {number}"), number=_number(view)) if view.playing else "",
        turn=_turn(view, voice, facts),
        question=question(view, voice),
        hand=view.hand,
        playable=choice.cards if isinstance(choice, PlayCard) else None,
    )


def _felt_fields(
    view: View, voice: Voice, facts: Facts | None, players: Sequence[SeatedPlayer]
) -> dict[str, Any]:
    holders, contract = _contract(view, voice, names_game=facts is not None)
    in_auction, chosen = view.contract is None and not view.playing, lines.chosen_in_secret(view)
    holder = (calls.standing(view) or (None,))[0] if in_auction else None
    called = calls.calls(view) if in_auction else []
    opened, known = view.open_cards or {}, _known_cards(view)

    def place(seat: Seat) -> Place:
        in_deal = seat in view.seats
        return Place(
            players[seat],
            you=seat == view.seat,
            roles=tuple(_roles(view, seat, facts)) if facts else (),
            in_turn=seat in view.to_act,
            taken=view.taken[seat] if view.playing and in_deal else None,
            wanted=_tricks_needed(view) if seat == view.declarer and _alone(view) else None,
            call=_call(called, seat, voice) if called else "",
            holds=seat == holder,
            chosen=seat in chosen,
            known=known.get(seat, NO_CARDS),
        )

    return {
        "places": tuple(map(place, around(view.seats, view.seat))),
        "resting": tuple(map(place, view.sitting_out)),
        "holders": holders,
        "contract": contract,
        "named": _what_is_named(view, voice),
        "progress": _progress(view),
        "sides": _sides(view),
        "playing": view.playing,
        "trumps": view.trumps,
        "trumps_by_lead": view.trumps_by_lead,
        "has_trumps": view.variant.has_trumps,
        "turned": _turned_card(view),
        "plays": view.plays,
        "to_come": view.order[len(view.plays) :] if view.plays else (),
        "tricks": view.tricks,
        "opened": tuple((seat, cards) for seat, cards in sorted(opened.items()) if cards),
        "kitty": view.kitty,
    }


def standing(view: View, language: Language) -> tuple[tuple[tuple[Seat, ...], str], ...]:
    """Return the sides or players and their scores, the best first; empty while all have 0."""
    unit, scores = view.variant.unit, view.sheet.scores
    return tuple(
        (tuple(you_first(side, view.seat)), short_amount(scores[side[0]], unit, language))
        for side in sorted(score_sides(view), key=lambda side: -scores[side[0]])
        if any(scores)
    )


def _known_cards(view: View) -> dict[Seat, CardSet]:
    """Return the cards in hands that everybody has seen, but that do not lie open."""
    opened = view.open_cards or {}
    return {seat: cards - opened.get(seat, NO_CARDS) for seat, cards in (view.known or {}).items()}


def _points(score: int, view: View, language: Language) -> str:
    """Return a score in words, with its name if deals give other points as well."""
    if view.sheet.counted_in is None:
        return lines.amount(score, view.variant.unit, language)
    return f"{language.term(view.sheet.counted_in)} {score}"


def _turned_card(view: View) -> Card | None:
    """Return the card turned up for trumps, during the first trick; None later."""
    return lines.turned_card(view) if view.playing and not view.tricks else None


def _number(view: View) -> int:
    """Return the number of the trick on the table: the last one until somebody leads."""
    begun = bool(view.plays or lines.chosen_in_secret(view)) or not view.tricks
    return len(view.tricks) + begun


def _roles(view: View, seat: Seat, facts: Facts) -> Iterable[Role]:
    if seat == view.dealer:
        yield Role.DEALER
    if seat == view.declarer or seat in view.soloists:
        yield Role.DECLARER
    elif seat == view.partner:
        yield Role.PARTNER
    if seat in facts.computers:
        yield Role.COMPUTER
    elif seat in view.away:
        yield Role.AWAY


def _tricks_needed(view: View) -> int | None:
    """Return the least number of tricks that makes the contract; None if it asks for more."""
    if not view.playing or view.contract is None:
        return None
    return view.variant.tricks_wanted(view.contract)


def _alone(view: View) -> bool:
    """Whether the viewer knows that only declarer's own tricks count."""
    return not view.variant.calls_partner or view.partner == view.declarer


def _progress(view: View) -> str:
    wanted, declarer, partner = _tricks_needed(view), view.declarer, view.partner
    if view.sides or wanted is None or declarer is None or partner in (None, declarer):
        return ""
    return f"{view.taken[declarer] + view.taken[partner]}/{wanted}"


def _sides(view: View) -> tuple[tuple[tuple[Seat, ...], int], ...]:
    if not view.playing:
        return ()
    return tuple(
        [
            (tuple(you_first(side, view.seat)), sum([view.taken[seat] for seat in side]))
            for side in view.sides
        ]
    )


def _call(called: Sequence[Said], seat: Seat, voice: Voice) -> str:
    """Return the last call of a player in the auction."""
    own = [entry.action for entry in called if entry.seat == seat]
    if not own or own[-1] is None:
        return ""
    return lines.capitalise(voice.action(own[-1]))


def _declaring_side(view: View) -> tuple[Seat, ...]:
    soloists = view.soloists or (view.declarer,)
    return tuple(dict.fromkeys(one for one in (*soloists, view.partner) if one is not None))


def _contract(view: View, voice: Voice, *, names_game: bool) -> tuple[tuple[Seat, ...], str]:
    """Return the holders and name of the contract or standing bid; otherwise nobody and what is
    going on, or the game."""
    if view.contract is not None:
        return _declaring_side(view), voice.bid(view.contract)
    if view.playing:
        return (), ""
    if bid := calls.standing(view):
        return (bid[0],), voice.bid(bid[1])
    if "bid" in {purpose.key for purpose in (view.purposes or {}).values()}:
        return (), voice.language.text(N_("Auction"))
    return (), voice.language.term(view.variant.name) if names_game else ""


def _what_is_named(view: View, voice: Voice) -> tuple[Named, ...]:
    found: list[Named] = []
    for entry in view.said:
        term = lines.NAMING.get(entry.purpose.key)
        if entry.purpose.key == "trumps" and not view.playing:
            term = lines.TRUMPS_NAMED
        if term is None:
            continue
        why = voice.language.term(term)
        match entry.action:
            case act.ChooseCard(Card() as what) | act.NameSuit(what):
                found.append(Named(what, why))
            case act.NameNumber() | act.NameNumbers() as numbers:
                found.append(Named(voice.action(numbers), why))
    return tuple(found)


def _turn(view: View, voice: Voice, facts: Facts) -> str:
    if view.my_turn:
        return voice.language.text(N_("Your turn"))
    return lines.turn(view.to_act, voice, replace(facts, mentions={})) if view.to_act else ""


def question(view: View, voice: Voice) -> str:
    """Return the question to the viewer; if not all cards can be played, the rule behind that."""
    if view.seat is None or not view.my_turn:
        return ""
    choice = view.choice
    if isinstance(choice, PlayCard) and (kept := voice.style.sort(view.hand - choice.cards)):
        rules: list[Sentence] = []
        for card in kept:
            if (why := choice.why(card)) not in rules:
                rules.append(why)
        return " ".join(map(voice.say, rules))
    return prompt(view, voice)


def prompt(view: View, voice: Voice) -> str:
    """Return the question to the viewer, whatever they hold. They must be asked something."""
    assert view.seat is not None
    return voice.say((view.purposes or {})[view.seat].prompt)
