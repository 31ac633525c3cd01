"""Remarks of computer players on a finished deal: now and then a line in its result.

They are about the speaker, the cards or, kindly or dryly, an opponent's contract, but never about a
partner's play, and only about what everybody has seen by then. The deal's cards, and so the table's
secret, decide who speaks.
"""

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import NamedTuple

from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Dealt, Seat
from kwbot.engine.values.wording import N_, Sentence, Who
from kwbot.players.tastes.characters import CHARACTERS, Tone
from kwbot.tables.state.table_options import REMARKS_OFF, REMARKS_ON, REMARKS_OPTION
from kwbot.tables.state.table_state import RunningTable

DEALS_A_REMARK = 4
"""One deal in this many gets a remark."""
MANY_TRICKS, FEW_TRICKS = 9, 4
"""Many and few of 13 tricks, for a side of two."""

_MADE = {
    Tone.DRY: (N_("That went as planned."), N_("I've had worse hands. I think.")),
    Tone.KIND: (N_("What a lovely hand that was."), N_("I enjoyed that one.")),
}
_FAILED = {
    Tone.DRY: (N_("My cards looked taller in the auction."), N_("I have bid better.")),
    Tone.KIND: (N_("I hoped for too much there."), N_("Never mind, the next deal is a new one.")),
}
_THEY_MADE = {
    Tone.DRY: (N_("Noted, {player}."), N_("{player} might have left us something.")),
    Tone.KIND: (N_("Well bid, {player}!"), N_("That was a fine contract, {player}.")),
}
_THEY_FAILED = {
    Tone.DRY: (N_("A brave bid, {player}."), N_("It happens to all of us, {player}. So I'm told.")),
    Tone.KIND: (N_("Bad luck, {player}."), N_("I'd have bid that too, {player}.")),
}
_GOOD_CARDS = {
    Tone.DRY: (N_("I could get used to cards like these."), N_("For once, no complaints.")),
    Tone.KIND: (N_("The cards were very friendly to me."), N_("That was fun. Another one?")),
}
_BAD_CARDS = {
    Tone.DRY: (N_("I've seen better cards in a biscuit tin."), N_("Someone had my aces.")),
    Tone.KIND: (N_("Not my cards this time."), N_("You had the cards, and that's all right.")),
}
Lines = dict[Tone, tuple[str, str]]


class Comment(NamedTuple):
    """A computer player's remark on a deal, and its seat."""

    seat: Seat
    sentence: Sentence


def remark_of(table: RunningTable) -> Comment | None:
    """Return a remark on the last scored deal; None for most deals."""
    ended = table.match.finished
    if (
        ended is None
        or ended.result is None
        or not ended.result.played
        or not _computers_speak(table)
    ):
        return None
    dealt = next((str(action) for _, action in ended.log if isinstance(action, Dealt)), "")
    seed = sha256(f"kwbot banter 1 {table.id} {dealt}".encode()).digest()
    rng = Random(int.from_bytes(seed[:7]))  # noqa: S311 - decides nothing that matters
    remarks = list(_remarks(table, ended.result, rng))
    return rng.choice(remarks) if rng.randrange(DEALS_A_REMARK) == 0 and remarks else None


def _computers_speak(table: RunningTable) -> bool:
    """Whether computers make remarks at a table: by its option, or if one person is alone."""
    option = table.options.get(REMARKS_OPTION)
    alone = len(table.humans) == 1
    return option == REMARKS_ON or (alone and option != REMARKS_OFF)


def _remarks(table: RunningTable, result: DealResult, rng: Random) -> Iterator[Comment]:
    """Yield a remark of each computer player who has something to say."""
    for seat, seated in enumerate(table.seated):
        character = CHARACTERS.get(seated.name) if seated.user is None else None
        lines = _occasion(table, result, seat) if character else None
        if character and lines:
            about = {} if result.declarer is None else {"player": Who(result.declarer)}
            yield Comment(seat, Sentence(rng.choice(lines[character.tone]), **about))


def _occasion(table: RunningTable, result: DealResult, seat: Seat) -> Lines | None:
    """Return the lines from which `seat` may say one; None: it says nothing."""
    declarer = result.declarer
    if declarer is None or result.made is None or not table.match.variant.has_auction:
        return _by_tricks(table, result, seat)
    own = {declarer: result.made, **dict(result.soloists)}
    if seat in own:
        return _MADE if own[seat] else _FAILED
    if _together(table, result, seat) or table.seated[declarer].user is None:
        return None
    return _THEY_MADE if result.made else _THEY_FAILED


def _together(table: RunningTable, result: DealResult, seat: Seat) -> bool:
    """Whether `seat` played with declarer."""
    if seat == result.partner:
        return True
    return any({seat, result.declarer} <= set(side) for side in _sides(table))


def _sides(table: RunningTable) -> tuple[tuple[Seat, ...], ...]:
    return table.match.variant.sides(table.match.sheet)


def _by_tricks(table: RunningTable, result: DealResult, seat: Seat) -> Lines | None:
    """Return the lines on a side's many or few tricks, for a deal without bids."""
    side = next((side for side in _sides(table) if seat in side), None)
    avoided = table.match.variant.avoids_tricks(result.contract)
    if side is None or avoided or sum(result.tricks) < MANY_TRICKS:
        return None
    taken = sum(result.tricks[one] for one in side)
    return _GOOD_CARDS if taken >= MANY_TRICKS else _BAD_CARDS if taken <= FEW_TRICKS else None
