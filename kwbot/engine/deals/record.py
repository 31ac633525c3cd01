"""Writing records: the text of a whole match, chance included.

kwbot.engine.deals.reader reads them. docs/record-format.md describes the format.
"""

from collections.abc import Iterable, Mapping

from kwbot.engine.values.cards import Card

from . import record_lines as lines
from .match import Match
from .variant import Variant


def header(
    variant: Variant, options: Mapping[str, str], names: Iterable[str], drawn: Iterable[Card] = ()
) -> list[str]:
    """Return the lines before the first deal, without options at their default."""
    usual = {(option.key, option.standard_with(options)) for option in variant.options}
    return [
        lines.FORMAT,
        f"game {variant.key}",
        f"rules {variant.rules_version}",
        *(lines.option_line(*option) for option in options.items() if option not in usual),
        *lines.numbered_lines("player", names),
        *lines.numbered_lines("draw", drawn),
    ]


def write(match: Match) -> str:
    """Return the match so far as a record."""
    names = match.first_names or match.names
    made = header(match.variant, match.sheet.options, names, match.drawn)
    for deal in match.deals:
        made += [lines.deal_line(deal.number, deal.dealer), *deal.lines.splitlines()]
        made += [lines.totals_line("score", deal.scores)]
    if match.deal:
        made += match.running_lines()
    made += [*match.broken_off.splitlines(), *map(str, match.between)]
    if match.ended_by is not None:
        made.append(lines.finish_line(match.ended_by))
    if match.sheet.settlement is not None:
        made.append(lines.totals_line("settle", match.sheet.settlement))
    if match.sheet.winners is not None:
        made.append(lines.end_line(match.sheet.winners))
    return "\n".join(made) + "\n"
