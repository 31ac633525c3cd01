"""A finished deal in the looks "emoji" and "text", and the alternative text of its picture."""

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter

from kwbot.engine.values.wording import N_
from kwbot.text.deal.outcome import DealOutcome
from kwbot.text.deal.result_scene import DealtHand, ResultScene, Score
from kwbot.text.words.card_symbols import CARD_SEPARATOR
from kwbot.text.words.language import language_of
from kwbot.text.words.lines import AND, ARROW, DOT, capitalise, without_breaks
from kwbot.text.words.markdown import cut

from .emojis import NO_EMOJIS
from .pen import ALTERNATIVE_LIMIT, Pen, count_of, pen_of, trumps_of


def result_lines(scene: ResultScene, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return a finished deal in lines of markdown: outcome, hands as dealt, tricks, standing."""
    return _lines(scene, pen_of(scene, ids))


def result_alternative(scene: ResultScene) -> str:
    """Return the alternative text of a result's picture."""
    told = _lines(scene, pen_of(scene, markdown=False))
    lines = filter(None, (scene.deal, *told))
    return cut(". ".join(line.removesuffix(".") for line in lines) + ".", ALTERNATIVE_LIMIT)


def legend_line(scene: ResultScene) -> str:
    """Return the meaning of the marks of cards in the picture of a result; "" without marks."""
    text, marks = language_of(scene.style.language).text, list[str]()
    if any(hand.unplayed for hand in scene.hands):
        marks.append(text(N_("underlined: never played")))
    if scene.passed:
        marks.append(text(N_("boxed: {what}"), what=scene.passed))
    return capitalise(DOT.join(marks))


def _lines(scene: ResultScene, pen: Pen) -> list[str]:
    lines = [
        *(_outcome(one, pen) for one in scene.outcomes),
        DOT.join(filter(None, (pen.plain(scene.contract), _trumps(scene, pen)))),
        *map(pen.plain, scene.notes),
        _standing(scene, pen),
        *(_hand(hand, scene, pen) for hand in scene.hands),
        _dealt_kitty(scene, pen),
        _winners(scene, pen),
        *map(pen.plain, scene.remarks),
    ]
    return [line for line in lines if line]


def _outcome(outcome: DealOutcome, pen: Pen) -> str:
    return (outcome.mark if pen.markdown else "") + pen.strong(pen.plain(outcome.text))


def _trumps(scene: ResultScene, pen: Pen) -> str:
    return trumps_of(scene.trumps, pen) if scene.tricks else ""


def _standing(scene: ResultScene, pen: Pen) -> str:
    if not scene.standing:
        return ""
    unit = f"{capitalise(scene.counted_in)}: " if scene.counted_in else ""
    return unit + CARD_SEPARATOR.join(_score(score, pen) for score in scene.standing)


def _score(score: Score, pen: Pen) -> str:
    name = AND.join(pen.plain(player.name) for player in score.players)
    gained = f"\u00a0({score.gained})" if score.gained else ""
    return f"{without_breaks(name)}\u00a0{pen.strong(score.points)}{gained}"


def _hand(hand: DealtHand, scene: ResultScene, pen: Pen) -> str:
    """Return a hand like ``West (dealer): ♠ A 9 · ♥ 7 (passed left: ♠ 9; never played: ♥ 7)``."""
    marks = (scene.passed, hand.passed), (pen.language.text(N_("never played")), hand.unplayed)
    told = "; ".join(f"{what}: {pen.cards(cards)}" for what, cards in marks if cards)
    name = pen.name_with_roles(hand.player.seat, hand.roles)
    return pen.fold(hand.cards, f"{name}: ") + (f" ({told})" if told else "")


def _dealt_kitty(scene: ResultScene, pen: Pen) -> str:
    shown = DOT.join(
        " ".join(pen.style.card(card) for card, _ in cards)
        + ("" if taker is None else f"{ARROW}{pen.name(taker)}")
        for taker, cards in groupby(scene.kitty, key=itemgetter(1))
    )
    return f"{pen.language.text(N_('Kitty'))}: {shown}" if shown else ""


def _winners(scene: ResultScene, pen: Pen) -> str:
    if not scene.tricks:
        return ""
    counts = DOT.join(f"{pen.name(hand.player.seat)}\u00a0{count_of(hand)}" for hand in scene.hands)
    runs = [(seat, len(list(run))) for seat, run in groupby(one.winner for one in scene.tricks)]
    order = ", ".join(pen.name(seat) + (f"\u00a0×{run}" if run > 1 else "") for seat, run in runs)
    return pen.language.text(N_("Tricks: {counts}"), counts=f"{counts} ({order})")
