"""A finished deal as a plain value. Its cards are no longer secret, as its seal is opened."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kwbot.engine.deals.deal import Deal
from kwbot.engine.phases.base import Dealing
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.trick import Trick
from kwbot.engine.values.wording import N_, Sentence, Who
from kwbot.engine.views.view import View
from kwbot.text.deal.outcome import DealOutcome, all_made, brief_outcomes, note_below, notes_below
from kwbot.text.deal.result import remarks_after
from kwbot.text.deal.seating import (
    NO_FACES,
    Role,
    SeatedPlayer,
    around,
    note_text,
    score_sides,
    seated_players,
    short_amount,
    you_first,
)
from kwbot.text.words import lines
from kwbot.text.words.card_symbols import CardStyle
from kwbot.text.words.facts import NO_FACTS, Facts
from kwbot.text.words.language import DIRECTION_TERMS, Language, Voice


class DealtHand(NamedTuple):
    """A player's cards as dealt. `passed`: those given or laid away; `unplayed`: those never played
    by anybody."""

    player: SeatedPlayer
    roles: tuple[Role, ...]
    cards: CardSet
    passed: CardSet
    unplayed: CardSet
    taken: int
    wanted: int | None


class Score(NamedTuple):
    """A line of the standing; `gained` is empty if the deal changed nothing."""

    players: tuple[SeatedPlayer, ...]
    points: str
    gained: str
    declarer: bool


@dataclass(frozen=True, slots=True)
class ResultScene:
    """The result of a deal. `hands` are clockwise, the first one nearest to the viewer."""

    style: CardStyle
    deal: str
    outcomes: tuple[DealOutcome, ...]
    """The outcome of the contract; several if soloists fared differently."""
    made: bool | None
    """Whether the contract was made; None without one, or if only some soloists made it."""
    contract: str
    trumps: Suit | None
    gained: str
    """Declarer's gain or loss; without a declarer the gain of the only side that won anything; ""
    for several soloists."""
    hands: tuple[DealtHand, ...]
    standing: tuple[Score, ...]
    counted_in: str = ""
    """The name of the points in `gained` and `standing`, if the headline is about other points."""
    passed: str = ""
    """Where the cards given away went, in words."""
    kitty: tuple[tuple[Card, Seat | None], ...] = ()
    """The kitty's cards as dealt, and the player who took each."""
    tricks: tuple[Trick, ...] = ()
    length: int = 0
    """Number of tricks of the deal when played to the end."""
    notes: tuple[str, ...] = ()
    """How the points arose, beyond headline, contract and gain."""
    remarks: tuple[str, ...] = ()
    """The score sheet's remarks."""

    @property
    def headline(self) -> str:
        """The outcomes in one line."""
        return lines.DOT.join(one.text for one in self.outcomes)

    @property
    def players(self) -> dict[Seat, SeatedPlayer]:
        return {hand.player.seat: hand.player for hand in self.hands}


def result_scene(
    view: View,
    deal: Deal,
    voice: Voice,
    faces: Mapping[Seat, bytes] = NO_FACES,
    facts: Facts = NO_FACTS,
) -> ResultScene:
    """Return the scene of `deal`, the last scored deal in the match of `view`."""
    assert view.last is not None
    assert deal.result is not None
    style, voice, result = voice.style.for_drawing(), voice.without_markdown(), deal.result
    players = seated_players(view, voice, faces)
    dealt = _as_dealt(deal)
    play, contract = deal.play, result.contract
    ended = tuple(brief_outcomes(view, result, voice))
    return ResultScene(
        style=style,
        deal=facts.deal(view.last.number, view.sheet.played - result.played, voice.language),
        outcomes=ended,
        made=all_made(result),
        contract=voice.bid(contract) if contract else "",
        trumps=play.trumps if play else None,
        gained=_gain_text(view, result, voice.language),
        hands=tuple(_hands(view, deal, players, dealt)),
        standing=tuple(_standing(view, result, players, voice.language)),
        counted_in=voice.language.term(unit) if (unit := view.sheet.counted_in) else "",
        passed=_passed_text(deal, dealt, voice.language),
        kitty=tuple((card, _taker(deal, card)) for card in dealt.kitty),
        tricks=play.tricks[: play.claimed_at] if play else (),
        length=max(map(len, dealt.hands)) if play else 0,
        notes=tuple(_notes(result, ended, view.seat, voice)),
        remarks=tuple(remarks_after(view, voice)),
    )


def _as_dealt(deal: Deal) -> Layout:
    """Return the layout right after the cards were dealt."""
    return next((one.layout for one in deal.phases if isinstance(one, Dealing)), deal.start)


def _hand_of(deal: Deal, seat: Seat) -> CardSet:
    """Return the cards with which a player went into the tricks."""
    tricks = deal.play.tricks if deal.play else ()
    played = CardSet(card for trick in tricks for who, card in trick.plays if who == seat)
    return deal.layout.hands[seat] | played


def _taker(deal: Deal, card: Card) -> Seat | None:
    return next((seat for seat in deal.start.seats if card in _hand_of(deal, seat)), None)


def _hands(
    view: View, deal: Deal, players: Sequence[SeatedPlayer], dealt: Layout
) -> list[DealtHand]:
    seats, result, table = deal.start.seats, deal.result, deal.layout
    assert result is not None
    left = CardSet(card for seat in seats for card in table.hands[seat]) if deal.play else NO_CARDS
    return [
        DealtHand(
            players[seat],
            tuple(_roles(deal, seat)),
            dealt.hands[seat],
            dealt.hands[seat] - _hand_of(deal, seat),
            dealt.hands[seat] & left,
            result.tricks[seat] if deal.play else 0,
            _tricks_needed(deal) if seat == result.declarer and _alone(view, result) else None,
        )
        for seat in around(seats, view.seat)
    ]


def _roles(deal: Deal, seat: Seat) -> list[Role]:
    result = deal.result
    assert result is not None
    roles = [Role.DEALER] if seat == deal.start.dealer else []
    if seat == result.declarer or seat in dict(result.soloists):
        return [*roles, Role.DECLARER]
    return [*roles, Role.PARTNER] if seat == result.partner else roles


def _alone(view: View, result: DealResult) -> bool:
    return not view.variant.calls_partner or result.partner in (None, result.declarer)


def _tricks_needed(deal: Deal) -> int | None:
    result = deal.result
    assert result is not None
    return deal.variant.tricks_wanted(result.contract) if result.contract else None


def _notes(
    result: DealResult, ended: Sequence[DealOutcome], viewer: Seat | None, voice: Voice
) -> list[str]:
    told = (_note(note, result, viewer, voice) for note in notes_below(ended, result))
    return [note for note in told if note]


def _note(note: Sentence, result: DealResult, viewer: Seat | None, voice: Voice) -> str:
    """Return a note. The note with declarer's points for the contract is short, as the contract is
    named above, and empty if these are all their points."""
    values, declarer = note.values, result.declarer
    if declarer is None or values.keys() != {"player", "bid", "points"}:
        return note_below(note, result, viewer, voice)
    if (values["player"], values["bid"]) != (Who(declarer), result.contract):
        return note_text(note, viewer, voice)
    points = values["points"]
    whole = points == result.points[declarer]
    return "" if whole else voice.say(Sentence(N_("Contract: {points:+d}."), points=points))


def _gain_text(view: View, result: DealResult, language: Language) -> str:
    if len(result.soloists) > 1:
        return ""
    if result.declarer is not None:
        told = [view.last_gains[result.declarer]] if result.played or any(view.last_gains) else []
    else:
        told = [won for side in score_sides(view) if (won := view.last_gains[side[0]]) > 0]
    return language.format_signed(told[0]) if len(told) == 1 else ""


def _standing(
    view: View, result: DealResult, players: Sequence[SeatedPlayer], language: Language
) -> list[Score]:
    """Return the standing, the best first, or in the order of the tally if there is one. It is
    empty while all have 0 in games whose deals give other points."""
    unit, scores, sides = view.variant.unit, view.sheet.scores, score_sides(view)
    if view.sheet.counted_in is not None and not any(scores):
        return []
    playing = {result.declarer, *dict(result.soloists)}
    if not view.sheet.tally():
        sides = tuple(sorted(sides, key=lambda side: -scores[side[0]]))
    return [
        Score(
            tuple(players[seat] for seat in you_first(side, view.seat)),
            short_amount(scores[side[0]], unit, language),
            language.format_signed(view.last_gains[side[0]]) if view.last_gains[side[0]] else "",
            any(player in side for player in playing),
        )
        for side in sides
    ]


def _passed_text(deal: Deal, dealt: Layout, language: Language) -> str:
    """Return where the cards given away went: laid away, swapped, or passed in a direction."""
    seats = deal.start.seats
    gifts = {seat: dealt.hands[seat] - _hand_of(deal, seat) for seat in seats}
    givers = [seat for seat in seats if gifts[seat]]
    if not givers:
        return ""
    if dealt.kitty:  # another soloist may have taken what one laid away
        return language.text(N_("laid away"))
    if len(givers) == 2:
        return language.text(N_("swapped"))
    direction = _direction(givers, lambda giver, taker: gifts[giver] & _hand_of(deal, taker))
    if direction is None:
        return language.text(N_("passed on"))
    return language.text(
        N_("passed {direction}"), direction=language.term(DIRECTION_TERMS[direction])
    )


def _direction(givers: Sequence[Seat], passed: Callable[[Seat, Seat], CardSet]) -> str | None:
    """Return the direction in which all passed cards; None if it differs or only two did."""
    ways = {
        (givers.index(taker) - at) % len(givers)
        for at, giver in enumerate(givers)
        for taker in givers
        if passed(giver, taker)
    }
    named = {1: "left", len(givers) - 1: "right", len(givers) / 2: "across"}
    return named.get(ways.pop()) if len(ways) == 1 and len(givers) > 2 else None
