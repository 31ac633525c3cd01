"""The greeting of a new server, and of whoever asks for help: what, how, why, three buttons."""

from functools import cache

from discord import ButtonStyle

from cogs.screens.parts import components
from cogs.screens.parts.components import ActionRow, Part, Press, Screen, Section, Thumbnail
from kwbot import BUILD
from kwbot.engine.values.wording import N_, Term
from kwbot.text.catalogue import PROJECT_FOLDER
from kwbot.text.words.language import Language

PLAY, LEARN, DAILY = "welcome-play", "welcome-learn", "welcome-daily"
"""Areas of presses that do what a command does."""

_PLAY = Term("Play", "button")
_LEARN = Term("Learn", "button")
_DAILY = Term("Deal of the day", "button")
_TITLE = N_("Cards, anyone?")
_WHAT = N_("Five kinds of whist, alone or together.")
_HOW = N_("Your hand comes in private; the tricks fall in the channel.")
_WHY = N_("Every game counts on this server's leaderboard.")
_ALONE = N_("Games are played on servers. Lessons are here, too.")
_MORE = N_("Moderators: /settings · your data: /privacy · version {version}")
_PICTURE = N_("Four aces")
_FILE = "welcome.png"


@cache
def _picture() -> bytes:
    return (PROJECT_FOLDER / "data" / _FILE).read_bytes()


def welcome_screen(language: Language, *, on_server: bool = True, asked: bool = False) -> Screen:
    """Return the greeting of a server, or, if somebody has `asked`, of a person. Outside a server
    only lessons are offered."""
    about = f"## {language.text(_TITLE)}\n{language.text(_WHAT)}"
    picture = Thumbnail(_FILE, language.text(_PICTURE))
    told = [_HOW, _WHY] if on_server else [_ALONE]
    learn = components.button(language.term(_LEARN), Press(LEARN), ButtonStyle.primary)
    buttons = [
        components.button(language.term(_PLAY), Press(PLAY), ButtonStyle.success),
        learn,
        components.button(language.term(_DAILY), Press(DAILY)),
    ]
    more = language.text(_MORE, version=BUILD)
    parts: list[Part] = [
        Section(components.words(about), picture),
        components.words("\n".join(map(language.text, told))),
        ActionRow(*(buttons if on_server else [learn])),
        *([components.words(f"-# {more}")] if asked else []),
    ]
    return components.box(parts, components.TURN_COLOUR, {_FILE: _picture()})
