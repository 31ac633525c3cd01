"""Comparison of a deal that somebody played again alone with its first result."""

from dataclasses import replace

from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.wording import N_
from kwbot.engine.views.view import View
from kwbot.text.deal.hand import short_name
from kwbot.text.deal.outcome import outcomes
from kwbot.text.words import lines
from kwbot.text.words.language import Language, Voice

_AGAIN = N_("Deal {number} again, only for you")
_FROM = N_("from trick {number}")
_NOW = N_("Now: {result}")
_THEN = N_("Then: {result}")
_BETTER = N_("You did better than {player} did then.")
_WORSE = N_("{player} did better then.")
_SAME = N_("You did as well as {player} did then.")
_OTHERS_LESS, _OTHERS_MORE = N_("the others won less"), N_("the others won more")
_BETTER_OWN = N_("You did better than last time.")
_WORSE_OWN = N_("You did better last time.")
_SAME_OWN = N_("You did as well as last time.")


def rerun_head(variant: Variant, number: int, trick: int, language: Language) -> str:
    """Return the first line of a rerun; `trick`: where it begins, 0: before the tricks."""
    told = [
        f"**{short_name(variant, language)}**",
        language.text(_AGAIN, number=number),
        language.text(_FROM, number=trick) if trick else "",
    ]
    return f"-# 🔁 {lines.DOT.join(filter(None, told))}"


def comparison_lines(
    now: DealResult,
    then: DealResult,
    seat: Seat,
    seen: View,
    voice: Voice,
    *,
    own: bool,
    in_picture: bool = False,
) -> list[str]:
    """Return the points of `seat` in both results, and which was better. `own`: whether the same
    person sat there; `in_picture`: whether a picture shows the new outcome."""
    texts = (_BETTER_OWN, _WORSE_OWN, _SAME_OWN) if own else (_BETTER, _WORSE, _SAME)
    gain = _ahead(now, seat) - _ahead(then, seat)
    verdict = texts[0 if gain > 0 else 1 if gain < 0 else 2]
    told = voice.language.text(verdict, player=voice.name(seat))
    ended = (
        _points_line(_NOW, now, seat, voice) if in_picture else _line(_NOW, now, seat, seen, voice)
    )
    if gain and now.points[seat] == then.points[seat]:
        why = voice.language.text(_OTHERS_LESS if gain > 0 else _OTHERS_MORE)
        ended = lines.DOT.join((ended, why))
    seen_then = seen if own else replace(seen, seat=None)
    return [f"**{told}**", ended, _line(_THEN, then, seat, seen_then, voice)]


def _ahead(result: DealResult, seat: Seat) -> int:
    """Return how far a player is ahead of the others, whose gains count as losses."""
    return result.points[seat] * len(result.points) - sum(result.points)


def _points_line(text: str, result: DealResult, seat: Seat, voice: Voice) -> str:
    gained = voice.language.format_signed(result.points[seat])
    return voice.language.text(text, result=f"**{gained}**")


def _line(text: str, result: DealResult, seat: Seat, seen: View, voice: Voice) -> str:
    """Return a player's points, unless the outcome says them, and the outcome."""
    gained = voice.language.format_signed(result.points[seat])
    ended = lines.DOT.join(f"{one.mark}{one.text}" for one in outcomes(seen, result, voice))
    is_said = result.points[seat] and ended.endswith(f": {gained}.")
    told = ended if is_said else lines.DOT.join([f"**{gained}**", ended])
    return voice.language.text(text, result=told)
