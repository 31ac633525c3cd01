"""Reading records: playing every line checks it against the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ParamSpec, TypeVar

from kwbot.engine.phases.base import Dealing, Phase
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import (
    CHANCE,
    TABLE_SEAT,
    Accept,
    Action,
    Pass,
    Play,
    Seat,
    parse_action,
)
from kwbot.engine.values.cards import Card
from kwbot.engine.values.errors import RecordError, RuleViolation
from kwbot.engine.values.names import check_name

from . import record_lines as lines
from .deal import Move
from .dealing_reader import DealingReader
from .header_reader import HeaderReader
from .match import Match
from .record_lines import Group, Stage
from .variant import Variant

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Reader:
    """Reads a record line by line (`feed`); `match` is the match so far. `games`: the known
    variants by key. Errors are RecordErrors with the number of the line."""

    def __init__(self, games: Mapping[str, Variant]) -> None:
        self._header = HeaderReader(games)
        self._line = 0
        self._drawn: list[Card] = []
        self._dealing = DealingReader()
        self._match: Match | None = None
        self._stage = Stage.HEADER
        self._begun = self._settled = False
        self._gapless = True
        self._proofs: set[tuple[str, int]] = set()

    @classmethod
    def going_on(cls, match: Match) -> Reader:
        """Return a reader of the next deal's lines after `match`, which is between two deals.

        Unlike a whole record's, these lines may lack secret choices that are not made yet.
        """
        reader = cls({match.variant.key: match.variant})
        reader._match, reader._gapless = match, False
        reader._begun, reader._stage = True, Stage.PLAY
        return reader

    @property
    def match(self) -> Match:
        """The match after the lines read so far, with a finished deal scored. A deal also counts as
        finished when only forced steps are left, which have no lines."""
        match = self._start()
        if match.deal:
            match = replace(match, deal=match.deal.past_unwritten())
        past = past_forced(match)
        finished = past.deal is not None and past.deal.result is not None
        return past.with_score() if finished and self._stage is not Stage.RESTORE else match

    @classmethod
    def after(cls, match: Match, number: int) -> Match:
        """Return a match as it was after its deal `number`, counted from 1."""
        played = match.deals[number - 1]
        reader = cls.going_on(_before(match, number))
        for line in (lines.deal_line(number, played.dealer), *played.lines.splitlines()):
            reader.feed(line)
        return reader.match

    def read(self, text: str) -> Match:
        """Return the match of a whole record. Raises RecordError with the number of the line."""
        for line in text.removesuffix("\n").split("\n"):
            self.feed(line)
        if not self._begun:
            raise RecordError(self._line, "this is no game record")
        self._line += 1
        return self._check(lambda: self.match)

    def feed(self, line: str) -> None:
        """Read the next line. Raises RecordError with its number."""
        self._line += 1
        if content := lines.without_comment(line):
            self._check(self._take, content)

    def _check(self, step: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
        try:
            return step(*args, **named)
        except (RuleViolation, ValueError) as error:
            raise RecordError(self._line, str(error)) from error

    def _take(self, line: str) -> None:
        word, rest = lines.split_line(line)
        if not self._begun:
            if line.split() != lines.FORMAT.split():
                raise ValueError(f"a record begins with '{lines.FORMAT}'")
            self._begun = True
            return
        group = lines.group_of(word)
        self._stage.check(group)
        if group is Group.MOVE:
            self._act(int(word), rest)
        elif group in (Group.HEADER, Group.SETUP):
            self._header.read(word, rest)
        elif group is Group.CHANCE:
            self._read_dealing(word, rest)
        elif word in _LINES:
            _LINES[word](self, rest)
        else:
            raise ValueError(f"no such line: {word!r}")

    # --- before the first deal ---------------------------------------------------------------

    def _start(self) -> Match:
        if self._match is None:
            self._match = self._header.begin()
            self._stage = Stage.PLAY
        return self._match

    def _draw(self, rest: str) -> None:
        match = self._start()
        number, card = lines.parse_numbered(rest)
        if not match.must_draw or number != str(len(self._drawn)):
            raise ValueError("players draw in order, from 0, once, where partners are drawn")
        drawn = Card.parse(card)
        if drawn in self._drawn or drawn.suit is None:
            raise ValueError("everybody draws another card, and no joker")
        self._drawn.append(drawn)
        if len(self._drawn) == len(match.names):
            self._match = match.with_draw(tuple(self._drawn))

    # --- deals ---------------------------------------------------------------------------------

    def _deal(self, rest: str) -> None:
        match = self.match
        if match.deal is not None:
            raise ValueError("the deal is not over")
        number, dealer = lines.parse_deal(rest)
        if number != str(len(match.deals) + 1):
            raise ValueError(f"this is deal {len(match.deals) + 1}")
        self._match = match.deal_begun(dealer)
        self._dealing = DealingReader()

    def _read_dealing(self, word: str, rest: str) -> None:
        """Read what chance decides, and deal once it is complete."""
        match = self._start()
        if match.deal is None or not isinstance(phase := match.deal.current, Dealing):
            raise ValueError("no cards are dealt here")
        self._dealing.read(word, rest, phase)
        if not self._dealing.is_complete(phase):
            self._stage = Stage.CHANCE
            return
        self._match = match.apply(CHANCE, self._dealing.dealt(phase))
        self._stage = Stage.PLAY

    def _act(self, seat: Seat, text: str) -> None:
        action = parse_action(text)
        match = past_forced(self._start(), seat, action)
        if self._gapless and _secret(match) is not None and seat != (first := min(match.to_act())):
            raise ValueError(f"secret choices stand by ascending player number: {first} is next")
        self._match = match = match.apply(seat, action)
        self._stage = Stage.SECRET if _secret(match) else Stage.PLAY

    # --- decisions of the whole table, and results -------------------------------------------

    def _foul(self, rest: str) -> None:
        foul = lines.parse_foul(rest)
        self._match = self._start().with_foul(foul)
        self._stage = Stage.RESTORE if foul.ruling == "restore" else Stage.PLAY

    def _undo(self, rest: str) -> None:
        self._match = self._start().undone(lines.parse_undo(rest))
        self._stage = Stage.PLAY

    def _away(self, rest: str) -> None:
        self._match = self._start().gone_away(self._seat(rest))

    def _back(self, rest: str) -> None:
        self._match = self._start().come_back(self._seat(rest))

    def _claim(self, rest: str) -> None:
        match = self._start()
        self._match = match.with_claim(lines.parse_claim(rest, len(match.names)))
        self._stage = Stage.PLAY

    def _reseat(self, rest: str) -> None:
        match = self._start()
        seat, name = lines.parse_reseat(rest, len(match.names))
        check_name(name)
        self._match = match.with_player(seat, name)

    def _seat(self, rest: str) -> Seat:
        return lines.parse_seat(rest, len(self._start().names))

    def _score(self, rest: str) -> None:
        before, match = self._start(), self.match
        if before.ended_by is not None:
            raise ValueError("the game ended with 'finish': no score may follow")
        if before.is_won:
            raise ValueError("the game is over, and its last score stands before this")
        if len(match.deals) == len(before.deals):
            raise ValueError("the deal is not over")
        if lines.parse_scores(rest) != list(enumerate(match.sheet.scores)):
            raise ValueError(f"the scores are {lines.totals_line('score', match.sheet.scores)[6:]}")
        self._match = match

    def _finish(self, rest: str) -> None:
        self._match = self.match.finished_by(self._seat(rest))

    def _settle(self, rest: str) -> None:
        self._match = match = self.match
        if match.sheet.settlement is None:
            raise ValueError("nothing is settled here")
        if self._settled:
            raise ValueError("the line 'settle' stands already")
        if f"settle {rest}".split() != lines.totals_line("settle", match.sheet.settlement).split():
            raise ValueError(f"the line is '{lines.totals_line('settle', match.sheet.settlement)}'")
        self._settled = True
        self._stage = Stage.SETTLED

    def _end(self, rest: str) -> None:
        self._match = match = self.match
        winners = match.sheet.winners
        if winners is None:
            raise ValueError("nobody has won yet")
        if match.sheet.settlement is not None and not self._settled:
            raise ValueError("the line 'settle' must stand before 'end'")
        if f"end {rest}" != (end := lines.end_line(winners)):
            raise ValueError(f"the end is '{end}'")
        self._stage = Stage.ENDED

    def _commit(self, rest: str) -> None:
        lines.check_proof(rest)
        self._match = match = self.match
        if match.deal is not None or match.is_over:
            raise ValueError("a commitment stands before its deal")
        self._proof("commit", match.number + 1)

    def _reveal(self, rest: str) -> None:
        lines.check_proof(rest)
        match = self.match
        dealt = len(match.deals) + bool(match.broken_off)
        if match.deal is not None or not dealt:
            raise ValueError("the secret of a shuffle stands after its deal")
        self._proof("reveal", dealt)

    def _proof(self, word: str, deal_number: int) -> None:
        """Note a line that each deal has once; the verifier judges what it proves."""
        if (word, deal_number) in self._proofs:
            raise ValueError(f"the line '{word}' of this deal stands already")
        self._proofs.add((word, deal_number))


_LINES: dict[str, Callable[[Reader, str], None]] = {
    "draw": Reader._draw,
    "deal": Reader._deal,
    "foul": Reader._foul,
    "undo": Reader._undo,
    "away": Reader._away,
    "back": Reader._back,
    "seat": Reader._reseat,
    "claim": Reader._claim,
    "score": Reader._score,
    "finish": Reader._finish,
    "settle": Reader._settle,
    "end": Reader._end,
    "commit": Reader._commit,
    "reveal": Reader._reveal,
}


def _before(match: Match, number: int) -> Match:
    """Return a match as it was before its deal `number`, absences and seat changes included."""
    names, deals = match.first_names or match.names, match.deals[: number - 1]
    opening = Match.begin(match.variant, names, match.sheet.options)
    opening = opening.with_draw(match.drawn) if match.drawn else opening
    sheet = deals[-1].sheet if deals else opening.sheet
    before = replace(opening, deals=deals, sheet=sheet)
    reader = Reader.going_on(before)
    for line in (line for deal in deals for line in deal.lines.splitlines()):
        if lines.split_line(line)[0] in ("away", "back", "seat"):
            reader.feed(line)
    return replace(reader.match, between=())


def _secret(match: Match) -> tuple[Move, ...] | None:
    """Return the secret choices so far; None if no choice is secret now."""
    current = match.deal.current if match.deal else None
    return current.hidden_moves() if current else None


def past_forced(match: Match, seat: Seat = TABLE_SEAT, action: Action | None = None) -> Match:
    """Return a match after the forced steps that a record leaves out, up to the step that `action`
    of `seat` answers. Cards, passes and acceptances are always written, so never filled in."""
    while match.deal is not None and not _asks_for_a_card(match.deal.current):
        waiting = match.deal.to_act()
        if len(waiting) != 1 or waiting[0] == CHANCE:
            return match
        choice = match.deal.choice(waiting[0])
        if (seat == waiting[0] and action in choice) or len(choice) != 1:
            return match
        forced = next(iter(choice))
        if isinstance(forced, Play | Pass | Accept):
            return match
        match = match.apply(waiting[0], forced)
    return match


def _asks_for_a_card(phase: Phase | None) -> bool:
    """Whether the next line must be a card. It spares finding out which cards are legal."""
    return isinstance(phase, TrickPlay) and phase.asking is None


def replay(text: str, games: Mapping[str, Variant]) -> Match:
    """Return the match of a record. Raises RecordError for the first wrong line."""
    return Reader(games).read(text)
