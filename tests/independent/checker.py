# ruff: noqa: T201
"""A second opinion on records of Kombinations-Whist.

It shares no line with the program under test: it reads a record as a referee would who knows
only the printed rules and the record format, follows it line by line and stops at the first
line that breaks a rule. Where the format lets a line stand or be left out, both are right.

    python tests/independent/checker.py [--json | --stats] FILE...
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # when run as a script

from tests.independent.bids import (
    FULL_DECK,
    SPECIAL,
    STANDARD,
    THREE_DECK,
    Bid,
    Wrong,
    require,
)
from tests.independent.course import Answer, Course, Setting, one
from tests.independent.deal import Deal

OPTIONS = {
    "winning": r"classic|limited",
    "rounds": r"[1-9]\d*",
    "impossible_bids": r"forbid|allow",
    "early_stop": r"on|off",
}
DEFAULTS = {"winning": "classic", "rounds": "3", "impossible_bids": "forbid", "early_stop": "on"}


def whole(text: str) -> int:
    require(re.fullmatch(r"-?\d+", text), f"{text!r} is no whole number")
    return int(text)


def pairs(args: Sequence[str]) -> dict[str, str]:
    split = [arg.split("=", 1) for arg in args]
    require(all(len(pair) == 2 for pair in split), "NAME=VALUE expected")
    require(len({pair[0] for pair in split}) == len(split), "a name stands twice")
    return {pair[0]: pair[1] for pair in split}


class Game:
    """A record, read line by line."""

    def __init__(self) -> None:
        self.head: list[str] = []
        self.options: dict[str, str] = {}
        self.names: dict[int, str] = {}
        self.away: set[int] = set()
        self.scores: list[int] = []
        self.potentials: list[int] = []
        self.deal: Deal | None = None  # the running one, also when settled but not scored
        self.deals: list[dict[str, Any]] = []
        self.played = 0  # deals that count for rounds and for the dealer's turn
        self.next_dealer: int | None = None
        self.winner: int | None = None
        self.won_by = ""
        self.titles: list[tuple[int, str]] = []
        self.score_due = False  # the last deal is scored and no score line stood yet
        self.reveal_due = False
        self.committed = False
        self.ended = False

    def option(self, name: str) -> str:
        return self.options.get(name, DEFAULTS[name])

    def read(self, words: Sequence[str], following: Sequence[str]) -> None:
        """Take one line in; `following` is the next one, empty at the end."""
        require(not self.ended or words[0] in ("score", "reveal"), "the game has ended")
        if not self.head:
            require(list(words) == ["whist-record", "1"], "the first line must be: whist-record 1")
            self.head.append("whist-record")
        elif words[0].isdecimal():
            require(self.deal, "no deal is running")
            assert self.deal
            require(len(words) > 1, "an action needs a verb")
            self.deal.act(int(words[0]), Answer(words[1], tuple(words[2:])), following)
        else:
            reader = getattr(self, f"line_{words[0]}", None)
            require(reader, f"{words[0]!r} does not belong into a record of this game")
            assert reader
            reader(list(words[1:]))

    # The head of the file

    def in_head(self) -> None:
        require(not self.scores, "this line belongs before the first deal")

    def line_game(self, args: list[str]) -> None:
        self.in_head()
        require("game" not in self.head, "the game stands twice")
        require(args == ["kombinations-whist"], "only kombinations-whist is checked here")
        self.head.append("game")

    def line_rules(self, args: list[str]) -> None:
        self.in_head()
        require("rules" not in self.head, "the version of the rules stands twice")
        whole(one(args, "version"))
        self.head.append("rules")

    def line_option(self, args: list[str]) -> None:
        self.in_head()
        ((name, value),) = pairs([one(args, "option")]).items()
        require(name in OPTIONS, f"there is no option {name!r}")
        require(re.fullmatch(OPTIONS[name], value), f"{value!r} is no value of {name}")
        require(name not in self.options, f"the option {name} stands twice")
        self.options[name] = value

    def line_player(self, args: list[str]) -> None:
        self.in_head()
        require(args, "a player needs a number")
        require(whole(args[0]) == len(self.names), f"player {len(self.names)} comes next")
        self.names[len(self.names)] = " ".join(args[1:])

    def start(self) -> None:
        for part in ("game", "rules"):
            require(part in self.head, f"the line {part!r} is missing")
        require(len(self.names) >= 3, "at least three players are needed")
        self.scores = [0] * len(self.names)
        self.potentials = [0] * len(self.names)

    # Dealing

    def line_commit(self, args: list[str]) -> None:
        self.close()
        require(self.winner is None, "the game is over")
        require(not self.committed, "a commitment stands already")
        require(re.fullmatch(r"[0-9a-fA-F]+", one(args, "commitment")), "HEX expected")
        self.committed = True

    def line_reveal(self, args: list[str]) -> None:
        self.close()
        require(self.reveal_due, "no committed deal is over")
        require(re.fullmatch(r"[0-9a-fA-F]+", one(args, "secret")), "HEX expected")
        self.reveal_due = False

    def line_deal(self, args: list[str]) -> None:
        if not self.scores:
            self.start()
        self.close()
        require(self.winner is None, "the game is over")
        require(len(args) == 2 and args[1].startswith("dealer="), "deal N dealer=P expected")
        number, dealer = whole(args[0]), whole(args[1].removeprefix("dealer="))
        require(number == len(self.deals) + 1, f"deal {len(self.deals) + 1} comes next")
        require(dealer in self.names, f"there is no player {dealer}")
        due = dealer if self.next_dealer is None else self.next_dealer
        require(dealer == due, f"the dealer must be player {due}")
        count = len(self.names)
        ring = tuple((dealer + steps) % count for steps in range(min(count, 4)))
        self.deal = Deal(number, dealer, ring)
        self.score_due, self.reveal_due = False, self.committed
        self.committed = False

    def line_hand(self, args: list[str]) -> None:
        deal = self.deal
        require(deal and deal.course is None, "no cards are being dealt")
        assert deal
        require(args, "hand P CARDS expected")
        player, cards = whole(args[0]), args[1:]
        require(player in deal.ring, f"player {player} is not in this deal")
        require(player not in deal.hands, f"player {player} has a hand already")
        deck = THREE_DECK if len(self.names) == 3 else FULL_DECK
        strange = [card for card in cards if card not in deck]
        require(not strange, f"{' '.join(strange)}: not in the deck")
        require(len(cards) == len(set(cards)) == 13, "exactly 13 different cards expected")
        taken = set(cards).intersection(*[frozenset().union(*deal.hands.values())])
        require(not taken, f"{' '.join(sorted(taken))}: dealt twice")
        deal.hands[player] = frozenset(cards)
        if len(deal.hands) == len(deal.ring):
            barred = frozenset(p for p in deal.ring if self.scores[p] < -5)
            stop, forbid = self.option("early_stop") == "on", self.option("impossible_bids")
            potentials = tuple(self.potentials)
            deal.course = Course(
                Setting(deal.ring, deal.hands, barred, potentials, stop, forbid == "forbid")
            )

    # Lines of the match

    def running(self) -> Deal:
        require(self.deal, "no deal is running")
        assert self.deal
        return self.deal

    def line_undo(self, args: list[str]) -> None:
        self.running().undo(whole(one(args, "number")))

    def line_foul(self, args: list[str]) -> None:
        require(len(args) == 3, "foul P by=Q ruling=RULING expected")
        facts = pairs(args[1:])
        require(facts.keys() == {"by", "ruling"}, "foul P by=Q ruling=RULING expected")
        self.running().foul(whole(args[0]), whole(facts["by"]), facts["ruling"])

    def line_away(self, args: list[str]) -> None:
        player = whole(one(args, "player"))
        require(player in self.names, f"there is no player {player}")
        require(player not in self.away, f"player {player} is away already")
        self.away.add(player)

    def line_back(self, args: list[str]) -> None:
        player = whole(one(args, "player"))
        require(player in self.away, f"player {player} is not away")
        self.away.remove(player)

    def line_score(self, args: list[str]) -> None:
        self.close()
        require(self.score_due, "no score is due here")
        stated = {whole(name): whole(value) for name, value in pairs(args).items()}
        total = dict(enumerate(self.scores))
        right = " ".join(f"{player}={score}" for player, score in total.items())
        require(stated == total, f"the score is {right}")
        self.score_due = False

    def line_end(self, args: list[str]) -> None:
        self.close()
        require(self.winner is not None, "nobody has won yet")
        require(args == [f"winner={self.winner}"], f"the winner is player {self.winner}")
        self.ended = True

    # The end of a deal, and of the game (section 5)

    def close(self, *, end_of_file: bool = False) -> None:
        """Score the deal if there is one; its score stands from here on."""
        deal = self.deal
        if deal is None:
            return
        deal.finish_silent_steps()
        if not deal.over() and end_of_file:
            return
        require(deal.over(), "the deal is not over")
        require(not deal.owes_undo or end_of_file, "an undo must follow the ruling restore")
        if deal.owes_undo:
            return
        points = deal.points(len(self.names))
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        made = deal.contract is not None and deal.made()[0]
        self.judge(deal.contract, made)
        self.report(deal, points, made)
        self.next_dealer = deal.dealer
        if deal.contract:
            self.played += 1
            self.next_dealer = (deal.dealer + 1) % len(self.names)
            if made and "potential" in deal.contract.specials:
                self.potentials[deal.contract.player] += 1
        self.deal, self.score_due = None, True

    def judge(self, bid: Bid | None, made: bool) -> None:
        if bid and made:
            mine = self.scores[bid.player]
            alone = sorted(self.scores)[-2] < mine
            if bid.standard == "obesudlat" and bid.value >= 13:
                self.winner, self.won_by = bid.player, "obesudlat"
                self.titles.append((bid.player, "obesudlad"))
            elif alone and self.within_reach(mine):
                self.winner, self.won_by = bid.player, self.option("winning")
        above = [player for player, score in enumerate(self.scores) if score > -5]
        if self.winner is None and len(above) == 1:
            self.winner, self.won_by = above[0], "shame"

    def within_reach(self, score: int) -> bool:
        if self.option("winning") == "limited":
            return self.played + 1 >= int(self.option("rounds")) * len(self.names)
        return score >= max(1, 13 - self.played // len(self.names))

    def report(self, deal: Deal, points: list[int], made: bool) -> None:
        taken = Counter(trick.taker for trick in deal.begun().tricks)
        notes = [] if deal.contract else ["omgiv" if deal.cancelled_by is None else "cancelled"]
        if self.winner is not None:
            notes.append(f"won by {self.won_by}")
        self.deals.append(
            {
                "deal": deal.number,
                "dealer": deal.dealer,
                "declarer": deal.contract.player if deal.contract else None,
                "contract": str(deal.contract) if deal.contract else None,
                "made": made if deal.contract else None,
                "soloists": [],
                "tricks": [taken[player] for player in self.names],
                "points": points,
                "scores": list(self.scores),
                "notes": notes,
            }
        )

    def result(self) -> dict[str, Any]:
        return {
            "game": "kombinations-whist",
            "finished": self.winner is not None,
            "winner": None if self.winner is None else [self.winner],
            "scores": self.scores or [0] * len(self.names),
            "titles": [list(title) for title in self.titles],
            "deals": self.deals,
        }


def words_of(line: str) -> list[str]:
    """A player's name may hold a `#`; everywhere else it starts a comment."""
    words = line.split()
    return words if words[:1] == ["player"] else line.split("#", 1)[0].split()


def check(text: str) -> Game:
    """The game of a record; raises Wrong with arguments (message, line number)."""
    numbered = [(n, words_of(line)) for n, line in enumerate(text.split("\n"), 1)]
    lines = [(n, words) for n, words in numbered if words]
    if not lines:
        raise Wrong("the file is empty", 1)
    game = Game()
    for (number, words), (_, following) in zip(lines, [*lines[1:], (0, [])], strict=True):
        try:
            game.read(words, following)
        except Wrong as wrong:
            raise Wrong(str(wrong), number) from None
    try:
        game.close(end_of_file=True)
    except Wrong as wrong:
        raise Wrong(str(wrong), lines[-1][0]) from None
    return game


# --- Command line -------------------------------------------------------------------------------


class Statistics:
    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.declared = Counter[str]()
        self.made = Counter[str]()

    def add(self, game: Game) -> None:
        self.counts.update(["games", f"games of {len(game.names)} players"])
        self.counts[f"winning={game.option('winning')}"] += 1
        self.counts[f"won by {game.won_by}" if game.won_by else "not finished"] += 1
        for deal in game.deals:
            self.counts.update(["deals", *(note for note in deal["notes"] if "won" not in note)])
            keys = deal["contract"].split("+") if deal["contract"] else []
            self.declared.update(keys)
            self.made.update(keys if deal["made"] else [])

    def __str__(self) -> str:
        lines = [f"{name}: {count}" for name, count in sorted(self.counts.items())]
        keys = (*STANDARD, *SPECIAL)
        lines += [f"{key}: {self.declared[key]} declared, {self.made[key]} made" for key in keys]
        return "\n".join(lines)


def summary(game: Game) -> str:
    end = "running" if game.winner is None else f"player {game.winner} won by {game.won_by}"
    scores = " ".join(map(str, game.result()["scores"]))
    return f"ok, {len(game.names)} players, {len(game.deals)} deals, {end}, scores {scores}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check records of Kombinations-Whist.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print results like `replay --json`")
    parser.add_argument("--stats", action="store_true", help="print what was bid in all files")
    options = parser.parse_args(argv)
    statistics = Statistics()
    errors = 0
    for path in options.files:
        try:
            game = check(path.read_text(encoding="utf-8"))
        except (Wrong, OSError, UnicodeDecodeError) as wrong:
            message, line = wrong.args if isinstance(wrong, Wrong) else (wrong, 0)
            print(f"{path}:{line}: {message}", file=sys.stderr if options.json else sys.stdout)
            errors += 1
            continue
        statistics.add(game)
        if options.json:
            print(json.dumps(game.result(), ensure_ascii=False))
        elif not options.stats:
            print(f"{path}: {summary(game)}")
    if options.stats:
        print(statistics)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
