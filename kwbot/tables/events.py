"""The event log of a table: kinds, bodies, and reading them again.

Bodies of game events are lines of the record; the others are a few words of our own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from kwbot.engine.actions import Seat, parse_action
from kwbot.engine.cards import Card
from kwbot.engine.frozen import changed
from kwbot.engine.reader import parse_deal, parse_dealt
from kwbot.engine.table import Foul
from kwbot.storage.stored import StoredEvent
from kwbot.tables import state as steps
from kwbot.tables.state import Ready, TableState, Vote

Replay = Callable[[TableState, str], TableState]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event: how it is read again, whether its body is lines of the record, and whether
    the program does it by itself."""

    replay: Replay
    in_record: bool = False
    by_program: bool = False


def ready_body(ready: Ready) -> str:
    return f"{ready.deal} {ready.dealer} {ready.commitment} {ready.context}"


def vote_body(vote: Vote) -> str:
    foul = vote.foul
    return json.dumps(
        {
            "proposer": vote.proposer,
            "voters": sorted(vote.voters),
            "until": vote.until.isoformat(),
            "foul": [foul.offender, foul.caller, foul.ruling] if foul else None,
            "undo": vote.undo,
            "left": vote.left,
        }
    )


def deal_lines(events: Iterable[StoredEvent], deal: int) -> list[str]:
    """The record lines of one dealing of cards."""
    lines: list[str] = []
    for event in events:
        if event.kind == "deal" and lines:
            break
        if lines or (event.kind == "deal" and event.body.startswith(f"deal {deal} ")):
            lines += event.body.splitlines() if KINDS[event.kind].in_record else []
    return lines


def replayed(table: TableState, kind: str, body: str) -> TableState:
    """The table after a stored event.

    Raises RuleViolation, ValueError or KeyError if the event does not fit: another version of the
    rules wrote it.
    """
    return changed(KINDS[kind].replay(table, body), seq=table.seq + 1)


def _start(table: TableState, body: str) -> TableState:
    lines = body.split("\n")
    if f"rules {table.variant.rules_version}" not in lines:
        raise ValueError("written by another version of the rules")
    drawn = tuple(Card.parse(line.split()[-1]) for line in lines if line.startswith("draw "))
    return steps.started(table, steps.new_match(table, drawn))


def _commit(table: TableState, body: str) -> TableState:
    deal, dealer, commitment, context = body.split(" ", 3)
    return steps.committed(table, Ready(int(deal), int(dealer), commitment, context))


def _ready(table: TableState, body: str) -> TableState:
    seat, interaction = map(int, body.split())
    return steps.readied(table, seat, interaction)


def _deal(table: TableState, body: str) -> TableState:
    dealer, cards = parse_deal(body, len(table.seated))
    return steps.dealt(table, dealer, cards if any(cards.hands) else None)


def _cards(table: TableState, body: str) -> TableState:
    return steps.dealt_after_cut(table, parse_dealt(body, len(table.seated)))


def _action(kind: str) -> Replay:
    def replay(table: TableState, body: str) -> TableState:
        seat, _, text = body.partition(" ")
        return steps.acted(table, int(seat), parse_action(text), kind)

    return replay


def _foul(table: TableState, body: str) -> TableState:
    _, offender, by, ruling = body.split()
    foul = Foul(int(offender), int(by.partition("=")[2]), ruling.partition("=")[2])
    return steps.fouled(table, foul)


def _seat(
    change: Callable[[TableState, Seat], TableState],
) -> Callable[[TableState, str], TableState]:
    return lambda table, body: change(table, int(body.split()[-1]))


def _propose(table: TableState, body: str) -> TableState:
    said = json.loads(body)
    vote = Vote(
        said["proposer"],
        frozenset(said["voters"]),
        datetime.fromisoformat(said["until"]),
        Foul(*said["foul"]) if said["foul"] else None,
        said["undo"],
        said["left"],
    )
    return steps.proposed(table, vote)


KINDS: dict[str, Kind] = {
    "start": Kind(_start, in_record=True),
    "commit": Kind(_commit, by_program=True),
    "ready": Kind(_ready),
    "deal": Kind(_deal, in_record=True, by_program=True),
    "cards": Kind(_cards, in_record=True, by_program=True),
    "action": Kind(_action("action"), in_record=True),
    "timeout": Kind(_action("timeout"), in_record=True, by_program=True),
    "computer": Kind(_action("computer"), in_record=True, by_program=True),
    "foul": Kind(_foul, in_record=True),
    "undo": Kind(_seat(steps.undone), in_record=True),
    "away": Kind(_seat(steps.gone_away), in_record=True),
    "back": Kind(_seat(steps.come_back), in_record=True),
    "finish": Kind(_seat(steps.ended), in_record=True),
    "propose": Kind(_propose),
    "vote": Kind(_seat(steps.voted)),
    "reject": Kind(lambda table, body: steps.rejected(table, int(body) if body else None)),
}
"""Every kind of event. Actions: by the player, for them when time ran out, by a computer player."""
