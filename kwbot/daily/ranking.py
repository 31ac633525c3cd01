"""The ranking of the deals of the day: places, squares, streaks and tables."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from kwbot.ids import NO_USER, UserId
from kwbot.listings import DailyLine, TotalLine
from kwbot.storage.values.stored_dailies import DailyScore, StoredPlay

SQUARES = 5
_STREAK_GRACE = timedelta(days=7)


def standing(plays: Sequence[StoredPlay], streaks: Mapping[UserId, int]) -> list[DailyLine]:
    """Return the standing of a deal; `plays`: the finished ones, the best first."""
    points = [one.points or 0 for one in plays]
    return [
        DailyLine(
            1 + sum(other > mine for other in points), one.user_id, mine,
            streaks.get(one.user_id or NO_USER, 0),
        )
        for one, mine in zip(plays, points, strict=True)
    ]  # fmt: skip


def share_of(points: int, others: Sequence[int]) -> float:
    """Return the share, from 0 to 1, of the others whom somebody is ahead of; equals count half."""
    if not others:
        return 0.5
    behind = sum(1.0 if points > other else 0.5 if points == other else 0.0 for other in others)
    return behind / len(others)


def squares(points: int, others: Sequence[int]) -> int:
    """Return how many of five squares show `share_of`, which reveals nothing about the cards."""
    return int(SQUARES * share_of(points, others) + 0.5)


def streak(days: Iterable[date], played: Collection[date], pending: Collection[date]) -> int:
    """Return how many deals in a row somebody has played. `days`: with a deal, the newest first.
    One missed deal in seven days keeps the streak; a `pending` one is not missed yet."""
    found, missed = 0, None
    for day in days:
        if day in played:
            found += 1
        elif day not in pending:
            if missed is not None and missed - day < _STREAK_GRACE:
                break
            missed = day
    return found


def _shares_of_day(scores: Sequence[DailyScore]) -> Iterator[tuple[UserId, float]]:
    """Yield the share of each player of a day's deal, with the strong player among the others."""
    strong = [] if scores[0].strong is None else [scores[0].strong]
    for at, one in enumerate(scores):
        if one.user_id is not None:
            others = [other.points for number, other in enumerate(scores) if number != at]
            yield one.user_id, share_of(one.points, [*others, *strong])


def totals(scores: Iterable[DailyScore]) -> list[TotalLine]:
    """Return the table of some days. A forgotten person counts only in the others' shares."""
    by_day: dict[date, list[DailyScore]] = defaultdict(list)
    for score in scores:
        by_day[score.day].append(score)
    shares: dict[UserId, list[float]] = defaultdict(list)
    for those in by_day.values():
        for user, share in _shares_of_day(those):
            shares[user].append(share)
    added = {user: round(100 * sum(found)) for user, found in shares.items()}
    best_first = sorted(added, key=lambda user: (-added[user], user))
    return [
        TotalLine(1 + sum(added[other] > added[user] for other in added), user, added[user],
                  len(shares[user]))
        for user in best_first
    ]  # fmt: skip
