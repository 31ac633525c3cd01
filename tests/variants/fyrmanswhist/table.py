"""A table of Fyrmanswhist for tests: cards, bottom cards, deals as they end."""

from collections.abc import Mapping
from dataclasses import replace

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.playrules import PlayRules
from kwbot.engine.phases.script import DealResult
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.trick import Trick
from kwbot.variants import games
from kwbot.variants.fyrmanswhist import result_of
from tests.engine.playing import acted, begin, dealt

GAME = games()["fyrmanswhist"]
HANDS = {0: "S2 H2 DA", 1: "S3 H3", 2: "S4 H4", 3: "S5 H5"}
"""Everybody has a black and a red card to show. Forehand is player 1."""
BLACK = "0 show S2/1 show S3/2 show S4/3 show S5"


def table(
    moves: str = "",
    hands: Mapping[Seat, str] | None = None,
    *,
    dealer: Seat = 0,
    scores: tuple[int, ...] = (0, 0, 0, 0),
    **options: str,
) -> Match:
    """A deal after `moves`, partners by seat, dealt by player 0 unless told otherwise."""
    match = begin(GAME, 4, {"partners": "seats", **options})
    match = replace(match, sheet=replace(match.sheet, scores=scores))
    return acted(dealt(match, HANDS if hands is None else hands, dealer), moves)


def shows(cards: str, showing: str = "turn") -> Match:
    """A deal in which the players, from 0 on, put these cards down."""
    lines = [f"{seat} show {card}" for seat, card in enumerate(cards.split())]
    return table("/".join(lines), showing=showing)


def ended(declarer: Seat | None, tricks: tuple[int, ...]) -> DealResult:
    """A deal in which the players took so many tricks; without a declarer it is pass."""
    made = tuple(
        Trick(((seat, Card.parse("SA")),), None, seat)
        for seat, count in enumerate(tricks)
        for _ in range(count)
    )
    assert len(made) == 13
    empty = Layout.empty(4, 0, (1, 2, 3, 0), GAME.deck(4))
    return result_of(declarer, TrickPlay(empty, PlayRules(1), (), None, tricks=made))


def after(scores: tuple[int, ...], brought: DealResult, **options: str) -> Sheet:
    """The sheet after such a deal."""
    sheet = replace(GAME.opening(GAME.option_values(options), 4), scores=scores)
    return GAME.settle(sheet, 0, brought)
