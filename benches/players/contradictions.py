"""Contradictions of hints, suggestions and reviews, in themselves or with each other.

Measured at decisions in deals of every game, made partly at random. The tests' referee, which
shares no code with the players, judges whether a reason for a card is true, and whether it speaks
against a card that is called about as good.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from benches.figures import Figure, Sample, benchmark
from cogs.screens.hand.draft import ADVICE, Draft, calls_to_suggest, first_bids
from kwbot.commands.simulate import first_deal
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Bid, Pass, Play, Seat
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.values.estimate import Estimate, as_good, lead
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View, view
from kwbot.players.search.monte_carlo import suggested_bids, weighed_actions
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.tables.past.reviews import REVIEW_SAMPLES
from kwbot.text.deal.advice import Hint, hint_line, hint_text
from kwbot.text.words.language import Voice, language_of
from kwbot.variants import games
from tests.players.reasons.reason_referee import contradicts, is_true

DEALS = 60
"""Deals, of each game in turn: some 1,500 decisions."""
SHARE_LOOKED_AT = 0.5
"""Share of the choices of a card."""
SUGGESTION_SAMPLES = 80
SENSIBLE = 0.6
"""Share of decisions made by rule of thumb; the others are random."""

UNTRUE = "a reason that is not true"
AGAINST_EQUAL = "a reason against what is about as good"
UNCHOSEN = "a reason about a bid that nobody chose"
DIFFERS = "a hint that differs from what is suggested and does not say so"
NUMBERS = "numbers of a hint that differ from those beside it"
BLAMED = "a review that blames what the hint advised"
KINDS = (UNTRUE, AGAINST_EQUAL, UNCHOSEN, DIFFERS, NUMBERS, BLAMED)


@benchmark("hints", "hints, suggestions and reviews that contradict themselves", DEALS)
def measure(sample: Sample) -> Iterable[Figure]:
    sample.take(looked_at)
    total = Counter[str]()
    for found in sample.kept:
        total.update(found)
    yield Figure("decisions looked at", total["cards"] + total["calls"], "", 1000, at_least=True)
    for kind in ("cards", "calls", "reasons told", "equals named", "hints that looked longer"):
        yield Figure(kind, total[kind], "")
    for kind in KINDS:
        yield Figure(kind, total[kind], "", 0)


def looked_at(number: int) -> Mapping[str, int]:
    """Return the findings in one deal."""
    key = [*games()][number % len(games())]
    rng, found = Random(f"hints {number}"), Counter[str]()
    match = first_deal(key, Random(f"hints of {key} {number}"))
    while match.to_act():
        seat = match.to_act()[0]
        seen = view(match, seat)
        assert seen.choice is not None
        is_card = isinstance(seen.choice, PlayCard)
        if len(seen.choice) > 1 and (not is_card or rng.random() < SHARE_LOOKED_AT):
            found.update(_decision(match, seen, seat, rng.getrandbits(50)))
        player = COMPUTERS["thumb" if rng.random() < SENSIBLE else "random"]
        match = match.apply(seat, decide(player, match, seat, rng))
    return found


def _decision(match: Match, seen: View, seat: Seat, seed: int) -> Iterator[str]:
    weighed = weighed_actions(seen, Random(seed), REVIEW_SAMPLES)
    advised = next(iter(weighed), None)
    if advised is None:
        return
    yield "cards" if isinstance(advised, Play) else "calls"
    why, equal = weighed[advised].why, as_good(weighed, advised)
    if equal:
        yield "equals named"
    if why is not None:
        yield "reasons told"
        yield from _reason(match, seat, advised, why, equal)
    if not seen.playing and isinstance(advised, Bid | Pass):
        yield from _beside(seen, Hint(advised, weighed), seed)
    again = weighed_actions(seen, Random(seed), REVIEW_SAMPLES, advised)
    better = next(iter(again), None)
    if better is not None and lead(again, better, advised) > 0:
        yield BLAMED


def _reason(
    match: Match, seat: Seat, advised: Action, why: Sentence, equal: Iterable[Action]
) -> Iterator[str]:
    if isinstance(advised, Play):
        return _reason_for_card(match, seat, advised, why, equal)
    return _reason_for_call(advised, why, equal)


def _reason_for_card(
    match: Match, seat: Seat, advised: Play, why: Sentence, equal: Iterable[Action]
) -> Iterator[str]:
    if not is_true(match, seat, advised.card, why, Random(1)):
        yield UNTRUE
    cards = (one.card for one in equal if isinstance(one, Play))
    if any(contradicts(match, seat, advised.card, why, card) for card in cards):
        yield AGAINST_EQUAL


def _reason_for_call(advised: Action, why: Sentence, equal: Iterable[Action]) -> Iterator[str]:
    named = [one for one in why.values.values() if isinstance(one, Bid)]
    if any(one != advised for one in named):
        yield UNCHOSEN
    if "too few" in why.text and any(isinstance(one, Bid) for one in equal):
        yield AGAINST_EQUAL
    if "pays well" in why.text and Pass() in equal:
        yield AGAINST_EQUAL


def _beside(seen: View, hint: Hint, seed: int) -> Iterator[str]:
    """Check a hint in the hand beside the earlier suggestions."""
    suggested = first_bids(suggested_bids(seen, Random(seed), SUGGESTION_SAMPLES))
    hint = hint.beside(next(iter(suggested), None))
    voice = Voice.of(seen, language_of("en"))
    said = {"looked longer" in told for told in (hint_line(seen, hint, voice),
                                                 hint_text(seen, hint, voice))}  # fmt: skip
    differs = bool(suggested) and next(iter(suggested)) != hint.action
    if said != {differs}:
        yield DIFFERS
    if differs:
        yield "hints that looked longer"
    draft = Draft(unfolded=ADVICE, suggested=suggested, hint=hint)
    shown = calls_to_suggest(draft)
    if next(iter(shown)) != hint.action or _numbers_differ(hint, shown):
        yield NUMBERS


def _numbers_differ(hint: Hint, shown: Mapping[Action, float | None]) -> bool:
    """Whether a bid is shown with another chance than the hint's reason says."""
    brings: Estimate = hint.weighed[hint.action]
    told = brings.why.values.get("tenths") if brings.why else None
    if not isinstance(hint.action, Bid) or told is None:
        return False
    chance = shown[hint.action]
    return chance is None or abs(10 * chance - int(told)) > 1
