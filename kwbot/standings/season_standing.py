"""The standing over a season's evenings, of which each entrant's best ones count."""

from collections.abc import Iterable
from itertools import chain

from kwbot.ids import UserId
from kwbot.listings import EveningScore, EveningsEntry


def season_standing(
    evenings: Iterable[Iterable[EveningScore]], best: int | None
) -> list[EveningsEntry]:
    """Return the standing over evenings from their standings in order. `best`: how many evenings
    count for each entrant (None: all). A forgotten person has no line."""
    points: dict[UserId, list[int]] = {}
    won: dict[UserId, int] = {}
    names: dict[UserId, str] = {}
    for score in chain.from_iterable(evenings):
        user = score.user
        if user is not None:
            points.setdefault(user, []).append(score.points)
            won[user] = won.get(user, 0) + (score.place == 1)
            names[user] = score.name
    sums = {user: sum(sorted(each, reverse=True)[:best]) for user, each in points.items()}
    ranked = sorted(sums, key=lambda user: (-sums[user], user))
    places: dict[int, int] = {}
    for place, user in enumerate(ranked, 1):
        places.setdefault(sums[user], place)
    return [
        EveningsEntry(
            rank=places[sums[user]],
            user_id=user,
            name=names[user],
            points=sums[user],
            evenings=len(points[user]),
            counted=min(best or len(points[user]), len(points[user])),
            won=won[user],
        )
        for user in ranked
    ]
