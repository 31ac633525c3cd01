"""The event log of a table: kinds, bodies, and reading them again.

Bodies of game events are lines of the record; the others are a few words of our own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from kwbot.engine import record_lines
from kwbot.engine.actions import Cut
from kwbot.engine.cards import Card
from kwbot.engine.frozen import changed
from kwbot.engine.record_lines import (
    Chance,
    Group,
    group_of,
    parse_move,
    parse_seat,
    split_line,
)
from kwbot.engine.table import Foul
from kwbot.storage.stored import StoredEvent
from kwbot.tables import state as steps
from kwbot.tables.state import Ready, TableState, Vote

T = TypeVar("T")
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


def dealing(events: Iterable[StoredEvent], deal: int) -> tuple[Chance, int]:
    """Return the cards of one deal as they were dealt, and how many were cut off before."""
    lines: list[str] = []
    for event in events:
        if event.kind == "deal" and lines:
            break
        if lines or (event.kind == "deal" and event.body.startswith(f"deal {deal} ")):
            lines += event.body.splitlines() if KINDS[event.kind].in_record else []
    grouped = [(group_of(split_line(line)[0]), line) for line in lines]
    moves = [parse_move(line)[1] for group, line in grouped if group is Group.MOVE]
    cuts = [move.count for move in moves if isinstance(move, Cut)]
    return Chance.parse(line for group, line in grouped if group is Group.CHANCE), sum(cuts)


def replayed(table: TableState, kind: str, body: str) -> TableState:
    """The table after a stored event.

    Raises RuleViolation, ValueError or KeyError if the event does not fit: another version of the
    rules wrote it.
    """
    return changed(KINDS[kind].replay(table, body), seq=table.seq + 1)


def _start(table: TableState, body: str) -> TableState:
    lines = [split_line(line) for line in body.split("\n")]
    if ("rules", str(table.variant.rules_version)) not in lines:
        raise ValueError("written by another version of the rules")
    draws = [record_lines.parse_numbered(rest) for word, rest in lines if word == "draw"]
    return steps.started(
        table, steps.new_match(table, tuple(Card.parse(card) for _, card in draws))
    )


def _commit(table: TableState, body: str) -> TableState:
    deal, dealer, commitment, context = body.split(" ", 3)
    return steps.committed(table, Ready(int(deal), int(dealer), commitment, context))


def _ready(table: TableState, body: str) -> TableState:
    seat, interaction = map(int, body.split())
    return steps.readied(table, seat, interaction)


def _deal(table: TableState, body: str) -> TableState:
    first, *lines = body.splitlines()
    _, dealer = record_lines.parse_deal(split_line(first)[1])
    cards = Chance.parse(lines).dealt(len(table.seated)) if lines else None
    return steps.dealt(table, dealer, cards)


def _cards(table: TableState, body: str) -> TableState:
    return steps.dealt_after_cut(table, Chance.parse(body.splitlines()).dealt(len(table.seated)))


def _action(kind: str) -> Replay:
    return lambda table, body: steps.acted(table, *parse_move(body), kind)


def _rest(
    step: Callable[[TableState, T], TableState], parse: Callable[[str], T]
) -> Callable[[TableState, str], TableState]:
    """A kind whose body is a word and what `parse` makes of its rest."""
    return lambda table, body: step(table, parse(split_line(body)[1]))


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
    "foul": Kind(_rest(steps.fouled, record_lines.parse_foul), in_record=True),
    "undo": Kind(_rest(steps.undone, record_lines.parse_undo), in_record=True),
    "away": Kind(_rest(steps.gone_away, parse_seat), in_record=True),
    "back": Kind(_rest(steps.come_back, parse_seat), in_record=True),
    "finish": Kind(_rest(steps.ended, parse_seat), in_record=True),
    "propose": Kind(_propose),
    "vote": Kind(lambda table, body: steps.voted(table, int(body))),
    "reject": Kind(lambda table, body: steps.rejected(table, int(body) if body else None)),
}
"""Every kind of event. Actions: by the player, for them when time ran out, by a computer player."""
