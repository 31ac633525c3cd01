"""The view of a match: what one player may see of it, and nothing else.

A view holds no reference to the match, so screens and computer players cannot see more. Permuting
cards that the player has not seen does not change it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match, PlayedDeal
from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.base import Phase, Said
from kwbot.engine.phases.playrules import PlayRules, never_settled, nothing_open
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import CHANCE, Bid, Foul, Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.choices import Choice, CombinationBid, SomeCards, SomeNumbers
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.trick import Plays, Trick, played_cards

MAX_LISTED_ACTIONS = 200
"""Choices with more actions than this are described instead of listed."""


@dataclass(frozen=True, slots=True)
class View:
    """A match as `seat` sees it (None: a spectator). Tuples are by player number."""

    variant: Variant
    seat: Seat | None
    names: tuple[str, ...]
    sheet: Sheet
    away: frozenset[Seat]
    number: int
    """The number of the running deal, or of the last one."""
    last: PlayedDeal | None
    """The last scored deal."""
    sides: tuple[tuple[Seat, ...], ...] = ()
    """The partnerships that last the whole match."""
    drawn: tuple[Card, ...] = ()
    """The cards drawn for partners."""
    dealt: bool = False
    """Whether the running deal's cards have been dealt."""
    dealer: Seat | None = None
    seats: tuple[Seat, ...] = ()
    hand: CardSet = NO_CARDS
    open_cards: Mapping[Seat, CardSet] | None = None
    to_act: tuple[Seat, ...] = ()
    purposes: Mapping[Seat, Purpose] | None = None
    """The questions to the players who must act, by player number."""
    choice: Choice | None = None
    """The viewer's choice; None if it is not their turn."""
    said: tuple[Said, ...] = ()
    """Calls, choices and announcements in order, as far as the viewer may know them."""
    declarer: Seat | None = None
    contract: Bid | None = None
    partner: Seat | None = None
    """Declarer's partner in this deal, if the viewer can know; declarer if there is none."""
    soloists: tuple[Seat, ...] = ()
    """The players who each play alone against all others in this deal."""
    words: tuple[str, ...] = ()
    """The parts of bids in the order drawn for this deal."""
    trumps: Suit | None = None
    trumps_by_lead: bool = False
    """Whether the first lead is still to come and will make its suit trumps."""
    turned: Card | None = None
    playing: bool = False
    """Whether the tricks have begun."""
    order: tuple[Seat, ...] = ()
    """The players to the trick under way, in turn order."""
    rules: PlayRules | None = None
    """The rules of the tricks, without a stand-in that the viewer does not know and without the
    rules that need all hands: which cards lie open, and when the deal is settled."""
    strength: Callable[[Card], int] | None = None
    """The height of a card in its suit: the higher number beats the lower."""
    plays: tuple[tuple[Seat, Card], ...] = ()
    """The trick under way."""
    tricks: tuple[Trick, ...] = ()
    taken: tuple[int, ...] = ()
    received: CardSet = NO_CARDS
    """Cards in the viewer's hand that came from other players or the kitty."""
    given: Mapping[Seat, CardSet] | None = None
    """Unplayed cards that the viewer passed to others, without receivers who passed cards since."""
    kitty: tuple[Card, ...] = ()
    """Cards of the kitty that lie face up."""
    upturned: tuple[Card, ...] = ()
    """All kitty cards turned up, in that order; some may have been taken since."""
    laid: CardSet = NO_CARDS
    """Cards that the viewer laid away."""
    known: Mapping[Seat, CardSet] | None = None
    """Cards that everyone knows to be in a hand, by player number."""
    lacking: Mapping[Seat, CardSet] | None = None
    """On the viewer's turn: cards that players cannot hold, as the viewer knows from anything but
    the tricks."""
    stand_in: tuple[Card, Suit] | None = None
    """A card that counts as one of another suit, if the viewer knows it, and that suit."""
    fouls: tuple[Foul, ...] = ()

    @property
    def last_gains(self) -> tuple[int, ...]:
        """The changes of the scores in the last deal."""
        return self.last.gained if self.last else ()

    @property
    def my_turn(self) -> bool:
        """Whether the viewer must act."""
        return self.choice is not None

    @property
    def played_cards(self) -> CardSet:
        """All cards played so far, the trick under way included."""
        return played_cards(self.plays, self.tricks)

    @property
    def sitting_out(self) -> tuple[Seat, ...]:
        """Players of the match who are not in the running deal."""
        if self.dealer is None:
            return ()
        return tuple(seat for seat in range(len(self.names)) if seat not in self.seats)


def view(match: Match, seat: Seat | None) -> View:
    """Return the match as `seat` sees it now; None: a spectator."""
    deal = match.deal
    frame: dict[str, Any] = {
        "variant": match.variant,
        "seat": seat,
        "names": match.names,
        "sheet": match.sheet,
        "away": match.away,
        "number": match.number,
        "last": match.deals[-1] if match.deals else None,
        "sides": match.variant.sides(match.sheet),
        "drawn": match.drawn,
    }
    return View(**frame) if deal is None else View(**frame, **_of_deal(match, deal, seat))


def _of_deal(match: Match, deal: Deal, seat: Seat | None) -> dict[str, Any]:
    layout, phases, variant = deal.layout, deal.phases, match.variant
    return {
        "dealer": layout.dealer,
        "dealt": deal.is_dealt,
        "seats": layout.seats,
        "hand": NO_CARDS if seat is None else layout.hands[seat],
        "open_cards": deal.current.open_cards() if deal.current else {},
        "said": tuple([entry for phase in phases for entry in phase.decisions(seat)]),
        "declarer": variant.declarer(phases),
        "contract": variant.contract(phases),
        "partner": variant.partner(phases, seat),
        "soloists": variant.soloists(phases),
        "words": layout.order,
        "turned": layout.turned,
        "received": _received_cards(deal, layout, seat),
        "given": _given_cards(deal, layout, seat),
        "kitty": layout.kitty[: layout.face_up],
        "upturned": layout.upturned,
        "laid": NO_CARDS if seat is None else layout.laid[seat],
        "known": _known_cards(layout),
        "fouls": layout.fouls,
        **_of_turn(deal, seat),
        **_of_play(deal.play, layout, seat),
    }


def _of_turn(deal: Deal, seat: Seat | None) -> dict[str, Any]:
    """Return the players who must act, their questions, and the viewer's choice if any."""
    waiting = tuple([who for who in deal.to_act() if who != CHANCE])
    purposes = {who: _purpose(deal.current, who, seat) for who in waiting if deal.current}
    found: dict[str, Any] = {"to_act": waiting, "purposes": purposes, "lacking": {}}
    if seat is not None and seat in waiting:
        found["choice"] = deal.choice(seat)
        found["lacking"] = deal.variant.lacking(deal.phases, seat)
    return found


def _of_play(play: TrickPlay | None, layout: Layout, seat: Seat | None) -> dict[str, Any]:
    """Return the tricks as the viewer sees them."""
    if play is None:
        return {"taken": (0,) * layout.players}
    stand_in = _stand_in(play, seat)
    return {
        "trumps_by_lead": play.rules.lead_makes_trumps and not (play.plays or play.tricks),
        "trumps": play.trumps,
        "playing": True,
        "order": play.order,
        # Which cards lie open and whether the deal is settled may depend on hidden cards.
        "rules": replace(
            play.rules, settled=never_settled, open_cards=nothing_open, stand_in=stand_in
        ),
        "strength": play.rules.strength,
        "plays": play.plays,
        "tricks": play.tricks,
        "taken": play.tricks_taken(),
        "stand_in": stand_in,
    }


def _known_cards(layout: Layout) -> dict[Seat, CardSet]:
    """Return the cards that everyone knows to be in a hand, by player."""
    return {
        who: cards
        for who in layout.seats
        if layout.known[who].bits and (cards := layout.known[who] & layout.hands[who])
    }


def _purpose(phase: Phase, who: Seat, viewer: Seat | None) -> Purpose:
    return phase.private_purpose(who) if who == viewer else phase.purpose(who)


def _stand_in(play: TrickPlay, viewer: Seat | None) -> tuple[Card, Suit] | None:
    """Return the stand-in and the suit that it counts as; until it is played only to its player."""
    if play.rules.stand_in is None:
        return None
    holder = play.layout.holder(play.rules.stand_in[0])
    return play.rules.stand_in if holder in (None, viewer) else None


def _received_cards(deal: Deal, layout: Layout, seat: Seat | None) -> CardSet:
    if seat is None:
        return NO_CARDS
    cards = NO_CARDS
    for phase in deal.finished:
        if given := phase.given_to(seat):
            cards |= given
    return cards & layout.hands[seat] if cards else cards


def _given_cards(deal: Deal, layout: Layout, seat: Seat | None) -> dict[Seat, CardSet]:
    """Return the cards in others' hands that the viewer gave them, by receiver."""
    if seat is None:
        return {}
    gifts: dict[Seat, CardSet] = {}
    for phase in deal.finished:
        for receiver in list(gifts):
            if phase.given_by(receiver):  # they may have passed some of these on
                del gifts[receiver]
        for receiver, cards in phase.given_by(seat).items():
            gifts[receiver] = gifts.get(receiver, NO_CARDS) | cards
    if not gifts:
        return {}
    played = played_cards(deal.play.plays, deal.play.tricks) if deal.play else NO_CARDS
    return {receiver: left for receiver, cards in gifts.items() if (left := cards - played)}


def as_json(seen: View) -> dict[str, Any]:
    """Return the view as plain JSON values, for `python -m kwbot view --json`."""
    shown: dict[str, Any] = {
        "game": seen.variant.key,
        "player": seen.seat,
        "deal": seen.number,
        "dealer": seen.dealer,
        "players": list(seen.names),
        "seats": list(seen.seats),
        "hand": str(seen.hand),
        "received": str(seen.received),
        "open": _cards_by_seat(seen.open_cards),
        "known": _cards_by_seat(seen.known),
        "laid": str(seen.laid),
        "kitty": _texts(seen.kitty),
        "said": list(map(_said_as_json, seen.said)),
        "declarer": seen.declarer,
        "contract": seen.contract.arguments() if seen.contract else None,
        "partner": seen.partner,
        "soloists": list(seen.soloists),
        "order": list(seen.words),
        "sides": [list(side) for side in seen.sides],
        "drawn": _texts(seen.drawn),
        "stand_in": [seen.stand_in[0].text, seen.stand_in[1].letter] if seen.stand_in else None,
        "trumps": seen.trumps.letter if seen.trumps is not None else None,
        "turned": seen.turned.text if seen.turned else None,
        "trick": _plays_as_json(seen.plays),
        "tricks": [
            {"plays": _plays_as_json(trick.plays), "winner": trick.winner} for trick in seen.tricks
        ],
        "taken": list(seen.taken),
        "scores": list(seen.sheet.scores),
        "sheet": seen.sheet.public(),
        "winner": None if seen.sheet.winners is None else list(seen.sheet.winners),
        "to_act": list(seen.to_act),
        "away": sorted(seen.away),
    }
    return {**shown, **_legal(seen.choice)} if seen.choice else shown


def _cards_by_seat(cards: Mapping[Seat, CardSet] | None) -> dict[str, str]:
    return {str(seat): str(held) for seat, held in (cards or {}).items()}


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def _said_as_json(entry: Said) -> list[Any]:
    action = None if entry.action is None else str(entry.action)
    return [entry.seat, entry.purpose.key, action]


def _plays_as_json(plays: Plays) -> list[list[Any]]:
    return [[who, card.text] for who, card in plays]


def _legal(choice: Choice) -> dict[str, Any]:
    count = len(choice)
    if count <= MAX_LISTED_ACTIONS:
        return {"legal": sorted(str(action) for action in choice)}
    return {"legal_rule": _in_words(choice), "legal_count": count}


def _in_words(choice: Choice) -> str:
    match choice:
        case CombinationBid(least=least):
            return f"pass, or bid a combination worth {least} or more"
        case SomeCards(cards=cards, least=least, most=most) as choice:
            between = "or" if len(choice.sizes) == 2 else "to"
            number = str(least) if least == most else f"{least} {between} {most}"
            return f"cards: {number} of {cards}"
        case SomeNumbers(count=count, low=low, high=high):
            return f"numbers: {count} different ones from {low} to {high}"
    return f"one of {len(choice)} actions"
