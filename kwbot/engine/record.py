"""The game record: one text that holds a whole match, chance included.

This writes it; kwbot.engine.reader reads it. The format is described in docs/record-format.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .actions import Seat
from .cards import Card
from .match import Match
from .variant import Variant

FORMAT = "whist-record 1"


def header(variant: Variant, options: Mapping[str, str], names: Iterable[str]) -> list[str]:
    """The lines before the first deal; options at their default are left out."""
    standard = {option.key: option.standard for option in variant.options}
    return [
        FORMAT,
        f"game {variant.key}",
        f"rules {variant.rules_version}",
        *(f"option {key}={value}" for key, value in options.items() if standard[key] != value),
        *(f"player {seat} {name}" for seat, name in enumerate(names)),
    ]


def draw_lines(cards: Iterable[Card]) -> list[str]:
    """Who drew which card for partners, by player number."""
    return [f"draw {seat} {card}" for seat, card in enumerate(cards)]


def score_line(scores: Iterable[int]) -> str:
    return "score " + " ".join(f"{seat}={score}" for seat, score in enumerate(scores))


def settle_line(amounts: Iterable[int]) -> str:
    return "settle " + " ".join(f"{seat}={amount}" for seat, amount in enumerate(amounts))


def end_line(winners: Iterable[Seat]) -> str:
    return "end winner=" + ",".join(map(str, winners))


def write(match: Match) -> str:
    """The match so far as a record."""
    lines = header(match.variant, match.sheet.options, match.names) + draw_lines(match.drawn)
    for played in match.deals:
        lines += [f"deal {played.number} dealer={played.dealer}", *played.lines.splitlines()]
        lines += [score_line(played.scores)]
    if match.deal:
        lines += match.running_lines()
    lines += [*match.broken_off.splitlines(), *map(str, match.between)]
    if match.ended_by is not None:
        lines.append(f"finish {match.ended_by}")
    if match.sheet.settlement is not None:
        lines.append(settle_line(match.sheet.settlement))
    if match.sheet.winners is not None:
        lines.append(end_line(match.sheet.winners))
    return "\n".join(lines) + "\n"
