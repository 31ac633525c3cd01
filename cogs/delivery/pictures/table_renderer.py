"""The look of a table's message in its channel: as the server wants it, as far as possible."""

from collections.abc import Awaitable, Callable, Collection, Mapping

from cachetools import LRUCache

from cogs.delivery.pictures.faces import Faces, FindUser
from cogs.delivery.pictures.look_refusals import LookRefusals
from cogs.delivery.pictures.picture_renderer import AnyScene, PictureRenderer
from cogs.screens.club.evening_screen import podium_of
from cogs.screens.lobby.lobby_screen import lobby_screen
from cogs.screens.parts.card_preferences import CardPreferences
from cogs.screens.parts.components import Picture, Screen
from cogs.screens.parts.rendering import IN_WORDS, Rendering
from cogs.screens.table.past_deal import past_scene
from cogs.screens.table.table_facts import is_lone
from cogs.screens.table.table_screen import (
    Public,
    lone_screen,
    result_screen,
    table_scene,
    table_screen,
)
from cogs.screens.table.watch_screen import watch_scene, watch_screen
from kwbot.engine.values.actions import Seat
from kwbot.evenings.evening import Evening
from kwbot.ids import NO_TABLE, TableId
from kwbot.looks.result_lines import result_alternative
from kwbot.looks.table_lines import table_alternative
from kwbot.standings.climbs import Climb
from kwbot.tables.state.table_options import EMOJI_LOOK, LOOK_OPTION, PICTURE_LOOK
from kwbot.tables.state.table_state import ClosedTable, RunningTable, TableState
from kwbot.tables.time.clock import Clock
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.deal.scene import TableScene
from kwbot.text.deal.seating import NO_FACES

ClimbOf = Callable[[RunningTable], Awaitable[Climb | None]]
PICTURES_KEPT = 500
"""Most tables whose last picture is kept, at some 20 kB each."""


def drawn_in_channel(shows: TableScene | ResultScene | None) -> TableScene | ResultScene | None:
    """Return the part of a scene that the picture in a table's message shows."""
    if not isinstance(shows, TableScene):
        return shows
    drawn = shows.below_words()
    return drawn.between_tricks() if shows.playing else drawn  # single cards are shown above it


async def no_climb(table: RunningTable) -> None:
    """Return None: no standings are known."""


class TableRenderer:
    """Makes the screens of tables: as a picture, in emojis or in words. `clock` is a steady one."""

    def __init__(
        self,
        clock: Clock,
        find: FindUser,
        emojis: Callable[[], Mapping[str, int]] = dict,
        emojis_gone: Callable[[Collection[int]], bool] = lambda refused: False,
        climb_of: ClimbOf = no_climb,
    ) -> None:
        """`find` asks Discord for a user; `emojis`: the ids of the application's emojis, by name;
        `emojis_gone`: see LookRefusals; `climb_of`: see `Climbs`."""
        self.pictures = PictureRenderer(clock)
        self.faces = Faces(find)
        self.refusals = LookRefusals(clock, emojis_gone)
        self._emojis = emojis
        self._climb_of = climb_of
        self._drawn = LRUCache[TableId, tuple[AnyScene, bytes]](PICTURES_KEPT)
        """The last picture of each table's message."""

    async def table(self, table: TableState, channel_id: int, *, edit: bool = False) -> Screen:
        """Return the present message of a table. `edit`: whether it replaces another screen."""
        if table.running is None:
            return lobby_screen(table)
        if isinstance(table, RunningTable) and is_lone(table):
            return lone_screen(table)
        is_result = table.running.match.deal is None and table.running.match.finished is not None
        climb = await self._climb_of(table.running) if is_result else None
        public = Public.of(table.running, climb)
        shows = table_scene(table, public, self._faces(table))
        drawn = drawn_in_channel(shows)
        shown = await self.render(_look(table), drawn, channel_id, edit=edit, table_id=table.id)
        return table_screen(table, public, shows, shown)

    async def result(self, table: RunningTable, channel_id: int, *, edit: bool = False) -> Screen:
        """Return the message of the last scored deal, once the next deal has its own."""
        shows = past_scene(table, self._faces(table))
        assert shows is not None
        shown = await self.render(_look(table), shows, channel_id, edit=edit)
        return result_screen(table, shows, shown, await self._climb_of(table))

    async def deal(
        self, table: RunningTable, channel_id: int, *, edit: bool = False
    ) -> tuple[ResultScene, Rendering]:
        """Return the last scored deal, and how a channel shows it."""
        shows = past_scene(table, self._faces(table))
        assert shows is not None
        return shows, await self.render(_look(table), shows, channel_id, edit=edit)

    async def watcher_screen(
        self,
        table: RunningTable | ClosedTable,
        preferences: CardPreferences,
        channel_id: int,
        *,
        edit: bool,
    ) -> Screen:
        """Return a table as somebody watches it in a channel."""
        drawn = preferences.pictures_to_look_at
        shows = watch_scene(table, preferences, self.faces.at(table) if drawn else NO_FACES)
        scene = shows.below_words() if isinstance(shows, TableScene) else shows
        png = await self.png(scene if drawn else None, channel_id, edit=edit)
        return watch_screen(table, preferences, shows, Rendering(png, preferences.emojis))

    async def podium(self, evening: Evening, *, edit: bool = False) -> bytes | None:
        """Return the picture of an evening's podium, where the server likes pictures."""
        look = evening.options.get(LOOK_OPTION, PICTURE_LOOK)
        if look != PICTURE_LOOK:
            return None
        people = [(one.user, one.name) for one in evening.standing]
        scene = podium_of(evening, self.faces.of(people))
        return await self.png(scene if scene.steps else None, evening.channel, edit=edit)

    async def picture(
        self, shows: TableScene | ResultScene | None, channel_id: int, *, edit: bool = True
    ) -> Picture | None:
        """Return a deal's picture with its description in words; None without a picture."""
        png = await self.png(shows, channel_id, edit=edit)
        if shows is None or png is None:
            return None
        if isinstance(shows, ResultScene):
            return Picture(png, result_alternative(shows))
        return Picture(png, table_alternative(shows))

    async def png(
        self, shows: AnyScene | None, channel_id: int, *, edit: bool, table_id: TableId = NO_TABLE
    ) -> bytes | None:
        """Return the picture of a scene, if the channel takes pictures and there is time. With a
        `table_id`, it is kept for that table's message until the scene changes."""
        if shows is None or not self.refusals.takes(channel_id, edit=edit):
            return None
        scene, png = self._drawn.get(table_id, (None, None))
        if scene == shows:
            return png
        png = await self.pictures.picture(shows)
        if png is not None and table_id:
            self._drawn[table_id] = shows, png
        return png

    def _faces(self, table: TableState) -> Mapping[Seat, bytes]:
        """Return the faces at a table, if its look is a picture: nothing else shows any."""
        return self.faces.at(table) if _look(table) == PICTURE_LOOK else NO_FACES

    async def render(
        self,
        look: str,
        shows: AnyScene | None,
        channel_id: int,
        *,
        edit: bool,
        table_id: TableId = NO_TABLE,
    ) -> Rendering:
        """Return how a scene is shown in a look; `table_id`: see `png`."""
        if look not in (PICTURE_LOOK, EMOJI_LOOK):
            return IN_WORDS
        drawn = shows if look == PICTURE_LOOK else None
        return Rendering(
            await self.png(drawn, channel_id, edit=edit, table_id=table_id), self._emojis()
        )

    async def stop(self) -> None:
        """Fetch and draw nothing more."""
        await self.faces.stop()
        self.pictures.close()


def _look(table: TableState) -> str:
    return table.options.get(LOOK_OPTION, PICTURE_LOOK)
