"""Events of a table: their kinds, their bodies and their replay.

Bodies of game events are lines of the record; the others are a few words of our own.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from kwbot.engine.deals import record_lines
from kwbot.engine.deals.record_lines import (
    Chance,
    Group,
    group_of,
    parse_deal,
    parse_move,
    parse_numbered,
    parse_reseat,
    parse_seat,
    split_line,
)
from kwbot.engine.values.actions import Cut, Dealt, Foul, Seat
from kwbot.engine.values.cards import Card
from kwbot.storage.values.stored_tables import StoredEvent
from kwbot.tables.log import deal_changes, seat_changes, vote_changes
from kwbot.tables.state.contributions import Ready
from kwbot.tables.state.proposals import Motion, Vote
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.shuffle import FirstDraw, draws_of
from kwbot.tables.state.table_state import LobbyTable, OpenTable, RunningTable, lobby_of, running_of

_T = TypeVar("_T")
Replay = Callable[[RunningTable, str], RunningTable]
_DRAWN = "-"
"""Stands in a body for a dealer who is drawn with the cards."""


def ready_body(ready: Ready) -> str:
    """Return the body of the event that asks players to be ready."""
    dealer = _DRAWN if ready.dealer is None else ready.dealer
    return f"{ready.deal} {dealer} {ready.commitment} {ready.context}"


def vote_body(vote: Vote) -> str:
    """Return the body of the event of a vote, as JSON."""
    foul, motion = vote.foul, vote.motion
    return json.dumps(
        {
            "proposer": vote.proposer,
            "voters": sorted(vote.voters),
            "until": vote.until.isoformat(),
            "foul": [foul.offender, foul.caller, foul.ruling] if foul else None,
            "undo": vote.undo,
            "left": vote.left,
            "motion": _motion_body(motion) if motion else None,
            "quick": vote.quick,
        }
    )


def dealt_cards(events: Iterable[StoredEvent], deal_number: int) -> tuple[Chance, int]:
    """Return the cards of a deal as dealt, and how many were cut off the pack before."""
    grouped = [
        (group_of(split_line(line)[0]), line) for line in _lines_of_deal(events, deal_number)
    ]
    moves = [parse_move(line)[1] for group, line in grouped if group is Group.MOVE]
    cuts = [move.count for move in moves if isinstance(move, Cut)]
    return Chance.parse(line for group, line in grouped if group is Group.CHANCE), sum(cuts)


def _lines_of_deal(events: Iterable[StoredEvent], deal_number: int) -> list[str]:
    """Return the record's lines of a deal."""
    lines: list[str] = []
    for event in events:
        if event.kind == "deal" and lines:
            break
        if lines or (event.kind == "deal" and event.body.startswith(f"deal {deal_number} ")):
            lines += event.body.splitlines() if EVENT_KINDS[event.kind].in_record else []
    return lines


def first_draw(events: Iterable[StoredEvent], context: str) -> FirstDraw:
    """Return the draw before the first deal, of partners or a dealer, by the deal's `context`."""
    logged = {event.kind: event.body for event in reversed(list(events))}
    lines = [split_line(line) for line in logged["start"].split("\n")]
    players, draws = sum(word == "player" for word, _ in lines), draws_of(context)
    partners: tuple[tuple[int, str], ...] = ()
    if "partners" in draws:
        cards = [parse_numbered(rest)[1] for word, rest in lines if word == "draw"]
        partners = tuple((seat, cards[seat]) for seat in map(int, logged["places"].split()))
    dealer = None
    if "dealer" in draws:
        _, dealer = parse_deal(split_line(logged["deal"].splitlines()[0])[1])
    return FirstDraw(partners, players, dealer)


def replay_event(table: OpenTable, event: StoredEvent) -> RunningTable:
    """Return the table after a stored event. Raises RuleViolation, ValueError or KeyError if the
    event does not fit because another version of the rules wrote it."""
    if event.kind == "start":
        after = _start(lobby_of(table), event.body)
    else:
        after = EVENT_KINDS[event.kind].replay(running_of(table), event.body)
    return replace(seat_changes.date_absences(after, event.at), seq=table.seq + 1)


def _start(lobby: LobbyTable, body: str) -> RunningTable:
    lines = [split_line(line) for line in body.split("\n")]
    if ("rules", str(lobby.variant.rules_version)) not in lines:
        raise ValueError("written by another version of the rules")
    draws = [parse_numbered(rest) for word, rest in lines if word == "draw"]
    names = tuple(parse_numbered(rest)[1] for word, rest in lines if word == "player")
    drawn = tuple(Card.parse(card) for _, card in draws)
    return lobby.with_match(lobby.new_match(drawn, names))


def _commit(table: RunningTable, body: str) -> RunningTable:
    deal, dealer, commitment, context = body.split(" ", 3)
    dealt_by = None if dealer == _DRAWN else int(dealer)
    return deal_changes.commit(table, Ready(int(deal), dealt_by, commitment, context))


def _press(table: RunningTable, body: str) -> RunningTable:
    place, text = body.split(" ", 1)
    return deal_changes.contribute(table, int(place), text)


def _places(table: RunningTable, body: str) -> RunningTable:
    return replace(table, places=tuple(map(int, body.split())))


def _deal(table: RunningTable, body: str) -> RunningTable:
    first, *lines = body.splitlines()
    _, dealer = parse_deal(split_line(first)[1])
    return deal_changes.begin_deal(table, dealer, _cards_of(table, lines) if lines else None)


def _deal_after_cut(table: RunningTable, body: str) -> RunningTable:
    return deal_changes.deal_after_cut(table, _cards_of(table, body.splitlines()))


def _cards_of(table: RunningTable, lines: Iterable[str]) -> Dealt:
    return Chance.parse(lines).dealt(len(table.seated))


def _action(kind: str) -> Replay:
    return lambda game, body: deal_changes.act(game, *parse_move(body), kind)


def _of_rest(
    step: Callable[[RunningTable, _T], RunningTable], parse: Callable[[str], _T]
) -> Replay:
    """Return the replay of a body of a word and a rest: `step` with the `parse`d rest."""
    return lambda game, body: step(game, parse(split_line(body)[1]))


def _of_seat(step: Callable[[RunningTable, Seat], RunningTable]) -> Replay:
    """Return the replay of a body that is a seat: `step` with that seat."""
    return lambda game, body: step(game, int(body))


def _wait_for_seat(table: RunningTable, body: str) -> RunningTable:
    return seat_changes.wait_for_seat(table, Seated(**json.loads(body)))


def _take_seat(table: RunningTable, seat_and_name: tuple[Seat, str]) -> RunningTable:
    return seat_changes.take_seat_by_name(table, *seat_and_name)


def _stir(table: RunningTable, body: str) -> RunningTable:
    seat, line = body.split(" ", 1)
    return deal_changes.stir(table, int(seat), line)


def _silent(table: RunningTable, body: str) -> RunningTable:
    seat, since = body.split(" ")
    return seat_changes.fall_silent(table, int(seat), datetime.fromisoformat(since))


def _propose(table: RunningTable, body: str) -> RunningTable:
    said = json.loads(body)
    vote = Vote(
        said["proposer"],
        frozenset(said["voters"]),
        datetime.fromisoformat(said["until"]),
        Foul(*said["foul"]) if said["foul"] else None,
        said["undo"],
        said["left"],
        motion=_motion(said.get("motion")),
        quick=said.get("quick", False),
    )
    return vote_changes.propose(table, vote)


def _motion(said: Mapping[str, Any] | None) -> Motion | None:
    if said is None:
        return None
    newcomer = said["newcomer"]
    seated = Seated(**newcomer) if newcomer else None
    return Motion(said["seat"], seated, said.get("until_back", False))


def _motion_body(motion: Motion) -> dict[str, Any]:
    newcomer = motion.newcomer
    return {
        "seat": motion.seat,
        "newcomer": _newcomer_values(newcomer) if newcomer else None,
        "until_back": motion.until_back,
    }


def _newcomer_values(newcomer: Seated) -> dict[str, Any]:
    values = asdict(newcomer)
    del values["left_by"]  # nobody has given up a seat that is not theirs yet
    return values


def newcomer_body(newcomer: Seated) -> str:
    """Return the body of the event of a newcomer who waits for a seat, as JSON."""
    return json.dumps(_newcomer_values(newcomer))


def newcomers_of(events: Iterable[StoredEvent]) -> list[Seated]:
    """Return the newcomers who were let into the game. (A computer may have the name of one.)"""
    found, proposed = list[Seated](), None
    for event in events:
        if event.kind == "newcomer":
            found.append(Seated(**json.loads(event.body)))
        elif event.kind == "propose":
            motion = _motion(json.loads(event.body).get("motion"))
            proposed = motion.newcomer if motion else None
            found += [proposed] if proposed else []
        elif event.kind == "reject" and proposed:
            found.remove(proposed)
            proposed = None
    return found


def _no_replay(table: RunningTable, body: str) -> RunningTable:
    """Refuse a second start: the first one has turned the lobby into a game."""
    raise ValueError("a game starts once")


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event. `replay` applies its body to a game. `in_record`: its body is lines of the
    record. `by_program`: no user caused it."""

    replay: Replay
    in_record: bool = False
    by_program: bool = False


EVENT_KINDS: dict[str, EventKind] = {
    "newcomer": EventKind(_wait_for_seat),
    "start": EventKind(_no_replay, in_record=True),
    "places": EventKind(_places, by_program=True),
    "commit": EventKind(_commit, by_program=True),
    "press": EventKind(_press, by_program=True),
    "ready": EventKind(lambda game, body: deal_changes.be_ready(game, *map(int, body.split()))),
    "stir": EventKind(_stir),
    "deal": EventKind(_deal, in_record=True, by_program=True),
    "cards": EventKind(_deal_after_cut, in_record=True, by_program=True),
    "action": EventKind(_action("action"), in_record=True),
    "extend": EventKind(_of_seat(seat_changes.run_out), by_program=True),
    "timeout": EventKind(_action("timeout"), in_record=True, by_program=True),
    "computer": EventKind(_action("computer"), in_record=True, by_program=True),
    "forced": EventKind(_action("forced"), in_record=True, by_program=True),
    "foul": EventKind(_of_rest(deal_changes.call_foul, record_lines.parse_foul), in_record=True),
    "claim": EventKind(_of_rest(deal_changes.claim, record_lines.parse_claim), in_record=True),
    "undo": EventKind(_of_rest(deal_changes.undo, record_lines.parse_undo), in_record=True),
    "away": EventKind(_of_rest(seat_changes.go_away, parse_seat), in_record=True),
    "back": EventKind(_of_rest(seat_changes.come_back, parse_seat), in_record=True),
    "seat": EventKind(_of_rest(_take_seat, parse_reseat), in_record=True),
    "finish": EventKind(_of_rest(deal_changes.finish, parse_seat), in_record=True),
    "restored": EventKind(lambda game, _: replace(game, restored=True), by_program=True),
    "propose": EventKind(_propose),
    "vote": EventKind(_of_seat(vote_changes.agree)),
    "host": EventKind(lambda game, _: vote_changes.carry(game)),
    "agree": EventKind(lambda game, _: vote_changes.carry(game)),
    "silent": EventKind(_silent, by_program=True),
    "heard": EventKind(_of_seat(seat_changes.break_silence)),
    "against": EventKind(_of_seat(vote_changes.object_to)),
    "reject": EventKind(lambda game, body: vote_changes.reject(game, int(body) if body else None)),
}
"""Every kind of event.

An action is the player's own ("action"), for a player whose time ran out ("timeout"), a computer's
("computer"), or the only one possible ("forced"). "extend": a player gets as much time again.
"silent": the table has waited too long for a player. "heard": that player has since pressed
something.
"""
