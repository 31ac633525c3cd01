"""The settings of servers and players, as checked JSON documents."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from kwbot.ids import TableId

Language = Annotated[str, Field(pattern=r"^[a-z]{2}$")]
Zone = Annotated[str, Field(max_length=64)]
Hour = Annotated[int, Field(ge=0, le=23)]
Seconds = Annotated[int, Field(ge=0, le=7 * 24 * 3600)]


Look = Literal["picture", "emoji", "text"]
"""How a table and its cards are shown."""
HandPlace = Literal["dm", "here"]
"""Where players see their hands: in direct messages, or in the channel for their eyes only."""
SeasonKind = Literal["month", "quarter", "none"]
"""How long a server's seasons are."""


class Document(BaseModel):
    """A stored JSON object. Keys of older and newer versions are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    def to_text(self) -> str:
        """Return the document as stored, without what nobody has chosen: defaults may change, and
        an older version may not know all keys."""
        return self.model_dump_json(by_alias=True, exclude_none=True, exclude_unset=True)


MAX_PRESETS = 10
MAX_PRESET_NAME = 40


class ServerPreset(Document):
    """Named settings of a table, saved by a server's moderators."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_PRESET_NAME)]
    game: str
    options: dict[str, str]


class GuildSettings(Document):
    """A server's settings by its moderators. 0 seconds mean no limit."""

    language: Language | None = None  # None: the server's own on Discord
    time_zone: Zone | None = None  # None: that of the language
    greeted: bool = False  # by the bot, when it joined
    ping_role: int | None = Field(None, alias="ring_role")  # as a stored document calls it
    threads: bool = True
    look: Look = "picture"
    hand: HandPlace = "dm"
    openers: Literal["everyone", "moderators"] = "everyone"
    first_bid_seconds: Seconds = 60
    bid_seconds: Seconds = 20
    other_seconds: Seconds = 60
    card_seconds: Seconds | None = None  # None: as other decisions
    pace: Literal["calm", "normal", "quick"] = "normal"
    presets: Annotated[tuple[ServerPreset, ...], Field(max_length=MAX_PRESETS)] = ()
    close_after_hours: Annotated[int, Field(ge=1, le=24 * 365)] = 24
    max_players: Annotated[int, Field(ge=3, le=25)] = 12
    take_back: bool = True  # among people, by a vote
    show_leavers: bool = False  # to hosts and moderators
    season: SeasonKind = "quarter"
    best_evenings: Annotated[int, Field(ge=1, le=50)] | None = None  # None: all count
    ratings: bool = False
    # Tables open at once:
    tables_per_person: PositiveInt = 5
    tables_per_channel: PositiveInt = 10
    tables_per_server: PositiveInt = 100


class LessonState(Document):
    """Somebody's progress in a lesson: the moves so far, and whether they have left its course."""

    moves: tuple[str, ...] = ()
    free: bool = False


class RerunState(Document):
    """A finished deal of a table that somebody replays alone: the move from which they start, their
    seat, and all moves since."""

    table: TableId
    deal: int
    start: int
    seat: int
    moves: tuple[str, ...] = ()


class Learning(Document):
    """Somebody's progress in the lessons, by key, and in the deal that they replay."""

    current: str = ""
    begun: dict[str, LessonState] = {}
    done: tuple[str, ...] = ()
    offered: bool = False  # the first lesson, at their first table
    rerun: RerunState | None = None


class Preferences(Document):
    """The preferences of a player, for all servers."""

    language: Language | None = None  # None: the language of their Discord client
    sorting: Literal["ascending", "descending"] = "descending"
    four_colour: bool = True
    look: Look | None = None  # None: emojis to play by, pictures to look at
    hand: HandPlace | None = None  # None: as the server wants it
    confirm_cards: bool = False
    play_single: bool = True
    invitations: bool = True
    quiet_from: Hour | None = None  # None: no quiet hours
    quiet_until: Hour = 8
    time_zone: Zone | None = None  # of the quiet hours; None: the server's
    forgotten_as: int | None = None  # their token while their data is being deleted
