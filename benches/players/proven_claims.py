"""Check that granted claims of tricks are true, and that true ones are granted.

At moments of random deals of every game, the proof of a claim is compared with all fitting hands
and all plays (tests/independent/endings.py) if few cards are left, and with many courses of the
deal otherwise.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from benches.figures import Figure, Sample, benchmark
from benches.players.claim_courses import courses
from benches.players.claim_endings import ending, moments
from kwbot.claims.claim_grounds import knowledge
from kwbot.claims.claim_proof import inevitable, proves
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import TrickClaim
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import View, view
from kwbot.variants import games
from tests.independent.endings import Ending, Solver

CLAIMS_A_GAME = 100
"""Proven claims of each game; the full proof takes --games 20000."""
DEALS_IN_TURN = 40
"""Deals of one game before the next game has its turn."""
SHARES_TRIED = {2: 0.6, 3: 0.5, 4: 0.1, 5: 0.02, 6: 0.01}
"""Share of moments tried, by cards in hand; four times as many where the player may claim a number
of tricks."""
LONG_SHARE_TRIED = 0.25
"""Share of moments tried with `LONG_CLAIM` or more cards in hand."""
SHARE_LOOKED_THROUGH = 0.25
"""Share of claims, proven or not, checked for being true and granted, up to four cards."""
SHARE_BY_ITSELF = 0.3
"""Share of moments checked for what the bot would claim by itself."""
MAX_POSITIONS = 1000
"""Most positions searched for one claim."""
LONG_CLAIM = 7
"""From this many tricks on, a claim is played out instead."""
COURSES_A_CLAIM = 12
PROCESSES = 2
CLAIM_KINDS = ("all", "none", "a number", "by itself")


@benchmark("claims", "claims that are proven, against all hands and cards that fit", CLAIMS_A_GAME)
def measure(sample: Sample) -> Iterable[Figure]:
    with ProcessPoolExecutor(PROCESSES) as pool:
        while not sample.over() and (left := _missing(sample)):
            first = sample.sums["rounds"]
            jobs = [
                (game, first * DEALS_IN_TURN + at) for game in left for at in range(DEALS_IN_TURN)
            ]
            counted = Counter({"rounds": 1})
            for found in pool.map(looked_at, *zip(*jobs, strict=True), chunksize=5):
                counted.update(found)
            sample.kept.append(counted)
            sample.save()
    yield from _figures(sample.sums)


def _missing(sample: Sample) -> list[str]:
    """Return the games of which more claims are to be proven."""
    sums = sample.sums
    return [game for game in games() if sums[f"{game} proven"] < sample.size]


def _figures(total: Counter[str]) -> Iterator[Figure]:
    for game in games():
        for what in ("tried", "proven", *(f"proven: {kind}" for kind in CLAIM_KINDS)):
            yield Figure(f"{game}: claims {what}", total[f"{game} {what}"], "claims")
        true = total[f"{game} true"]
        yield Figure(f"{game}: true ones, of those looked through", true, "claims")
        share = 100 * total[f"{game} granted"] / max(1, true)
        yield Figure(f"{game}: of these granted", share, "%", 95.0, at_least=True)
        yield Figure(f"{game}: proven, but false", total[f"{game} false"], "claims", 0)
        yield Figure(f"{game}: proven, but not settled", total[f"{game} open"], "claims", 0)
        yield Figure(f"{game}: proven, too long to try", total[f"{game} too long"], "claims")
        yield Figure(f"{game}: long ones", total[f"{game} long"], "claims")
        yield Figure(f"{game}: courses of these", total[f"{game} courses"], "courses")
        yield Figure(f"{game}: courses that broke one", total[f"{game} broken"], "courses", 0)


def looked_at(game: str, number: int) -> Counter[str]:
    """Return the findings in one deal."""
    name = f"{game} {number}"
    found = Counter[str]()
    dice = Random(f"moments of {name}")
    for match in moments(games()[game], Random(name)):
        assert match.deal
        assert match.deal.play
        (seat,) = match.to_act()
        size, chance = len(match.deal.play.layout.hands[seat]), dice.random()
        if match.deal.play.rules.alone == seat:
            chance /= 4
        if chance < SHARES_TRIED.get(size, LONG_SHARE_TRIED if size >= LONG_CLAIM else 0):
            looks = [view(match, seat), view(match, None)]
            for seen in looks if size < LONG_CLAIM else looks[:1]:
                found.update(_moment(match, seen, size, dice))
    return Counter({f"{game} {what}": count for what, count in found.items()})


def _moment(match: Match, seen: View, size: int, dice: Random) -> Counter[str]:
    """Return the findings about all claims that might settle the deal at one moment."""
    (seat,) = match.to_act()
    known, tried = knowledge(seen, seat, size), ending(seen, seat, size)
    found = Counter[str]()
    if known is None or tried is None:
        return found
    if not _holds_truth(match, tried):
        found["false"] += 1
    if size >= LONG_CLAIM:
        for tricks in {0, size} if known.rules.alone == seat else {size}:
            if proves(known, tricks):
                found.update(_play_on(match, tried, tricks, dice))
        return found
    counts = range(size) if _is_alone(seen) else ()
    for tricks in (size, *counts):
        found.update(_claim(match, tried, tricks, dice, proven=proves(known, tricks)))
    if dice.random() < SHARE_BY_ITSELF and (sure := inevitable(known)) is not None:
        found.update({"proven": 1, "proven: by itself": 1})
        found.update(_judge(tried, sure, seen, choosing=False))
    return found


def _play_on(match: Match, tried: Ending, tricks: int, dice: Random) -> Counter[str]:
    """Play a proven long claim out in many courses, and count those that break it."""
    taken = [*courses(match, tried, tricks, COURSES_A_CLAIM, dice)]
    return Counter(long=1, courses=len(taken), broken=sum(one != tricks for one in taken))


def _is_alone(seen: View) -> bool:
    """Whether the number of tricks the player in turn takes decides the result."""
    rules, (seat,) = seen.rules, seen.to_act
    return rules is not None and rules.alone == seat and len(seen.tricks) >= rules.alone_from


def _claim(match: Match, tried: Ending, tricks: int, dice: Random, *, proven: bool) -> Counter[str]:
    found, size = Counter[str](tried=1), tried.hand.bit_count()
    looked_through = dice.random() < SHARE_LOOKED_THROUGH and size <= 4
    if proven:
        kind = {0: "none", size: "all"}.get(tricks, "a number")
        found.update({"proven": 1, f"proven: {kind}": 1})
        found.update(_judge(tried, tricks, match, choosing=True))
        found["open"] += not _settles(match, TrickClaim(tried.claimant, str(tricks)))
        found.update({"true": looked_through, "granted": looked_through})
    elif looked_through:
        try:
            found["true"] += Solver(tried, most=MAX_POSITIONS).holds(tricks)
        except TimeoutError:
            found["given up"] += 1
    return found


def _judge(tried: Ending, tricks: int, told: object, *, choosing: bool) -> Counter[str]:
    """Return whether a proven claim is false or too long to check."""
    try:
        if Solver(tried, choosing=choosing, most=MAX_POSITIONS).holds(tricks):
            return Counter()
    except TimeoutError:
        return Counter({"too long": 1, "proven": -1})
    sys.stderr.write(f"{tricks} is not certain: {tried}\n")
    return Counter({"false": 1})


def _settles(match: Match, claim: TrickClaim) -> bool:
    try:
        match.with_claim(claim)
    except RuleViolation:
        return False
    return True


def _holds_truth(match: Match, tried: Ending) -> bool:
    """Whether the real hands fit what is known of them."""
    assert match.deal
    hands = match.deal.layout.hands
    return all(not hands[who].bits & ~cards for who, cards in tried.might.items() if who >= 0)
