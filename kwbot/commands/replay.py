"""``replay FILE``: check every line against the rules, and print the result."""

import argparse
import json
from pathlib import Path
from typing import Any

from kwbot.engine.deals.match import Match, PlayedDeal
from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.script import DealResult
from kwbot.engine.values.actions import Seat

from .reading import match_of


def add(parsers: Any) -> None:
    """Add the parser of ``replay``."""
    parser = parsers.add_parser("replay", help="check a record and print its result")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the result of a record, as text or JSON."""
    match = match_of(options.file)
    print(json.dumps(result(match)) if options.json else summary(match))
    return 0


def result(match: Match) -> dict[str, Any]:
    """Return the result as plain JSON values."""
    settled = match.sheet.settlement
    account = {"settlement": settled and list(settled)} if match.variant.host_ends else {}
    return {
        "game": match.variant.key,
        "finished": match.is_won,
        "winner": None if match.sheet.winners is None else list(match.sheet.winners),
        "scores": list(match.sheet.scores),
        "titles": [list(title) for title in match.sheet.titles],
        **account,
        "deals": [_deal(played) for played in match.deals],
    }


def _deal(played: PlayedDeal) -> dict[str, Any]:
    brought = played.result
    return {
        "deal": played.number,
        "dealer": played.dealer,
        "declarer": brought.declarer,
        "contract": brought.contract.arguments() if brought.contract else None,
        "made": brought.made,
        "soloists": [list(soloist) for soloist in brought.soloists],
        "tricks": list(brought.tricks),
        "points": list(brought.points),
        "scores": list(played.scores),
        "notes": [str(note) for note in brought.notes],
        **played.sheet.entry(),
    }


def summary(match: Match) -> str:
    """Return the result for people: a line for each deal, then the standing."""
    sheet = match.sheet
    lines = [f"{match.variant.name}, {len(match.names)} players, {len(match.deals)} deals scored"]
    lines += [f"deal {played.number}: {_outcome(match, played)}" for played in match.deals]
    if match.deal:
        lines.append(f"deal {match.number}: running")
    width = max(map(len, match.names))
    lines += [
        f"{name:<{width}}  {score:>4}{_money(sheet, seat)}"
        for seat, (name, score) in enumerate(zip(match.names, sheet.scores, strict=True))
    ]
    lines += [f"{match.names[seat]} holds the title {title}" for seat, title in sheet.titles]
    won = " and ".join(match.names[seat] for seat in sheet.winners or ())
    return "\n".join([*lines, f"won by {won}" if won else "nobody has won yet"])


def _money(sheet: Sheet, seat: Seat) -> str:
    """Return what a player gets or pays in a settled game for money, otherwise ""."""
    return (
        f"  {sheet.settlement[seat] / 100:+.2f}" if sheet.is_for_money and sheet.settlement else ""
    )


def _outcome(match: Match, played: PlayedDeal) -> str:
    brought = played.result
    points = " ".join(f"{points:+d}" for points in brought.points)
    if brought.contract is None:
        return f"no contract, points {points}"
    if brought.declarer is None:
        return f"{brought.contract.arguments()}, points {points}"
    ended = brought.soloists or ((brought.declarer, brought.made),)
    told = [_outcome_line(match, seat, brought, made=bool(made)) for seat, made in ended]
    return f"{brought.contract.arguments()}: {', '.join(told)}, points {points}"


def _outcome_line(match: Match, seat: Seat, brought: DealResult, *, made: bool) -> str:
    """Return who played a contract, their side's tricks, and whether they made it."""
    mate = brought.partner if seat == brought.declarer else None
    sides = (side for side in match.variant.sides(match.sheet) if seat in side)
    side = next(sides, (seat,) if mate in (None, seat) else (seat, mate))
    names = " and ".join(match.names[one] for one in sorted(side, key=lambda one: one != seat))
    tricks = sum(brought.tricks[one] for one in side)
    return f"{names} {tricks} tricks, {'made' if made else 'not made'}"
