"""A record read line by line: what the records of all games have in common.

A game is a subclass of `Game`: it names its options, makes its deals (`new_deal`) and says what
a deal gives (`settle`). A line that only one game has, WORD, is read by a method `line_WORD`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from tests.independent.cards import FULL_DECK, Wrong, one, pairs, require, whole
from tests.independent.talk import Answer, Deal


class Game:
    """A record of a game that no referee knows, or of none: only its head can be read."""

    key: ClassVar[str] = ""
    options: ClassVar[dict[str, tuple[str, str]]] = {}  # name: default, pattern of its values
    players: ClassVar[tuple[int, int]] = (3, 99)  # at least, at most

    def __init__(self) -> None:
        self.head: list[str] = []
        self.chosen: dict[str, str] = {}
        self.names: dict[int, str] = {}
        self.draws: dict[int, str] = {}
        self.away: set[int] = set()
        self.scores: list[int] = []
        self.deal: Deal | None = None  # the running one, also when settled but not scored
        self.deals: list[dict[str, Any]] = []
        self.next_dealer: int | None = None  # None: any player may deal
        self.winners: list[int] | None = None
        self.won_by = ""
        self.titles: list[tuple[int, str]] = []
        self.score_due = False  # the last deal is scored and no score line stood yet
        self.reveal_due = False
        self.committed = False
        self.ended = False
        self.settled = False  # the account stands

    # What a game says

    def begin(self) -> None:
        """Before the first deal, when head, options, players and draws are known."""
        require(not self.draws, "nothing is drawn in this game")

    def ring(self, dealer: int) -> tuple[int, ...]:
        """The players of a deal, clockwise, dealer first."""
        return tuple((dealer + steps) % len(self.names) for steps in range(len(self.names)))

    def new_deal(self, number: int, dealer: int) -> Deal:
        raise NotImplementedError

    def settle(self, deal: Deal) -> None:
        """Score a deal that is over: scores, winners, next dealer, and `report` it."""
        raise NotImplementedError

    @classmethod
    def statistics(cls, games: "Sequence[Game]") -> Iterable[str]:
        """Lines that say what occurred in these games, all of this class."""
        raise NotImplementedError

    # One line

    @property
    def winner(self) -> int | None:
        return self.winners[0] if self.winners else None

    def option(self, name: str) -> str:
        return self.chosen.get(name, self.options[name][0])

    def read(self, words: Sequence[str], following: Sequence[str]) -> None:
        """Take one line in; `following` is the next one, empty at the end."""
        require(not self.ended or words[0] in ("score", "reveal"), "the game has ended")
        if not self.head:
            require(list(words) == ["whist-record", "1"], "the first line must be: whist-record 1")
            self.head.append("whist-record")
        elif words[0].isdecimal():
            require(len(words) > 1, "an action needs a verb")
            self.running().act(int(words[0]), Answer(words[1], tuple(words[2:])), following)
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
        require(args == [self.key], f"no referee knows the game {' '.join(args)!r}")
        self.head.append("game")

    def line_rules(self, args: list[str]) -> None:
        self.in_head()
        require("rules" not in self.head, "the version of the rules stands twice")
        whole(one(args, "version"))
        self.head.append("rules")

    def line_option(self, args: list[str]) -> None:
        self.in_head()
        ((name, value),) = pairs([one(args, "option")]).items()
        require(name in self.options, f"there is no option {name!r}")
        require(re.fullmatch(self.options[name][1], value), f"{value!r} is no value of {name}")
        require(name not in self.chosen, f"the option {name} stands twice")
        self.chosen[name] = value

    def line_player(self, args: list[str]) -> None:
        self.in_head()
        require(args, "a player needs a number")
        require(whole(args[0]) == len(self.names), f"player {len(self.names)} comes next")
        self.names[len(self.names)] = " ".join(args[1:])

    def line_draw(self, args: list[str]) -> None:
        self.in_head()
        require(len(args) == 2, "draw P CARD expected")
        player, card = self.known(args[0]), args[1]
        require(player not in self.draws, f"player {player} has drawn already")
        require(card in FULL_DECK, f"{card}: not in the deck")
        require(card not in self.draws.values(), f"{card} is drawn already")
        self.draws[player] = card

    def start(self) -> None:
        for part in ("game", "rules"):
            require(part in self.head, f"the line {part!r} is missing")
        least, most = self.players
        require(len(self.names) >= least, f"at least {least} players are needed")
        require(len(self.names) <= most, f"at most {most} players may sit here")
        self.begin()
        self.scores = [0] * len(self.names)

    def known(self, name: str) -> int:
        player = whole(name)
        require(player in self.names, f"there is no player {player}")
        return player

    # Dealing

    def line_commit(self, args: list[str]) -> None:
        self.close()
        require(self.winners is None, "the game is over")
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
        require(self.winners is None, "the game is over")
        require(len(args) == 2 and args[1].startswith("dealer="), "deal N dealer=P expected")
        number, dealer = whole(args[0]), self.known(args[1].removeprefix("dealer="))
        require(number == len(self.deals) + 1, f"deal {len(self.deals) + 1} comes next")
        due = dealer if self.next_dealer is None else self.next_dealer
        require(dealer == due, f"the dealer must be player {due}")
        self.deal = self.new_deal(number, dealer)
        self.score_due, self.reveal_due = False, self.committed
        self.committed = False

    def running(self) -> Deal:
        require(self.deal, "no deal is running")
        assert self.deal
        return self.deal

    def line_hand(self, args: list[str]) -> None:
        require(args, "hand P CARDS expected")
        self.running().take_hand(whole(args[0]), args[1:])

    def line_kitty(self, args: list[str]) -> None:
        self.running().take_kitty(args)

    def line_turn(self, args: list[str]) -> None:
        self.running().take_turned(one(args, "card"))

    # Lines of the match

    def line_undo(self, args: list[str]) -> None:
        self.running().undo(whole(one(args, "number")))

    def line_claim(self, args: list[str]) -> None:
        require(len(args) == 2, "claim P all|none|N expected")
        self.running().claim(whole(args[0]), args[1])

    def line_away(self, args: list[str]) -> None:
        player = self.known(one(args, "player"))
        require(player not in self.away, f"player {player} is away already")
        self.away.add(player)

    def line_back(self, args: list[str]) -> None:
        player = whole(one(args, "player"))
        require(player in self.away, f"player {player} is not away")
        self.away.remove(player)

    def line_seat(self, args: list[str]) -> None:
        """Somebody else sits down."""
        require(len(args) > 1, "seat P NAME expected")
        self.names[self.known(args[0])] = " ".join(args[1:])

    def line_finish(self, args: list[str]) -> None:
        """The host ends the game: it stays unfinished."""
        self.known(one(args, "player"))
        if not self.scores:
            self.start()
        self.close(end_of_file=True)
        require(self.winners is None, "the game is over")
        self.deal, self.ended, self.score_due = None, True, False
        self.reveal_due, self.committed = self.reveal_due or self.committed, False

    def line_score(self, args: list[str]) -> None:
        self.close()
        require(self.score_due, "no score is due here")
        stated = {whole(name): whole(value) for name, value in pairs(args).items()}
        total = dict(enumerate(self.scores))
        right = " ".join(f"{player}={score}" for player, score in total.items())
        require(stated == total, f"the score is {right}")
        self.score_due = False

    def account(self) -> list[int] | None:
        """Who pays (minus) and gets how many hundredths; None in a game that is not about money."""
        return None

    def line_settle(self, args: list[str]) -> None:
        self.close()
        account = self.account()
        require(account is not None, "the line settle does not belong here: nothing is paid")
        require(self.winners is not None, "the game is not over")
        require(not self.settled, "the account stands already")
        stated = {whole(name): whole(value) for name, value in pairs(args).items()}
        due = dict(enumerate(account or []))
        right = " ".join(f"{player}={amount}" for player, amount in due.items())
        require(stated == due, f"the account is {right}")
        self.settled = True

    def line_end(self, args: list[str]) -> None:
        self.close()
        owes = self.winners is not None and self.account() is not None and not self.settled
        require(not owes, "the account must stand before the end")
        require(self.winners is not None, "nobody has won yet")
        right = "winner=" + ",".join(map(str, self.winners or []))
        require(args == [right], f"the end is: {right}")
        self.ended = True

    # The end of a deal

    def close(self, *, end_of_file: bool = False) -> None:
        """Score the deal if there is one; its score stands from here on."""
        deal = self.deal
        if deal is None:
            return
        deal.finish_silent_steps()
        if end_of_file and (deal.owes or not deal.over()):
            return
        require(deal.over(), "the deal is not over")
        require(not deal.owes, deal.owes)
        self.settle(deal)
        self.deal, self.score_due = None, True

    def report(
        self, deal: Deal, tricks: Sequence[int], points: Sequence[int], **more: object
    ) -> None:
        """Note a deal that is over, `scores` being those after it."""
        self.deals.append(
            {
                "deal": deal.number,
                "dealer": deal.dealer,
                "declarer": None,
                "contract": None,
                "made": None,
                "soloists": [],
                "tricks": list(tricks),
                "points": list(points),
                "scores": list(self.scores),
                "notes": [],
            }
            | more
        )

    # What came of it

    def result(self) -> dict[str, Any]:
        return {
            "game": self.key,
            "finished": self.winners is not None,
            "winner": self.winners,
            "scores": self.scores or [0] * len(self.names),
            "titles": [list(title) for title in self.titles],
            "deals": self.deals,
        }

    def summary(self) -> str:
        end = "running"
        if self.winners is not None:
            who = f"player {self.winners[0]}"
            if len(self.winners) > 1:
                who = f"players {', '.join(map(str, self.winners))}"
            end = f"{who} won by {self.won_by}"
        scores = " ".join(map(str, self.result()["scores"]))
        return f"ok, {len(self.names)} players, {len(self.deals)} deals, {end}, scores {scores}"


def words_of(line: str) -> list[str]:
    """A player's name may hold a `#`; everywhere else it starts a comment."""
    words = line.split()
    return words if words[:1] == ["player"] else line.split("#", 1)[0].split()


def follow(game: Game, lines: Sequence[tuple[int, list[str]]]) -> None:
    """Read numbered lines; raises Wrong with arguments (message, line number)."""
    for (number, words), (_, following) in zip(lines, [*lines[1:], (0, [])], strict=True):
        try:
            game.read(words, following)
        except Wrong as wrong:
            raise Wrong(str(wrong), number) from None
    try:
        game.close(end_of_file=True)
    except Wrong as wrong:
        raise Wrong(str(wrong), lines[-1][0]) from None
