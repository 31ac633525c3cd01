"""The standing over the evenings of a season: each entrant's best ones count."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from kwbot.evenings.standing import EveningScore
from kwbot.ids import UserId


@dataclass(frozen=True, slots=True)
class SeasonScore:
    """A line of the standing; equal points share a place. `points`: of the best evenings, so many
    as are `counted` of all `evenings`; `won`: how many evenings ended with first place."""

    place: int
    user: UserId
    name: str
    points: int
    evenings: int
    counted: int
    won: int


def season_standing(
    evenings: Iterable[Iterable[EveningScore]], best: int | None
) -> list[SeasonScore]:
    """Return the standing over evenings, given their standings in order. `best`: how many evenings
    count for each entrant (None: all). A person who was forgotten has no line."""
    points: dict[UserId, list[int]] = {}
    won: dict[UserId, int] = {}
    names: dict[UserId, str] = {}
    for score in chain.from_iterable(evenings):
        user = score.entrant.user
        if user is not None:
            points.setdefault(user, []).append(score.points)
            won[user] = won.get(user, 0) + (score.place == 1)
            names[user] = score.entrant.name
    sums = {user: sum(sorted(each, reverse=True)[:best]) for user, each in points.items()}
    ranked = sorted(sums, key=lambda user: (-sums[user], user))
    places: dict[int, int] = {}
    for place, user in enumerate(ranked, 1):
        places.setdefault(sums[user], place)
    return [
        SeasonScore(
            place=places[sums[user]],
            user=user,
            name=names[user],
            points=sums[user],
            evenings=len(points[user]),
            counted=min(best or len(points[user]), len(points[user])),
            won=won[user],
        )
        for user in ranked
    ]
