"""A table of English whist for tests: cards, deals as they end, and the running sheet."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kwbot.engine.deals.match import Match
from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.script import DealResult
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import CardSet, Suit
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.trick import Trick
from kwbot.variants import games
from kwbot.variants.whist.scoring import RubberSheet, WhistSheet, result_of
from tests.engine.playing import acted, begin, dealt

GAME = games()["whist"]
SUITS = {0: "S", 1: "H", 2: "D", 3: "C"}


def table(
    moves: str = "", hands: Mapping[Seat, str] | None = None, *, turned: str = "", **options: str
) -> Match:
    """A deal by player 1, or player 0 where nobody draws. Players hold one suit each by default."""
    match = begin(GAME, 4, options)
    dealer = match.next_dealer()
    return acted(dealt(match, hands or {}, 0 if dealer is None else dealer, turned), moves)


def sheet(form: str = "short", **fields: Any) -> WhistSheet:
    """A sheet in the middle of a match; `honours`, `rubbers` and `stake` are the table's options,
    `done` rubbers have been played."""
    options: dict[str, str] = {
        key: str(fields.pop(key)) for key in ("honours", "rubbers", "stake") if key in fields
    }
    if "done" in fields:
        fields["rubbers"] = fields.pop("done")
    opened = GAME.opening(GAME.option_values({"form": form, **options}), 4)
    assert isinstance(opened, WhistSheet)
    return replace(opened, dealer=0, **fields)


def side(tricks: int) -> tuple[int, ...]:
    """So many tricks for the side of player 0, by player."""
    return (tricks, 13 - tricks, 0, 0)


def deal_result(
    before: WhistSheet, tricks: tuple[int, ...], honours: Mapping[Seat, str] | None = None
) -> DealResult:
    """A deal in which the players took so many tricks and were dealt these ranks of trumps."""
    takers = [seat for seat, count in enumerate(tricks) for _ in range(count)]
    given = {seat: CardSet.parse(" ".join(f"S{rank}" for rank in ranks))
             for seat, ranks in (honours or {}).items()}  # fmt: skip
    hands = [list(given.get(seat, ())) for seat in range(4)]
    plays = [[(seat, hands[seat][number]) for seat in range(4) if number < len(hands[seat])]
             for number in range(13)]  # fmt: skip
    made = tuple(
        Trick(tuple(cards), Suit.SPADES, taker) for cards, taker in zip(plays, takers, strict=True)
    )
    empty = Layout.empty(4, 0, (1, 2, 3, 0), GAME.deck(4))
    play = TrickPlay(empty, PlayRules(1), (), Suit.SPADES, tricks=made)
    return result_of(before, play)


def after(
    before: WhistSheet, tricks: tuple[int, ...], honours: Mapping[Seat, str] | None = None
) -> WhistSheet:
    """The sheet after such a deal."""
    settled = GAME.settle(before, 0, deal_result(before, tricks, honours))
    assert isinstance(settled, WhistSheet)
    return settled


def rubber(settled: WhistSheet) -> RubberSheet:
    assert isinstance(settled, RubberSheet)
    return settled


def running(settled: WhistSheet) -> tuple[int, ...]:
    """The trick points of both sides in the running game."""
    return rubber(settled).trick_points
