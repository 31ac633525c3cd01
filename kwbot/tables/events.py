"""The event log of a table: kinds, bodies, and reading them again.

Bodies of game events are lines of the record; the others are a few words of our own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime

from kwbot.engine.actions import Seat, parse_action
from kwbot.engine.cards import Card
from kwbot.engine.record import parse_deal, parse_dealt
from kwbot.engine.table import Foul
from kwbot.engine.values import changed
from kwbot.storage.values import StoredEvent
from kwbot.tables import state as steps
from kwbot.tables.state import Ready, TableState, Vote

Replay = Callable[[TableState, str], TableState]

ACTION_KINDS = ("action", "timeout", "computer")
"""By the player, for them when time ran out, by a computer player."""

RECORD_KINDS = frozenset(
    {"start", "deal", "cards", *ACTION_KINDS, "foul", "undo", "away", "back", "finish"}
)
"""The kinds whose bodies are lines of the record."""


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
            lines += event.body.splitlines() if event.kind in RECORD_KINDS else []
    return lines


def replayed(table: TableState, kind: str, body: str) -> TableState:
    """The table after a stored event.

    Raises RuleViolation, ValueError or KeyError if the event does not fit: another version of the
    rules wrote it.
    """
    return changed(_REPLAY[kind](table, body), seq=table.seq + 1)


def _start(table: TableState, body: str) -> TableState:
    if f"rules {table.variant.rules_version}" not in body.splitlines():
        raise ValueError("written by another version of the rules")
    words = [line.split() for line in body.splitlines()]
    drawn = tuple(Card.parse(card) for word, *_, card in words if word == "draw")
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


_REPLAY: dict[str, Replay] = {
    "start": _start,
    "commit": _commit,
    "ready": _ready,
    "deal": _deal,
    "cards": _cards,
    **{kind: _action(kind) for kind in ACTION_KINDS},
    "foul": _foul,
    "undo": _seat(steps.undone),
    "away": _seat(steps.gone_away),
    "back": _seat(steps.come_back),
    "finish": _seat(steps.ended),
    "propose": _propose,
    "vote": _seat(steps.voted),
    "reject": lambda table, body: steps.rejected(table, int(body) if body else None),
}
