"""What tables have noted of their messages is read and written as databases have it."""

from __future__ import annotations

from typing import Any

import pytest

from kwbot.ids import UserId
from kwbot.storage.values.display_notes import (
    NOTES_VERSION,
    DisplayNotes,
    EventNote,
    HandNote,
    PingNote,
    VoteNote,
)

OF_OLD: dict[str, Any] = {
    "deal": 3,
    "old": [11, 12],
    "lobby": 13,
    "within": True,
    "planned": True,
    "hands": {"0": [3, 14, 1], "2": [2, 15]},
    "closed": [1, 2],
    "told_closed": [0],
    "vote": [40, 16],
    "told": 17,
    "unreachable": True,
    "rung": [18, [[0, 41], [2, 39]]],
    "event": [None, 1_700_000_000],
    "announcing": True,
    "reminded": 1_700_000_000,
    "reminder": 19,
}
"""All that a version without these documents has stored."""


def test_what_was_stored_before_there_were_versions() -> None:
    notes = DisplayNotes.read(OF_OLD)
    assert (notes.deal, notes.old, notes.open_lobby) == (3, (11, 12), 13)
    assert notes.lobby_in_thread
    assert notes.is_planned
    assert notes.hands == {0: HandNote(3, 14, UserId(1)), 2: HandNote(2, 15, None)}
    assert (notes.without_dms, notes.seats_without_dms) == ((1, 2), (0,))
    assert notes.vote == VoteNote(40, 16)
    assert notes.moderation_notice == 17
    assert notes.is_host_warned
    assert notes.ping == PingNote(18, ((0, 41), (2, 39)))
    assert notes.event == EventNote(None, 1_700_000_000)
    assert notes.is_adding_event
    assert (notes.reminder_second, notes.reminder) == (1_700_000_000, 19)


def test_it_is_written_under_the_same_keys() -> None:
    """So that the version before reads it, while the processes of a cluster are replaced."""
    written = DisplayNotes.read(OF_OLD).to_json()
    hands = {"0": [3, 14, 1], "2": [2, 15, None]}
    assert written == {**OF_OLD, "hands": hands, "version": NOTES_VERSION}
    assert DisplayNotes.read(written).to_json() == written


@pytest.mark.parametrize("key", sorted(OF_OLD))
def test_each_note_is_written_alone(key: str) -> None:
    written = DisplayNotes.read({key: OF_OLD[key]}).to_json()
    assert written.keys() == {key, "version"}


def test_what_is_over_is_not_written() -> None:
    """Versions before looked whether a key was there."""
    notes = DisplayNotes.read(OF_OLD)
    notes.is_planned = notes.is_host_warned = notes.is_adding_event = False
    notes.vote = notes.ping = notes.reminder = notes.open_lobby = None
    gone = {"planned", "unreachable", "announcing", "vote", "rung", "reminder", "lobby"}
    assert notes.to_json().keys() == {*OF_OLD, "version"} - gone


def test_what_a_newer_version_notes_is_kept() -> None:
    newer = {"deal": 2, "version": NOTES_VERSION + 1, "pinned": [5]}
    notes = DisplayNotes.read(newer)
    notes.deal = 3
    assert notes.to_json() == {"deal": 3, "version": NOTES_VERSION, "pinned": [5]}
