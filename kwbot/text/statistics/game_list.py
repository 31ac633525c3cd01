"""Games that were played, a line each: when, what, who, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.wording import N_, Term
from kwbot.text.words import lines
from kwbot.text.words.facts import COMPUTER
from kwbot.text.words.language import Language

_HEADLINES = {
    "me": N_("Your games"),
    "here": N_("Games in this channel"),
    "player": N_("Games of {player}"),
}
"""Whose games are listed."""
_NONE = N_("No deal has been finished yet. Start a game with /play.")
_RUNNING = N_("in progress")
_UNFINISHED = N_("not finished")
_OF_EVENING = N_("part of an evening")
_COMPUTERS_WIN = N_("a computer won")
_RESULT_ALONE = N_("Where there's no button, only the result is kept: the cards are deleted.")
OWN_GAMES = Term("Your games", "button")
GAMES_HERE = Term("This channel", "button")


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in a list of games. `name` is ready to show: a mention or an escaped name; `points`
    None: it is not known what the game brought them."""

    name: str
    is_computer: bool = False
    won: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list. `is_kept`: its cards are; `on_evening`: it ends with a round."""

    variant: Variant
    at: datetime
    players: Sequence[ListedPlayer]
    is_kept: bool = True
    is_running: bool = False
    is_finished: bool = True
    on_evening: bool = False


def list_title(whose: str, language: Language, player: str = "") -> str:
    """Return the headline of a list; `whose`: a key of `_HEADLINES`."""
    return f"### 🎞️ {language.text(_HEADLINES[whose], player=player)}"


def list_end(games: Sequence[ListedGame], page: int, pages: int, language: Language) -> str:
    """Return the lines below a page of a list; pages count from 1."""
    if not games:
        return language.text(_NONE)
    number = language.text(N_("Page {page} of {pages}"), page=page, pages=pages)
    alone = "" if all(one.is_kept for one in games) else language.text(_RESULT_ALONE)
    told = [one for one in (number if pages > 1 else "", alone) if one]
    return "\n".join(f"-# {one}" for one in told)


def game_line(game: ListedGame, language: Language) -> str:
    """``23/11/2026 · **Whist** · Anna, Bo, Else 🤖 · 🏆 Anna 12 points``"""
    when = f"<t:{int(game.at.timestamp())}:d>"
    people = ", ".join(
        f"{one.name} {COMPUTER}" if one.is_computer else one.name for one in game.players
    )
    name = f"**{language.term(game.variant.name)}**"
    return lines.DOT.join((when, name, people, _outcome(game, language)))


def _outcome(game: ListedGame, language: Language) -> str:
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
    much = "" if points is None else f" {lines.amount(points, game.variant.unit, language)}"
    return f"🏆 {lines.AND.join(one.name for one in winners)}{much}"
