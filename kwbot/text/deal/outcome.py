"""The outcome of a deal: a line for those who made the contract and one for those who did not.
Every text about a result begins with it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_, Listed, Sentence, Who
from kwbot.engine.views.view import View
from kwbot.text.deal.seating import note_text, to_viewer, you_first
from kwbot.text.words import lines
from kwbot.text.words.language import Voice

MARKS: Mapping[bool | None, str] = {True: "✅ ", False: "❌ ", None: ""}
"""The marks of contracts made and not made, with a blank."""


# fmt: off
_WITHOUT_CONTRACT = {
    "{bid}, {won} of 13 tricks: {formula} from each opponent.":
        N_("{formula} from each opponent."),
    "{bid}, {won} of 13 tricks: {formula} to each opponent.":
        N_("{formula} to each opponent."),
    "{side} made {bid}: {formula} from each of the others.":
        N_("{formula} from each of the others."),
    "{side} went down in {bid}: {formula} to each of the others.":
        N_("{formula} to each of the others."),
}
# fmt: on
"""Shorter forms of notes, for a place below the players, contract and tricks."""


class DealOutcome(NamedTuple):
    """The outcome for players who shared a contract, or played it alone with the same result.
    `made`: None without a contract; `note`: the result's note that says the same, if any."""

    made: bool | None
    text: str
    note: Sentence | None = None

    @property
    def mark(self) -> str:
        """The mark before the text, with a blank."""
        return MARKS[self.made]


class _Party(NamedTuple):
    """Players who share a contract, or play it alone with the same result; the viewer first."""

    made: bool
    seats: list[Seat]


def outcomes(view: View, result: DealResult, voice: Voice) -> list[DealOutcome]:
    """Return the outcomes with the contract, those who made it first; without a contract the first
    note on the deal."""
    return _without_contract(view, result, voice) or [
        _with_contract(party, view, result, voice) for party in _parties(view, result)
    ]


def brief_outcomes(view: View, result: DealResult, voice: Voice) -> list[DealOutcome]:
    """Return the outcomes of a deal for a place beside the contract's name."""
    return _without_contract(view, result, voice) or [
        DealOutcome(party.made, _brief(party, view, result, voice))
        for party in _parties(view, result)
    ]


def all_made(result: DealResult) -> bool | None:
    """Return whether a deal's contract was made; None if there was none, or if only some of several
    soloists made it."""
    ends = {made for _, made in result.soloists}
    return None if len(ends) > 1 else result.made


def headlines(found: Sequence[DealOutcome]) -> list[str]:
    """Return a line for each outcome, in bold with its mark."""
    return [f"{one.mark}**{one.text}**" for one in found]


def outcome_lines(view: View, result: DealResult, voice: Voice) -> list[str]:
    """Return the outcomes in bold, a line each, and below how the points arose."""
    found = outcomes(view, result, voice)
    return [
        *headlines(found),
        *(f"• {note_below(note, result, view.seat, voice)}" for note in notes_below(found, result)),
    ]


def note_below(note: Sentence, result: DealResult, viewer: Seat | None, voice: Voice) -> str:
    """Return a note without what the outcome above it says."""
    if not _is_shortened(note, result):
        return note_text(note, viewer, voice)
    return voice.language.text(_WITHOUT_CONTRACT[note.text], formula=note.values["formula"])


def _is_shortened(note: Sentence, result: DealResult) -> bool:
    """Whether a note can be shortened, as the outcome above it names all players and the bid."""
    return len({made for _, made in result.soloists}) < 2 and note.text in _WITHOUT_CONTRACT


def notes_below(found: Sequence[DealOutcome], result: DealResult) -> list[Sentence]:
    """Return the notes that add to the outcomes and scores, those on the contract first."""
    said = [one.note for one in found]
    rest = [note for note in result.notes if note not in said and not _is_said(note, result)]
    return sorted(rest, key=lambda note: not _is_about_contract(note, result))


def _without_contract(view: View, result: DealResult, voice: Voice) -> list[DealOutcome]:
    if result.declarer is not None and result.made is not None:
        return []
    return [DealOutcome(None, note_text(note, view.seat, voice), note) for note in result.notes[:1]]


def _parties(view: View, result: DealResult) -> Iterator[_Party]:
    """Yield those who made the contract, and those who did not."""
    declarer, soloists = result.declarer, result.soloists
    if declarer is None or result.made is None:
        return
    if len(soloists) < 2:
        side = _declarers_side(view, result, declarer)
        yield _Party(result.made, you_first(side, view.seat))
        return
    for made in (True, False):
        if seats := you_first((seat for seat, one in soloists if one is made), view.seat):
            yield _Party(made, seats)


def _declarers_side(view: View, result: DealResult, declarer: Seat) -> tuple[Seat, ...]:
    together = (seat for seat in (declarer, result.partner) if seat is not None)
    usual = tuple(dict.fromkeys(together))
    return next((side for side in view.sides if declarer in side), usual)


def _with_contract(party: _Party, view: View, result: DealResult, voice: Voice) -> DealOutcome:
    """Return an outcome with the contract's name, in the game's own words if it has any."""
    made, seats = party
    note = next((one for one in result.notes if _speaks_of(one, seats, result)), None)
    if note is not None and not _is_shortened(note, result):
        to_side = "side" in note.values
        said = note_text(note, view.seat, voice) if to_side else to_viewer(view, voice).say(note)
        return DealOutcome(made, said, note)
    if result.contract is None:
        return DealOutcome(made, _brief(party, view, result, voice))
    text = N_("{players} made {bid}") if made else N_("{players} went down in {bid}")
    names, bid = _names(seats, view, voice), voice.bid(result.contract)
    told = [voice.language.text(text, players=names, bid=bid)]
    if len(result.soloists) < 2:
        told.append(lines.tricks(sum(result.tricks[seat] for seat in seats), voice.language))
    return DealOutcome(made, lines.DOT.join(told))


def _speaks_of(note: Sentence, seats: list[Seat], result: DealResult) -> bool:
    """Whether a note gives the outcome of the contract for exactly these players."""
    who = note.values.get("player", note.values.get("side"))
    members = who.items if isinstance(who, Listed) else (who,)
    return _is_about_contract(note, result) and set(members) == set(map(Who, seats))


def _is_said(note: Sentence, result: DealResult) -> bool:
    """Whether a note says only contract, tricks and gain, which are shown beside it."""
    return bool(result.made) and note.values.keys() == {"player", "side", "count", "points"}


def _is_about_contract(note: Sentence, result: DealResult) -> bool:
    return result.contract is not None and note.values.get("bid") == result.contract


def _brief(party: _Party, view: View, result: DealResult, voice: Voice) -> str:
    made, seats = party
    language, names = voice.language, _names(seats, view, voice)
    if len(result.soloists) > 1:
        text = N_("{players} made it") if made else N_("{players} went down")
        return language.text(text, players=names)
    count = sum(result.tricks[seat] for seat in seats)
    if made:
        return language.plural(
            "{players} made it with {count} trick", "{players} made it with {count} tricks", count,
            players=names,
        )  # fmt: skip
    return language.plural(
        "{players} went down with {count} trick", "{players} went down with {count} tricks", count,
        players=names,
    )  # fmt: skip


def _names(seats: list[Seat], view: View, voice: Voice) -> str:
    """Return the joined names of partners; the viewer is "You"."""
    return lines.AND.join(map(to_viewer(view, voice).name, seats))
