"""§4: nobody learns who holds the called card before it falls, neither by what they see nor by
what computer players do."""

from collections.abc import Iterator
from random import Random

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.auction import DuelAuction
from kwbot.engine.values.actions import Bid, ChooseCard, Cut, Dealt, Pass
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import view
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games
from kwbot.variants._danish import sides
from tests.engine.playing import begin, one_move, shuffled
from tests.engine.secrecy import Course, shown, swapped
from tests.variants.danish.table import deal_of

BIDS = {
    "hus": ("8", "8+vip", "8+gode", "8+halve"),
    "esmakker": ("8", "8+vip", "8+staerke", "8+gode", "8+halve", "8+sans"),
}
CONTRACTS = [(key, bid) for key, bids in BIDS.items() for bid in bids]
EASY = COMPUTERS["easy"]


def contracted(key: str, bid: str, rng: Random) -> Course:
    """A deal after an auction that `bid` won."""
    start = begin(games()[key], 4)
    match = shuffled(start, rng)
    begun = start.deal_begun(deal_of(match).start.dealer)
    while isinstance(deal_of(match).current, DuelAuction):
        seat, action = match.to_act()[0], Bid(tuple(bid.split("+")))
        match = match.apply(seat, action if action in match.choice(seat) else Pass())
    return Course(begun, match, list(deal_of(match).moves()))


def called(match: Match) -> Card | None:
    """The called card while somebody holds it or it lies hidden."""
    found = sides.contract(deal_of(match).phases)
    play = deal_of(match).play
    fallen = CardSet(card for trick in play.tricks for card in trick.cards) if play else CardSet()
    fallen |= [card for _, card in play.plays] if play else []
    return found.called if found and found.called not in fallen else None


def moments(played: Course, rng: Random) -> Iterator[Course]:
    """A deal from the auction to the fall of the called card, played well or anyhow."""
    played.look()
    while played.match.to_act():
        yield played
        seat = played.match.to_act()[0]
        if rng.randrange(3):
            move = seat, decide(EASY, played.match, seat, rng)
            played.match = played.match.apply(*move)
        else:
            played.match, move = one_move(played.match, rng)
        played.moves.append(move)
        played.look()
        if called(played.match) is None and deal_of(played.match).play:
            return


def elsewhere(played: Course, card: Card, viewer: int, rng: Random) -> Iterator[Match]:
    """What `viewer` saw, had the called card been dealt to somebody else or to the kitty."""
    table = deal_of(played.match).layout
    mine = table.hands[viewer] | table.laid[viewer]
    known = CardSet(held for cards in table.known for held in cards)
    if card in mine | known or card in table.kitty[: table.face_up]:
        return
    places = [*table.hands, *table.laid, CardSet(table.kitty)]
    for place in places:
        pool = [] if card in place else list(place & played.unseen(viewer))
        for other in rng.sample(pool, min(4, len(pool))):
            try:
                yield _dealt_anew(played, {card: other, other: card})
            except RuleViolation:
                continue


def _dealt_anew(played: Course, swap: dict[Card, Card]) -> Match:
    """The same moves with two cards swapped; the called card is called by its name."""
    match = played.begun
    chance = [move for move in deal_of(played.match).log if isinstance(move[1], Cut | Dealt)]
    for seat, action in (*chance, *played.moves):
        same = isinstance(action, ChooseCard)
        match = match.apply(seat, action if same else swapped(action, swap))
    return match


def asked(match: Match) -> object:
    """What everybody may see: in halve the holder acts, and only who is void lays a void card."""
    phase = deal_of(match).current
    return match.to_act(), phase and phase.purpose(match.to_act()[0]).key


@pytest.mark.parametrize(("key", "bid"), CONTRACTS)
def test_4_whoever_holds_the_called_card_all_others_see_and_do_the_same(key: str, bid: str) -> None:
    compared = decided = 0
    for seed in range(2):
        rng = Random(seed)
        for number, played in enumerate(moments(contracted(key, bid, rng), rng)):
            card = called(played.match)
            if card is None or number % 4:
                continue
            for viewer in range(4):
                seen, here = shown(played.match, viewer), None
                if played.match.to_act() == (viewer,):
                    here = decide(EASY, played.match, viewer, Random(7))
                for other in elsewhere(played, card, viewer, rng):
                    if asked(other) != asked(played.match):
                        continue
                    compared += 1
                    assert shown(other, viewer) == seen
                    if here is not None:
                        decided += 1
                        assert decide(EASY, other, viewer, Random(7)) == here
    assert compared > 30
    assert decided


@pytest.mark.parametrize(("key", "bid"), CONTRACTS)
def test_4_the_holder_knows_at_once_and_the_others_when_it_falls(key: str, bid: str) -> None:
    for seed in range(2):
        rng = Random(seed)
        played = contracted(key, bid, rng)
        for moment in moments(played, rng):
            card, deal = called(moment.match), deal_of(moment.match)
            declarer = moment.match.variant.declarer(deal.phases)
            if card is None or declarer is None:
                continue
            holder = deal.layout.holder(card)
            for viewer in (None, 0, 1, 2, 3):
                told = view(moment.match, viewer).partner
                if viewer == holder and holder is not None:
                    assert told == holder
        play = deal_of(played.match).play
        card_ = sides.contract(deal_of(played.match).phases)
        assert play
        assert card_
        plays = [play_ for trick in play.tricks for play_ in trick.plays] + list(play.plays)
        by = [seat for seat, card in plays if card is card_.called]
        if by and played.match.to_act():
            assert {view(played.match, viewer).partner for viewer in (None, 0, 1, 2, 3)} == set(by)


@pytest.mark.slow
def test_4_only_the_holder_is_told_why_a_card_is_refused() -> None:
    for key, bid in CONTRACTS:
        rng = Random(3)
        for moment in moments(contracted(key, bid, rng), rng):
            card = called(moment.match)
            if card is None or not deal_of(moment.match).play:
                continue
            for seat in range(4):
                choice = view(moment.match, seat).choice
                reasons = getattr(choice, "reasons", ())
                told = [cards for cards, why in reasons if cards and "called card" in str(why)]
                if card not in deal_of(moment.match).layout.hands[seat]:
                    assert not told
