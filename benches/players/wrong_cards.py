"""Cards that cannot be right, and tricks of partner's that are taken for nothing.

A card is wrong if another one is never worse in any of the hands that fit what was seen, and better
in a quarter of them or more. All hands are tried where few are left, 200 of them where there are
more, with all cards open, by a solver that the players do not have.
"""

import sys
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from random import Random

from benches.figures import Figure, Sample, benchmark
from benches.players.claim_endings import ending
from benches.players.open_endings import (
    Deck,
    OpenHands,
    TrickStakes,
    distinct,
    layouts,
    stakes,
    union,
)
from kwbot.commands.simulate import first_deal
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.playrules import Ban
from kwbot.engine.phases.rulepoints import LedFirst, MustFall, NoJokerFirst
from kwbot.engine.values.actions import Play, Seat
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.payoffs import Payoffs
from kwbot.engine.views.view import View, view
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import counsels, games
from tests.independent.endings import Ending, bits

MAX_CARDS = 6
"""With so many cards in hand or fewer a decision is held against all hands."""
LAYOUTS = 200
BETTER_SHARE = 0.25
"""In this share of the hands another card must be better."""
FIRST_LOOK, FEW_BETTER = 60, 0.1
"""A card that is better in fewer than this share of the first hands is none of those."""
DEALS = 1000
MAX_WRONG = {"hard": 1 / 50, "normal": 1 / 20}
"""Wrong cards a deal."""
MAX_RUFFS, MAX_OVERTAKES = 3.0, 2.0
"""In a hundred deals: of a trick that partner has for sure."""


def _enter(game: str, level: str) -> None:
    @benchmark(f"cards-{game}-{level}", f"{game}: cards that cannot be right, level {level}", DEALS)
    def measure(sample: Sample) -> Iterable[Figure]:
        sample.take(lambda number: dict(looked_at(game, level, number)))
        yield from _figures(sample, level)


for _game in games():
    for _level in MAX_WRONG:
        _enter(_game, _level)


def _figures(sample: Sample, level: str) -> Iterator[Figure]:
    total, deals = sample.sums, len(sample.kept)
    yield Figure("deals", deals, "")
    yield Figure("decisions held against all hands", total["tried"], "")
    yield Figure("hands that they were held against", total["layouts"], "")
    yield Figure("by rules or sides that are not tried here", total["passed over"], "decisions")
    yield Figure("wrong cards a deal", total["wrong"] / deals, "", MAX_WRONG[level])
    yield Figure("partner's safe tricks", total["safe"], "decisions")
    for kind, most_of_all, most_in_vain in (
        ("ruffs", MAX_RUFFS, None),
        ("overtakes", None, MAX_OVERTAKES),
    ):
        of_all, in_vain = (100 * total[key] / deals for key in (kind, f"{kind} in vain"))
        yield Figure(f"{kind} of these in 100 deals", of_all, "", most_of_all)
        yield Figure(f"{kind} held against all hands", total[f"{kind} tried"], "decisions")
        yield Figure(f"{kind} that gain nothing in 100 deals", in_vain, "", most_in_vain)


def looked_at(game: str, level: str, number: int) -> Counter[str]:
    """Return what is found in one deal among four players of a level."""
    name = f"cards {game} {number}"
    rng, found = Random(name), Counter[str]()
    match = first_deal(game, rng)
    while match.to_act():
        seat = match.to_act()[0]
        action = decide(COMPUTERS[level], match, seat, rng)
        if isinstance(action, Play) and len(match.choice(seat)) > 1:
            found.update(judged(match, seat, action.card, Random(f"{name} {len(found)}")))
        match = match.apply(seat, action)
    return found


def judged(match: Match, seat: Seat, card: Card, rng: Random) -> Counter[str]:
    """Return what is found of a card that somebody in turn plays."""
    seen = view(match, seat)
    known, few = ending(seen, seat, len(seen.hand)), len(seen.hand) <= MAX_CARDS
    if known is None or not _is_plain(seen, known):
        return Counter({"passed over": int(few)})
    trial = CardTrial(seen, known, card)
    leaving, taken = trial.leaving_cards(), trial.takes
    found = Counter({"safe": int(bool(leaving))})
    if leaving and taken:
        found["overtakes" if trial.follows else "ruffs"] += 1
    if not few or not trial.others:
        return found
    dealt = layouts(known, rng, LAYOUTS)
    if not all(trial.solves(hands) for hands in dealt[:1]):
        found["passed over"] += 1
        return found
    found.update({"tried": 1, "layouts": len(dealt)})
    right = trial.better_card(dealt, trial.others, BETTER_SHARE)
    if right is not None:
        found["wrong"] += 1
        sys.stderr.write(
            f"{card} is wrong, {trial.name(right)} is right: {seen.hand} {seen.plays}\n"
        )
    if leaving and taken:
        kind = "overtakes" if trial.follows else "ruffs"
        found[f"{kind} tried"] += 1
        found[f"{kind} in vain"] += trial.better_card(dealt, leaving, 0.0) is not None
    return found


def _is_plain(seen: View, known: Ending) -> bool:
    """Whether nobody is bound by more than to follow suit any more."""
    assert seen.rules
    gone = CardSet(card for trick in seen.tricks for card in trick.cards)
    spent = all(_is_spent(ban, gone) for ban in seen.rules.bans)
    stand_in = seen.rules.stand_in
    return spent and not (known.awarded or known.secret) and (not stand_in or stand_in[0] in gone)


def _is_spent(ban: Ban, gone: CardSet) -> bool:
    """Whether a ban is none once these cards are played."""
    match ban.cards:
        case MustFall(card) | LedFirst(card):
            return card in gone
        case NoJokerFirst():
            return bool(gone)
    return False


def _partners(seen: View) -> Collection[Seat | None]:
    """Return the viewer's side; nobody where there is none."""
    for side in seen.sides:
        if seen.seat in side:
            return side
    declarers = {seen.declarer, seen.partner}
    if seen.declarer is None or seen.seat in declarers:
        return declarers
    return set(seen.seats) - declarers


class CardTrial:
    """A card against those that differ from it, with all hands that fit what its player saw."""

    def __init__(self, seen: View, known: Ending, card: Card) -> None:
        assert isinstance(seen.choice, PlayCard)
        self._seen, self._deck = seen, Deck.of(known)
        self._stakes: dict[Hashable, TrickStakes | None] = {}
        self.card = self._deck.cards(card.bit)
        unseen = self._deck.cards(union(known.might.values()))
        trick = self._deck.cards(union(one for _, one in known.plays))
        hand, legal = self._deck.cards(known.hand), self._deck.cards(seen.choice.cards.bits)
        self._trick = self._deck.trick()
        self._differ = [*distinct(legal, (hand, unseen), hand, trick)]
        same = min(one for one in self._differ if one >= self.card)  # their highest stands for them
        self.others = [one for one in self._differ if one != same]

    def name(self, card: int) -> Card:
        """Return a card of the hand by its bit."""
        return next(one for one in self._seen.hand if self._deck.cards(one.bit) == card)

    @property
    def takes(self) -> bool:
        """Whether the card beats the best of the trick."""
        return bool(self._trick.cards) and self._trick.beaten_by(self.card)

    @property
    def follows(self) -> bool:
        """Whether the card is of the suit led."""
        return self.card & self._trick.led != 0

    def leaving_cards(self) -> list[int]:
        """Return the cards that leave a trick to partner, who has it for sure."""
        seen, known, trick = self._seen, self._deck.known, self._trick
        partners = _partners(seen)
        if not trick.cards or known.seats[trick.holder] not in partners:
            return []
        foes = [who for who in known.order[len(known.plays) + 1 :] if who not in partners]
        threats = self._deck.cards(union(known.might[who] for who in foes))
        safe = not any(trick.beaten_by(one) for one in bits(threats))
        if not safe or counsels()[seen.variant.key].leaning(seen) <= 0:
            return []
        return [one for one in self._differ if not trick.beaten_by(one)]

    def better_card(
        self, dealt: Sequence[Mapping[int, int]], others: Iterable[int], share: float
    ) -> int | None:
        """Return one of `others` that is never worse in the hands dealt, and better in such a share
        of them, if there is one."""
        better, need, guess = dict.fromkeys(others, 0), share * len(dealt), 0
        for number, hands in enumerate(dealt):
            solved = self._solved(hands)
            if solved is None:
                return None
            ends = solved.decides.ends
            guess = solved.value(self.card, min(guess, len(ends) - 1))
            for card in [*better]:
                if not solved.reaches(card, ends[guess]):
                    del better[card]
                elif guess + 1 < len(ends):
                    better[card] += solved.reaches(card, ends[guess + 1])
            left = len(dealt) - number - 1
            hopeless = number + 1 == FIRST_LOOK and min(FEW_BETTER, share) * FIRST_LOOK
            better = {
                card: count
                for card, count in better.items()
                if count >= hopeless and count + left >= need
            }
            if not better:
                return None
        return max(better, key=lambda card: better[card], default=None)

    def solves(self, hands: Mapping[int, int]) -> bool:
        """Whether there are two sides in what is left to decide with these hands."""
        return self._solved(hands) is not None

    def _solved(self, hands: Mapping[int, int]) -> OpenHands | None:
        """Return these hands with all cards open; None where there are not two sides."""
        seen, known = self._seen, self._deck.known
        held = {**hands, known.claimant: known.hand}
        by_player = [CardSet.of_bits(held.get(seat, 0)) for seat in range(len(seen.names))]
        payoffs = counsels()[seen.variant.key].payoffs(seen, by_player)
        if payoffs.key not in self._stakes:
            self._stakes[payoffs.key] = stakes_of(seen, payoffs)
        decides = self._stakes[payoffs.key]
        if decides is None or len(set(decides.sides)) != 2:
            return None
        return OpenHands(
            self._deck, decides, tuple([self._deck.cards(held[seat]) for seat in known.seats])
        )


def stakes_of(seen: View, payoffs: Payoffs) -> TrickStakes | None:
    """Return what the tricks left decide; None where it hangs on the cards that they have."""
    if payoffs.overload or payoffs.gathering or seen.seat is None:
        return None
    now = payoffs.state_after(trick.winner for trick in seen.tricks)
    left = len(seen.hand) + any(seat == seen.seat for seat, _ in seen.plays)
    return stakes(payoffs, now, seen.seats, seen.seat, left)
