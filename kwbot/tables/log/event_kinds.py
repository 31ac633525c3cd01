"""The kinds of events in the log of a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event. `in_record`: its body is lines of the record; `by_program`: no user did
    it."""

    in_record: bool = False
    by_program: bool = False


EVENT_KINDS: dict[str, EventKind] = {
    "newcomer": EventKind(),
    "start": EventKind(in_record=True),
    "places": EventKind(by_program=True),
    "commit": EventKind(by_program=True),
    "press": EventKind(by_program=True),
    "ready": EventKind(),
    "stir": EventKind(),
    "deal": EventKind(in_record=True, by_program=True),
    "cards": EventKind(in_record=True, by_program=True),
    "action": EventKind(in_record=True),
    "extend": EventKind(by_program=True),
    "timeout": EventKind(in_record=True, by_program=True),
    "computer": EventKind(in_record=True, by_program=True),
    "forced": EventKind(in_record=True, by_program=True),
    "foul": EventKind(in_record=True),
    "claim": EventKind(in_record=True),
    "undo": EventKind(in_record=True),
    "away": EventKind(in_record=True),
    "back": EventKind(in_record=True),
    "seat": EventKind(in_record=True),
    "finish": EventKind(in_record=True),
    "restored": EventKind(by_program=True),
    "propose": EventKind(),
    "vote": EventKind(),
    "host": EventKind(),
    "agree": EventKind(),
    "silent": EventKind(by_program=True),
    "heard": EventKind(),
    "against": EventKind(),
    "reject": EventKind(),
}
"""Every kind of event.

Actions are by the player ("action"), for a player whose time ran out ("timeout"), by a computer, or
"forced" where there is no choice. "extend": a player gets as much time again; "silent": the table
has waited for a player too long; "heard": that player has pressed something since.
"""
