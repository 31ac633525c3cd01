"""The story of a deal in a few lines: contract, turning point, end."""

from kwbot.engine.values.wording import N_
from kwbot.engine.views.mistake import Mistake
from kwbot.engine.views.view import View
from kwbot.text.deal.advice import chosen_text, moment_name
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.words import lines
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice
from kwbot.text.words.markdown import escape

_NO_TURN = N_("No turning point: everyone chose about the best by what they could see.")
_LONGEST = 200
"""Most characters of a headline."""


def story(
    seen: View,
    result: ResultScene,
    turn: Mistake | None,
    voice: Voice,
    facts: Facts,
    *,
    in_picture: bool = False,
) -> list[str]:
    """Return the story's lines. `seen`: the deal when its tricks began, or at its end without any;
    `turn`: the costliest decision, if any; `in_picture`: whether a picture shows the end."""
    end = () if in_picture else _end(result)
    told = (_contract_line(seen, voice, facts), _turn(turn, voice), *end)
    return [one for one in told if one]


def _contract_line(seen: View, voice: Voice, facts: Facts) -> str:
    contract, trumps = lines.contract(seen, voice, facts), lines.trumps(seen, voice)
    return contract or (f"🎯 {trumps}" if trumps else "")


def _turn(turn: Mistake | None, voice: Voice) -> str:
    if turn is None:
        return f"↪️ {voice.language.text(_NO_TURN)}"
    told = (moment_name(turn.seen, voice.language), chosen_text(turn, voice))
    return f"↪️ {lines.DOT.join(filter(None, told))}"


def _end(result: ResultScene) -> list[str]:
    """Return a line for each outcome."""
    gained = f"{result.gained} {result.counted_in}".rstrip()
    won = f" ({gained})" if result.gained else ""
    return [f"{one.mark or '🏁 '}{escape(one.text, _LONGEST)}{won}" for one in result.outcomes]
