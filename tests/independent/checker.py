# ruff: noqa: T201
"""A second opinion on records.

It shares no line with the program under test: it reads a record as a referee would who knows
only the printed rules and the record format, follows it line by line and stops at the first
line that breaks a rule. Where the format lets a line stand or be left out, both are right.

    python tests/independent/checker.py [--json | --stats] FILE...

The line `game` selects the referee; `frame.py` holds what the records of all games share.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # when run as a script

from tests.independent.cards import Wrong
from tests.independent.danish_game import Esmakkerwhist, HusetsWhist
from tests.independent.frame import Game, follow, words_of
from tests.independent.fyrmans import Fyrmanswhist
from tests.independent.kombinations import KombinationsWhist
from tests.independent.whist import Whist

REFEREES: tuple[type[Game], ...] = (
    KombinationsWhist,
    Whist,
    Fyrmanswhist,
    HusetsWhist,
    Esmakkerwhist,
)


def referee(lines: Sequence[list[str]]) -> Game:
    """The referee of the game that the first line `game` names."""
    named = next((words[1:] for words in lines if words[0] == "game"), [])
    return next((one() for one in REFEREES if named == [one.key]), Game())


def check(text: str) -> Game:
    """The game of a record; raises Wrong with arguments (message, line number)."""
    numbered = [(n, words_of(line)) for n, line in enumerate(text.split("\n"), 1)]
    lines = [(n, words) for n, words in numbered if words]
    if not lines:
        raise Wrong("the file is empty", 1)
    game = referee([words for _, words in lines])
    follow(game, lines)
    return game


# --- Command line -------------------------------------------------------------------------------


def print_statistics(games: Sequence[Game]) -> None:
    for kind in REFEREES:
        of_kind = [game for game in games if type(game) is kind]
        if of_kind:
            print(f"{kind.key}", *kind.statistics(of_kind), sep="\n")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check game records.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print results like `replay --json`")
    parser.add_argument("--stats", action="store_true", help="print what occurred in all files")
    options = parser.parse_args(argv)
    games = []
    errors = 0
    for path in options.files:
        try:
            game = check(path.read_text(encoding="utf-8"))
        except (Wrong, OSError, UnicodeDecodeError) as wrong:
            message, line = wrong.args if isinstance(wrong, Wrong) else (wrong, 0)
            print(f"{path}:{line}: {message}", file=sys.stderr if options.json else sys.stdout)
            errors += 1
            continue
        games.append(game)
        if options.json:
            print(json.dumps(game.result(), ensure_ascii=False))
        elif not options.stats:
            print(f"{path}: {game.summary()}")
    if options.stats:
        print_statistics(games)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
