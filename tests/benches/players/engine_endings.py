"""Endings of real deals, and what comes of each card by trying everything in the engine itself."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

from kwbot.commands.simulate import first_deal
from kwbot.engine.deals.deal import Deal
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import PLAYS, Action, ChooseCard, ChooseCards, Join, Pass, Seat
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import Choice, LadderBid, OneOf, PlayCard, SomeCards

Course = Callable[[Match, Seat, Choice, Random], Action | None]
"""What somebody does before the tricks; None: anything by chance."""
Points = tuple[float, ...]
Wish = Callable[[Points, Seat], float]
"""How good it is for somebody what everybody gets."""


def endings(game: str, course: Course, sizes: Sequence[int]) -> Iterator[Match]:
    """Yield decisions with so many cards in hand or fewer, deal by deal, in deals that are played
    mostly so that something is left to decide."""
    for number in count():
        rng = Random(f"{game} {number}")
        match = first_deal(game, rng)
        while match.deal and match.deal.result is None and match.to_act():
            seat = match.to_act()[0]
            choice = match.choice(seat)
            if not isinstance(choice, PlayCard):
                match = match.apply(seat, course(match, seat, choice, rng) or choice.sample(rng))
                continue
            if len(choice) > 1 and len(hand(match, seat)) <= sizes[number % len(sizes)]:
                yield match
            match = match.apply(seat, PLAYS[_saving(match, seat, choice.cards, rng)])


def _saving(match: Match, seat: Seat, legal: CardSet, rng: Random) -> Card:
    """Return a card that leaves a nolo and a void card alive, mostly."""
    assert match.deal
    assert match.deal.play
    rules = match.deal.play.rules
    void_card = rules.stand_in[0] if rules.stand_in else None
    cards = [card for card in legal if card is not void_card] or [*legal]
    soloists = match.variant.soloists(match.deal.phases)
    if not soloists or rng.random() < 0.2:
        return rng.choice(cards)
    return (min if seat in soloists else max)(cards, key=lambda card: card.rank or 0)


def hand(match: Match, seat: Seat) -> CardSet:
    """Return the cards of a player."""
    assert match.deal
    return match.deal.layout.hands[seat]


def outcomes(deal: Deal, wish: Wish) -> set[Points]:
    """Return what may come of a deal, in points, if all with all cards open play for themselves: of
    each subgame-perfect equilibrium."""
    if deal.result is not None:
        return {tuple(map(float, deal.result.points))}
    seat = deal.to_act()[0]
    found = [outcomes(deal.apply(seat, one), wish) for one in deal.choice(seat)]
    floor = max(min(wish(points, seat) for points in some) for some in found)
    return {points for some in found for points in some if wish(points, seat) >= floor}


def join_nolos(match: Match, seat: Seat, choice: Choice, rng: Random) -> Action | None:
    """Bid nolos, and join those of others."""
    if not isinstance(choice, LadderBid):
        return None
    if Join() in choice:
        return Join()
    nolos = [bid for bid in choice.bids if match.variant.tricks_wanted(bid) is None]
    return rng.choice(nolos) if nolos and choice.standing is None else Pass()


def become_void(match: Match, seat: Seat, choice: Choice, rng: Random) -> Action | None:
    """Bid tricks, call the ace of the shortest suit, lay that away and let a card count as one of
    it."""
    cards = hand(match, seat)
    if isinstance(choice, LadderBid):
        return choice.bids[0] if choice.standing is None else Pass()
    shortest = min(Suit, key=lambda suit: len(cards.of_suit(suit)))
    if isinstance(choice, SomeCards):
        away = cards.of_suit(shortest)
        return ChooseCards(away) if len(away) <= choice.most else None
    if isinstance(choice, OneOf):
        named = [one for one in choice if isinstance(one, ChooseCard) and one.card]
        aces = [one for one in named if one.card and one.card.suit == shortest]
        return rng.choice(aces or named) if named else None
    return None
