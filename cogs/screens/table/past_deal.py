"""The last deal of a table, as its players saw it."""

from collections.abc import Mapping
from dataclasses import replace

from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.table.table_facts import channel_voice, facts_of
from kwbot.engine.values.actions import Seat
from kwbot.engine.views.view import View, view
from kwbot.tables.state.table_state import RunningTable
from kwbot.text.deal.result_scene import ResultScene, result_scene
from kwbot.text.deal.seating import NO_FACES, Likenesses


def seen_afterwards(table: RunningTable, seat: Seat | None) -> View:
    """Return the match after the last deal, with its players' names. Whoever has sat down since did
    not play in it."""
    match = replace(table.match, deal=None)
    names = match.last_names or match.names
    played = seat is not None and names[seat] == match.names[seat]
    return replace(view(match, seat if played else None), names=names)


def past_scene(
    table: RunningTable,
    faces: Mapping[Seat, bytes] = NO_FACES,
    preferences: CardPreferences | None = None,
    seat: Seat | None = None,
) -> ResultScene | None:
    """Return the last scored deal's result; `preferences`, `seat`: of whoever sees it alone."""
    ended, seen = table.match.finished, seen_afterwards(table, seat)
    if ended is None or seen.last is None:
        return None
    names = enumerate(table.match.names)
    faces = Likenesses.from_faces(faces).of(
        seat for seat, name in names if seen.names[seat] == name
    )
    voice = preferences.voice(seen) if preferences else channel_voice(seen, table)
    return result_scene(seen, ended, voice, faces, facts_of(table))
