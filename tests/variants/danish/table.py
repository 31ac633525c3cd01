"""Tables of the two Danish games for tests: cards, moves and what they led to at a glance."""

from collections.abc import Mapping

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import CHANCE, Cut, Dealt, Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet
from kwbot.variants import games
from tests.engine.playing import acted, begin
from tests.variants.glance import deal_of, legal, play_of, refused, result

__all__ = [
    "ESMAKKER",
    "HUS",
    "cards",
    "deal_of",
    "dealt",
    "legal",
    "play_of",
    "refused",
    "result",
    "table",
    "tricks",
]

HUS, ESMAKKER = games()["hus"], games()["esmakker"]
SUITS = {
    0: "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2",
    1: "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2",
    2: "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2",
    3: "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2",
}
"""One suit each: 0 spades, 1 hearts, 2 diamonds, 3 clubs; the jokers in the kitty."""
ORDER = ("vip", "halve", "sans")


def table(
    game: Variant,
    moves: str = "",
    hands: Mapping[Seat, str] | None = None,
    kitty: str = "",
    *,
    players: int = 4,
    dealer: Seat | None = None,
    order: tuple[str, ...] = ORDER,
    **options: str,
) -> Match:
    """A first deal after `moves`. Hands and kitty that are not given whole fill up in the deck's
    order, each player's own suit first; player 0 deals (in `hus`: player 1, as the rules say)."""
    match = begin(game, players, options)
    standard = match.next_dealer()
    return acted(dealt(match, hands or {}, kitty, dealer or standard or 0, order), moves)


def dealt(
    match: Match,
    hands: Mapping[Seat, str],
    kitty: str = "",
    dealer: Seat = 0,
    order: tuple[str, ...] = ORDER,
) -> Match:
    """The next deal with these cards, knocked on where it is cut."""
    match = match.deal_begun(dealer)
    if match.to_act() != (CHANCE,):
        match = match.apply(match.to_act()[0], Cut(0))
    deal = deal_of(match)
    given = {seat: CardSet.parse(hands.get(seat, "")) for seat in deal.layout.seats}
    below = tuple(map(Card.parse, kitty.split()))
    left = deal.layout.deck - CardSet(below)
    for cards in given.values():
        left -= cards
    for seat in deal.layout.seats:
        wanted = [*CardSet.parse(SUITS[seat % 4]), *left]
        more = [card for card in dict.fromkeys(wanted) if card in left][: 13 - len(given[seat])]
        given[seat], left = given[seat] | more, left - CardSet(more)
    whole = tuple(given.get(seat, NO_CARDS) for seat in range(deal.layout.players))
    words = () if match.sheet.options.get("attachments", "fixed") == "fixed" else order
    return match.apply(CHANCE, Dealt(whole, (*below, *left), order=words))


def cards(match: Match) -> str:
    """The cards that the player in turn may play."""
    return legal(match).replace("play ", "").replace(",", "")


def tricks(*lines: str) -> str:
    """Moves of whole tricks: ``1 HA SA DA CA`` is player 1's lead and the cards of 2, 3 and 0."""
    moves = []
    for line in lines:
        leader, *played = line.split()
        moves += [f"{(int(leader) + n) % 4} play {card}" for n, card in enumerate(played)]
    return "/".join(moves)
