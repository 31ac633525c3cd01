"""The result of a deal, and the running sheet of games and rubbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.script import DealResult
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.wording import N_, Listed, Sentence, Term, Who
from kwbot.variants._plain import of_players, of_sides, side_players

from .forms import FORMS, HONOURS, RUBBER, RUBBER_GAMES, Form

BOOK, BOOK_ALONE = 6, 4
"""Number of tricks that score nothing: for a side, and for a player alone."""

Notes = tuple[Sentence, ...]
Holder = Who | Listed
"""Whoever scores: a player or a side."""


@dataclass(frozen=True)
class WhistSheet(Sheet):
    """The sheet of all forms. Honours count if the form has them and the table wants them."""

    @property
    def form(self) -> Form:
        """The form of whist."""
        return FORMS[self.options["form"]]

    @property
    def honours(self) -> bool:
        """Whether honours count."""
        return bool(self.form.honours) and self.options["honours"] == "on"

    def remarks(self) -> Notes:
        """Return the number of points that wins, for the screen."""
        return (Sentence(N_("First to {target} points"), target=self.form.game),)


@dataclass(frozen=True)
class RubberSheet(WhistSheet):
    """A sheet of rubbers. Scores are rubber points. `trick_points` (of the running game) and
    `games` (of the running rubber) are by side; `rubbers`: number of finished ones."""

    trick_points: tuple[int, ...] = (0, 0)
    games: tuple[int, ...] = (0, 0)
    rubbers: int = 0
    counted_in: ClassVar = Term("rubber points", "score")

    @property
    def to_play(self) -> int:
        """Number of rubbers in the match."""
        return int(self.options["rubbers"])

    def entry(self) -> dict[str, Any]:
        """Return everyone's trick points in the running game."""
        return {"sheet": list(of_players(self.trick_points))}

    def public(self) -> dict[str, Any]:
        """Return the sheet's facts other than the scores: trick points, games and rubbers."""
        return {
            "trick_points": list(of_players(self.trick_points)),
            "games": list(of_players(self.games)),
            "rubbers": self.rubbers,
        }

    @property
    def rubber(self) -> int:
        """The number of the running rubber, or of the last one."""
        return min(self.rubbers + 1, self.to_play)

    def remarks(self) -> Notes:
        """Return remarks like ``Points: Anna and Cleo 3, Bo and Dag 1``, ``Games 1–0``."""
        text = N_("Points: {side} {points}, {others} {their_points}")
        points, their_points = self.trick_points
        sides = {"side": side_players(0), "others": side_players(1)}
        return (
            Sentence(text, points=points, their_points=their_points, **sides),
            *self._games_won(),
        )

    def tally(self) -> Notes:
        """Return remarks to show beside the names of the sides, like ``Points 3–1``."""
        points, others = self.trick_points
        game = Sentence(N_("Points {points}–{others}"), points=points, others=others)
        return game, *self._games_won()

    def _games_won(self) -> Notes:
        """Return the games of this rubber if there are any, and its number if there are several."""
        games, others = self.games
        text = N_("Rubber {number}/{rubbers}")
        won = [Sentence(N_("Games {games}–{others}"), games=games, others=others)]
        rubber = [Sentence(text, number=self.rubber, rubbers=self.to_play)]
        return *(won if any(self.games) else ()), *(rubber if self.to_play > 1 else ())

    @property
    def begins_anew(self) -> bool:
        """Whether a rubber is about to begin."""
        return not any((*self.trick_points, *self.games))

    def after(self, points: Sequence[int]) -> tuple[RubberSheet, Notes]:
        """Return the sheet after a deal with these trick points by side, and notes on it."""
        form = self.form
        reached = tuple(a + b for a, b in zip(self.trick_points, points, strict=True))
        side = reached.index(max(reached))
        if reached[side] < form.game:
            return replace(self, trick_points=reached), ()
        others = reached[1 - side]
        price = form.rubber_points(others)
        games = tuple(won + (at == side) for at, won in enumerate(self.games))
        won_rubber = games[side] == RUBBER_GAMES
        notes = _game_notes(side, others, price, won_rubber=won_rubber)
        gained = [0, 0]
        gained[side] = price + RUBBER * won_rubber
        sheet = replace(
            self.plus(of_players(gained)),
            trick_points=(0, 0),
            games=(0, 0) if won_rubber else games,
            rubbers=self.rubbers + won_rubber,
        )
        return sheet._with_winners(), notes

    @property
    def stake(self) -> int:
        """The value of a rubber point in hundredths of a krone; 0: no money."""
        return int(self.options["stake"])

    def _with_winners(self) -> RubberSheet:
        """Return the sheet, after the last rubber with the winners: the side with the most rubber
        points, both if equal. If they play for money, each loser pays a winner the difference."""
        if self.rubbers < self.to_play:
            return self
        ours, theirs, *_ = self.scores
        account = of_players(((ours - theirs) * self.stake, (theirs - ours) * self.stake))
        return replace(self, winners=self.leaders, settlement=account if self.stake else None)


def _game_notes(side: int, others: int, price: int, *, won_rubber: bool) -> Notes:
    """Return the notes on a game that `side` makes. They give its rubber points only if the rubber
    adds more, since the sum is shown beside the names."""
    players = side_players(side)
    if not won_rubber:
        text = N_("{side} make game with the others at {others}.")
        return (Sentence(text, side=players, others=others),)
    text = N_("{side} make game with the others at {others}; rubber points: {points:+d}.")
    game = Sentence(text, side=players, others=others, points=price)
    text = N_("{side} win the rubber; rubber points: {points:+d}.")
    return game, Sentence(text, side=players, points=RUBBER)


def result_of(sheet: Sheet, play: TrickPlay) -> DealResult:
    assert isinstance(sheet, WhistSheet)
    honours = _honours(sheet, play)
    points, notes = (_rubber if isinstance(sheet, RubberSheet) else _guerre)(
        sheet, play.tricks_taken(), honours
    )
    return DealResult(True, points, play.tricks_taken(), notes=notes)


def _honours(sheet: WhistSheet, play: TrickPlay) -> list[int]:
    """Return the number of honours that each player was dealt, and so has played; 0 if honours do
    not count."""
    counts = [0] * play.layout.players
    if sheet.honours:
        assert play.trumps is not None
        honours = sheet.form.honours_of(play.trumps)
        for trick in play.tricks:
            for seat, card in trick.plays:
                counts[seat] += card in honours
    return counts


def _rubber(
    sheet: WhistSheet, tricks: Sequence[int], honours: Sequence[int]
) -> tuple[tuple[int, ...], Notes]:
    """Return trick points by player, for tricks beyond six and honours, with notes."""
    assert isinstance(sheet, RubberSheet)
    taken, points, game = of_sides(tricks), [0, 0], sheet.form.game
    side = taken.index(max(taken))
    points[side] = taken[side] - BOOK
    text = N_("{side} took {count} tricks: {points:+d}.")
    notes = [Sentence(text, side=side_players(side), count=taken[side], points=points[side])]
    by_tricks = sheet.trick_points[side] + points[side] >= game
    for at, count in enumerate(of_sides(honours)):
        if count not in HONOURS:
            continue
        if by_tricks:
            text = N_("{side} got {count} honours, but they don't count: tricks made game.")
            notes.append(Sentence(text, side=side_players(at), count=count))
        else:
            room = None if points[at] else max(0, game - 1 - sheet.trick_points[at])
            given, note = _for_honours(side_players(at), count, room, game - 1)
            points[at] += given
            notes.append(note)
    return of_players(points), (*notes, *sheet.after(points)[1])


def _guerre(
    sheet: WhistSheet, tricks: Sequence[int], honours: Sequence[int]
) -> tuple[tuple[int, ...], Notes]:
    """Return points by player, for tricks beyond four and honours, with notes."""
    points = [max(0, count - BOOK_ALONE) for count in tricks]
    text = N_("{side} took {count} tricks: {points:+d}.")
    notes = [
        Sentence(text, side=Who(seat), count=tricks[seat], points=gained)
        for seat, gained in enumerate(points)
        if gained
    ]
    notes = notes or [Sentence(N_("Nobody took more than {count} tricks."), count=BOOK_ALONE)]
    for seat, count in enumerate(honours):
        if count in HONOURS:
            room = None if points[seat] else max(0, sheet.form.game - 1 - sheet.scores[seat])
            given, note = _for_honours(Who(seat), count, room, sheet.form.game - 1)
            points[seat] += given
            notes.append(note)
    totals = sheet.plus(points).scores
    if max(totals) >= sheet.form.game and first_of(sheet.form, totals, tricks) is None:
        notes.append(Sentence(N_("Equal points and equal tricks: another deal is played.")))
    return tuple(points), tuple(notes)


def _for_honours(holder: Holder, count: int, room: int | None, limit: int) -> tuple[int, Sentence]:
    """Return the points for `count` honours, at most `room` (None: no limit, since trick points
    were scored too), with a note."""
    due = HONOURS[count]
    if room is None or due <= room:
        text = N_("{side} got {count} honours: {points:+d}.")
        return due, Sentence(text, side=holder, count=count, points=due)
    text = N_(
        "{side} got {count} honours: {points:+d}. With no trick points this deal, honours "
        "stop at {limit}."
    )
    return room, Sentence(text, side=holder, count=count, points=room, limit=limit)


def first_of(form: Form, totals: Sequence[int], tricks: Sequence[int]) -> int | None:
    """À la guerre: return the player who wins with these totals after a deal with these tricks, if
    anyone: of those who have reached game the one with the highest total, then with more tricks."""
    ranked = sorted(zip(totals, tricks, range(len(totals)), strict=True), reverse=True)
    best, second = ranked[:2]
    return best[2] if best[0] >= form.game and best[:2] > second[:2] else None
