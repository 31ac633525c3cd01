"""Lists of games, with a line for each: when, what, who, and how it ended."""

from collections.abc import Sequence

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.ids import NO_USER
from kwbot.listings import GamePlayer, PlayedGame
from kwbot.text.words import lines
from kwbot.text.words.facts import COMPUTER
from kwbot.text.words.language import Language
from kwbot.text.words.markdown import cut, escape
from kwbot.text.words.mentions import mention

_HEADLINES = {
    "me": N_("Your games"),
    "here": N_("Games in this channel"),
    "player": N_("Games of {player}"),
}
"""The headlines of lists by whose games they have."""
_NONE = N_("No deal has been finished yet. Start a game with /play.")
_RUNNING = N_("in progress")
_UNFINISHED = N_("not finished")
_OF_EVENING = N_("part of an evening")
_COMPUTERS_WIN = N_("a computer won")
_RESULT_ALONE = N_("Where there's no button, only the result is kept: the cards are deleted.")
_MAX_NAMES_LENGTH, _MAX_WINNERS_LENGTH = 350, 150
"""Most characters of the names of a game's players and winners: a page of games is one message."""
OWN_GAMES = Term("Your games", "button")
GAMES_HERE = Term("This channel", "button")


def list_title(whose: str, language: Language, player: str = "") -> str:
    """Return the headline of a list; `whose`: a key of `_HEADLINES`."""
    return f"### 🎞️ {language.text(_HEADLINES[whose], player=player)}"


def list_end(games: Sequence[PlayedGame], page: int, pages: int, language: Language) -> str:
    """Return the lines below a page of a list; pages count from 1."""
    if not games:
        return language.text(_NONE)
    number = language.text(N_("Page {page} of {pages}"), page=page, pages=pages)
    alone = "" if all(one.is_kept for one in games) else language.text(_RESULT_ALONE)
    told = [one for one in (number if pages > 1 else "", alone) if one]
    return "\n".join(f"-# {one}" for one in told)


def game_line(variant: Variant, game: PlayedGame, language: Language) -> str:
    """Return a line like ``23/11/2026 · **Whist** · Anna, Bo, Else 🤖 · 🏆 Anna 12 points``."""
    when = f"<t:{int(game.at.timestamp())}:d>"
    named = ", ".join(
        f"{_name_of(one)} {COMPUTER}" if one.user is None else _name_of(one) for one in game.players
    )
    people = cut(named, _MAX_NAMES_LENGTH)
    name = f"**{language.term(variant.name)}**"
    return lines.DOT.join((when, name, people, _outcome(variant, game, language)))


def _name_of(player: GamePlayer) -> str:
    return escape(player.name) if player.name else mention(player.user or NO_USER)


def _outcome(variant: Variant, game: PlayedGame, language: Language) -> str:
    if game.is_running:
        return f"▶️ {language.text(_RUNNING)}"
    if not game.is_finished and game.on_evening:
        return f"🌙 {language.text(_OF_EVENING)}"
    if not game.is_finished:
        return f"⏹️ {language.text(_UNFINISHED)}"
    winners = [one for one in game.players if one.won]
    if not winners:
        return f"🏆 {language.text(_COMPUTERS_WIN)}"
    points = winners[0].points
    much = "" if points is None else f" {lines.amount(points, variant.unit, language)}"
    named = cut(lines.AND.join(map(_name_of, winners)), _MAX_WINNERS_LENGTH)
    return f"🏆 {named}{much}"
