"""The ends that make a bid: the other half of the proof, from the goal alone."""

from functools import lru_cache

from kwbot.variants.kombinations_whist.bids import goal_of
from kwbot.variants.kombinations_whist.goal import Progress, later_more
from kwbot.variants.kombinations_whist.printed_bids import Standard

from .frame import Frame


@lru_cache(maxsize=4096)
def making_ends(frame: Frame, standard: Standard, counted: frozenset[str]) -> int:
    """Return the ends that make the standard bid with the counted specials for some guess of
    declarer's and some distribution of the others' tricks."""
    greed = "girighet" in counted
    found = 0
    for end in frame.ends:
        if (end.opened and "las" in counted) or (end.took_last and "sluthund" in counted):
            continue
        # Only Limbo depends on which tricks they were.
        early = end.early if standard.need is later_more else min(end.mine, frame.early)
        if _meeting_ends(frame, standard, end.mine, early, greed=greed):
            found |= frame.bit(end)
    return found


@lru_cache(maxsize=4096)
def _meeting_ends(frame: Frame, standard: Standard, mine: int, early: int, *, greed: bool) -> bool:
    guess = frozenset({mine - 1, mine + 1} if greed else {mine}) & set(range(frame.tricks + 1))
    if standard.guesses and len(guess) > standard.guesses:
        return False
    goal = goal_of(standard, frozenset({"girighet"} if greed else ()), guess)
    return any(
        goal.is_met(Progress(frame.tricks, mine, others, early))
        for others in _shares(frame.tricks - mine, frame.players - 1)
    )


def _shares(tricks: int, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the most uneven and the most even distribution of the tricks: if any meets a need that
    compares, one of these does."""
    share, over = divmod(tricks, players)
    even = tuple(share + (at >= players - over) for at in range(players))
    return (*(0,) * (players - 1), tricks), even
