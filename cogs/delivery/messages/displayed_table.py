"""What all messages of a table share: its state, its notes and the answers under way."""

from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cogs.delivery.calls.catch_up_loop import CatchUpLoop
from cogs.delivery.calls.discord_calls import DiscordCalls
from cogs.delivery.messages.kept_message import Address, Content, KeptMessage, State
from cogs.delivery.messages.rhythm import Rhythm
from cogs.delivery.pictures.table_renderer import TableRenderer
from cogs.screens.table.table_facts import shown_deal
from kwbot.engine.values.actions import Seat
from kwbot.ids import GuildId, TableId, UserId
from kwbot.storage.values.display_notes import DisplayNotes
from kwbot.tables.errors.refusals import OwnedElsewhere
from kwbot.tables.state.indexed_table import IndexedTable
from kwbot.tables.state.table_state import TableState
from kwbot.tables.time.clock import Clock

Keep = Callable[[], Awaitable[None]]
Theirs = Callable[[int | None, DisplayNotes], int | None]
"""Returns the message of another process for the same purpose, by the table's message and notes."""


class TableOwner(Protocol):
    """Knows the open tables of other processes; see `TableOwnership`."""

    async def elsewhere(self, guild_id: GuildId) -> Sequence[IndexedTable]: ...


class TableKeeper(Protocol):
    """What the messages of a table need from the tables; see `Tables`."""

    @property
    def index(self) -> Iterable[IndexedTable]: ...

    @property
    def ownership(self) -> TableOwner: ...

    async def note(self, table_id: TableId, **values: object) -> None: ...

    async def notes_of(self, table_id: TableId) -> tuple[int | None, DisplayNotes]: ...

    async def pause(self, table_id: TableId, *, paused: bool) -> None: ...


@dataclass(eq=False)
class DisplayedTable:
    """What the messages of a table have in common. `table` is the state to show.

    `present`: the table's message in its channel; `claims`: messages that the answer to a press is
    about to redraw; `lent`: users who are about to get a private copy of their hand in answer to a
    press; `followers`: loops of messages that belong below `present`; `is_elsewhere`: whether
    another process shows the table now.
    """

    table: TableState
    tables: TableKeeper
    calls: DiscordCalls
    renderer: TableRenderer
    clock: Clock
    claims: set[int | None] = field(default_factory=set)
    lent: set[UserId | None] = field(default_factory=set)
    followers: dict[Seat, CatchUpLoop] = field(default_factory=dict)
    is_elsewhere: bool = False

    def __post_init__(self) -> None:
        self.rhythm = Rhythm(self.calls.client, self.clock)
        self.notes = self.table.notes
        self.present = self.message(self.table.message)
        self._resumed_deal = shown_deal(self.table) if self.table.running else 0

    def message(
        self,
        at: Address | None = None,
        shows: Hashable = None,
        *,
        look_again: Callable[[], object] = bool,
    ) -> KeptMessage:
        """Return a message of the table, which leaves redrawing to the answer to a press on it."""
        refusals = self.renderer.refusals
        return KeptMessage(self.calls.messages, refusals, at, shows, self.claims, look_again)

    def is_doubtful(self, deal_number: int) -> bool:
        """Whether a process that died may have posted messages of a deal without noting them: the
        deal was already under way when this process took over the table."""
        return deal_number == self._resumed_deal != 0

    @property
    def is_last_in_thread(self) -> bool:
        """Whether the table has a thread of its own that nothing else uses: an evening may play its
        next table there, and others their next game."""
        table = self.table
        if table.parent_channel is None or table.evening_id is not None:
            return False
        return not any(
            one.channel == table.channel and one.id != table.id for one in self.tables.index
        )

    async def keep(self, **values: object) -> None:
        """Store the notes, and `values` of the table. Raises OwnedElsewhere."""
        if self.is_elsewhere:  # even if the table has come back since
            raise OwnedElsewhere
        await self.tables.note(self.table.id, display=self.notes.to_json(), **values)

    async def post(
        self,
        loop: CatchUpLoop,
        channel_id: int,
        message: KeptMessage,
        content: Content[State],
        keep: Keep,
        theirs: Theirs,
    ) -> bool:
        """Post a message and `keep` it, even if `loop` ends meanwhile (see `MessageCalls.keep`).
        Return False where nothing was left to say."""

        async def find_theirs() -> int | None:
            return theirs(*await self.tables.notes_of(self.table.id))

        with loop.wholly():
            if not await message.post(channel_id, content, self.notes.old):
                return False
            assert message.id is not None
            await self.calls.messages.keep(channel_id, message.id, keep(), find_theirs)
        return True

    async def keep_dms(self, user_id: UserId, *, open_: bool) -> None:
        """Store whether a user accepts direct messages: the table directs nobody there in vain."""
        before = {*self.notes.without_dms}
        now = before - {user_id} if open_ else before | {user_id}
        if now != before:
            self.notes.without_dms = tuple(sorted(now))
            await self.keep()
