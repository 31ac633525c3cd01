"""Reading the header of a record: its lines before the first deal."""

from collections.abc import Callable, Mapping

from kwbot.engine.values.names import check_name

from . import record_lines as lines
from .match import Match
from .variant import Variant


class HeaderReader:
    """Reads the game, the version of its rules, the options and the players. `games`: the known
    variants by key. A line that does not fit raises ValueError."""

    def __init__(self, games: Mapping[str, Variant]) -> None:
        self._games = games
        self._game: Variant | None = None
        self._has_rules = False
        self._options: dict[str, str] = {}
        self._names: list[str] = []

    def read(self, word: str, rest: str) -> None:
        """Read a line of `Group.HEADER` or `Group.SETUP`."""
        _LINES[word](self, rest)

    def begin(self) -> Match:
        """Return the match described by the lines read. Raises ValueError if one is missing."""
        variant = self._variant()
        if not self._has_rules:
            raise ValueError("the line 'rules' is missing")
        return Match.begin(variant, tuple(self._names), self._options)

    def _read_game(self, rest: str) -> None:
        if self._game:
            raise ValueError("the game stands already")
        if rest not in self._games:
            raise ValueError(f"no such game: {rest!r}")
        self._game = self._games[rest]

    def _read_rules(self, rest: str) -> None:
        variant = self._variant()
        if self._has_rules:
            raise ValueError("the line 'rules' stands already")
        if self._options or self._names:
            raise ValueError("the line 'rules' must stand before options and players")
        if rest != str(variant.rules_version):
            raise ValueError(
                f"written by rules {rest}, this program has rules {variant.rules_version}"
            )
        self._has_rules = True

    def _read_option(self, rest: str) -> None:
        key, value = lines.parse_option(rest)
        if key in self._options:
            raise ValueError(lines.OPTION_FORM)
        self._options[key] = read = self._variant().option_values({key: value})[key]
        if read != value:
            raise ValueError(f"the line is '{lines.option_line(key, read)}'")

    def _read_player(self, rest: str) -> None:
        number, name = lines.parse_numbered(rest)
        if number != str(len(self._names)) or not name:
            raise ValueError("players stand in order, from 0, each with a name")
        check_name(name)
        self._names.append(name)

    def _variant(self) -> Variant:
        if self._game is None:
            raise ValueError("the line 'game' must stand first")
        return self._game


_LINES: dict[str, Callable[[HeaderReader, str], None]] = {
    "game": HeaderReader._read_game,
    "rules": HeaderReader._read_rules,
    "option": HeaderReader._read_option,
    "player": HeaderReader._read_player,
}
