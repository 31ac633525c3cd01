"""The event log of a table: kinds, bodies, and reading them again.

Bodies of game events are lines of the record; the others are a few words of our own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
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
from kwbot.engine.values.actions import Cut, Dealt
from kwbot.engine.values.cards import Card
from kwbot.engine.values.frozen import changed
from kwbot.engine.values.table import Foul
from kwbot.storage.values.stored import StoredEvent
from kwbot.tables.state.contributions import Ready
from kwbot.tables.state.proposals import Motion, Vote
from kwbot.tables.state.seated import Seated
from kwbot.tables.state.shuffle import FirstDraw, draws_of
from kwbot.tables.state.table_state import LobbyTable, OpenTable, RunningTable, game_of, lobby_of

_T = TypeVar("_T")
Replay = Callable[[RunningTable, str], RunningTable]
_DRAWN = "-"
"""In place of a dealer who is drawn with the cards."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event: how it is read again (None: the start, which makes a game of a lobby),
    whether its body is lines of the record, and whether the program does it by itself."""

    replay: Replay | None
    in_record: bool = False
    by_program: bool = False


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


def first_draw(events: Iterable[StoredEvent], context: str) -> FirstDraw:
    """Return what was drawn before the first deal, of which `context` says what that is."""
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


def replayed(table: OpenTable, event: StoredEvent) -> RunningTable:
    """Return the table after a stored event.

    Raises RuleViolation, ValueError or KeyError if the event does not fit: another version of the
    rules wrote it.
    """
    replay, body = KINDS[event.kind].replay, event.body
    after = replay(game_of(table), body) if replay else _start(lobby_of(table), body)
    return changed(after.with_absences(event.at), seq=table.seq + 1)


def _start(lobby: LobbyTable, body: str) -> RunningTable:
    lines = [split_line(line) for line in body.split("\n")]
    if ("rules", str(lobby.variant.rules_version)) not in lines:
        raise ValueError("written by another version of the rules")
    draws = [parse_numbered(rest) for word, rest in lines if word == "draw"]
    names = tuple(parse_numbered(rest)[1] for word, rest in lines if word == "player")
    drawn = tuple(Card.parse(card) for _, card in draws)
    return lobby.with_match(lobby.new_match(drawn, names))


def _commit(game: RunningTable, body: str) -> RunningTable:
    deal, dealer, commitment, context = body.split(" ", 3)
    dealt_by = None if dealer == _DRAWN else int(dealer)
    return game.with_commitment(Ready(int(deal), dealt_by, commitment, context))


def _press(game: RunningTable, body: str) -> RunningTable:
    place, text = body.split(" ", 1)
    return game.with_contribution(int(place), text)


def _places(game: RunningTable, body: str) -> RunningTable:
    return changed(game, places=tuple(map(int, body.split())))


def _deal(game: RunningTable, body: str) -> RunningTable:
    first, *lines = body.splitlines()
    _, dealer = parse_deal(split_line(first)[1])
    return game.with_deal(dealer, _cards_of(game, lines) if lines else None)


def _cards_of(game: RunningTable, lines: Iterable[str]) -> Dealt:
    return Chance.parse(lines).dealt(len(game.seated))


def _action(kind: str) -> Replay:
    return lambda game, body: game.with_action(*parse_move(body), kind)


def _rest(step: Callable[[RunningTable, _T], RunningTable], parse: Callable[[str], _T]) -> Replay:
    """Replay a body that is a word and what `parse` makes of its rest."""
    return lambda game, body: step(game, parse(split_line(body)[1]))


def _silent(game: RunningTable, body: str) -> RunningTable:
    seat, since = body.split(" ")
    return game.fallen_silent(int(seat), datetime.fromisoformat(since))


def _propose(game: RunningTable, body: str) -> RunningTable:
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
    return game.with_proposal(vote)


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
        "newcomer": _of_newcomer(newcomer) if newcomer else None,
        "until_back": motion.until_back,
    }


def _of_newcomer(newcomer: Seated) -> dict[str, Any]:
    values = asdict(newcomer)
    del values["left_by"]  # nobody has given up a seat that is not theirs yet
    return values


def newcomer_body(newcomer: Seated) -> str:
    """Return the body of the event of somebody who waits for a seat, as JSON."""
    return json.dumps(_of_newcomer(newcomer))


def asked_for_seats(events: Iterable[StoredEvent]) -> list[Seated]:
    """Return who has asked for a seat since the game began, but for those who were not let in: some
    computer may be called like them."""
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


KINDS: dict[str, Kind] = {
    "newcomer": Kind(lambda game, body: game.with_newcomer(Seated(**json.loads(body)))),
    "start": Kind(None, in_record=True),
    "places": Kind(_places, by_program=True),
    "commit": Kind(_commit, by_program=True),
    "press": Kind(_press, by_program=True),
    "ready": Kind(lambda game, body: game.readied(*map(int, body.split()))),
    "stir": Kind(lambda game, body: game.stirred(int(body.split()[0]), body.split(" ", 1)[1])),
    "deal": Kind(_deal, in_record=True, by_program=True),
    "cards": Kind(
        lambda game, body: game.dealt_after_cut(_cards_of(game, body.splitlines())),
        in_record=True,
        by_program=True,
    ),
    "action": Kind(_action("action"), in_record=True),
    "extend": Kind(lambda game, body: game.run_out(int(body)), by_program=True),
    "timeout": Kind(_action("timeout"), in_record=True, by_program=True),
    "computer": Kind(_action("computer"), in_record=True, by_program=True),
    "forced": Kind(_action("forced"), in_record=True, by_program=True),
    "foul": Kind(_rest(RunningTable.with_foul, record_lines.parse_foul), in_record=True),
    "claim": Kind(_rest(RunningTable.claimed, record_lines.parse_claim), in_record=True),
    "undo": Kind(_rest(RunningTable.undone, record_lines.parse_undo), in_record=True),
    "away": Kind(_rest(RunningTable.gone_away, parse_seat), in_record=True),
    "back": Kind(_rest(RunningTable.come_back, parse_seat), in_record=True),
    "seat": Kind(
        _rest(lambda game, seat: game.with_player_name(*seat), parse_reseat), in_record=True
    ),
    "finish": Kind(_rest(RunningTable.finished_by, parse_seat), in_record=True),
    "restored": Kind(lambda game, _: changed(game, restored=True), by_program=True),
    "propose": Kind(_propose),
    "vote": Kind(lambda game, body: game.with_agreement(int(body))),
    "host": Kind(lambda game, _: game.without_vote()),
    "agree": Kind(lambda game, _: game.without_vote()),
    "silent": Kind(_silent, by_program=True),
    "heard": Kind(lambda game, body: game.with_press(int(body))),
    "against": Kind(lambda game, body: game.voted_against(int(body))),
    "reject": Kind(lambda game, body: game.with_rejection(int(body) if body else None)),
}
"""Every kind of event. Actions: by the player, for them when time ran out, by a computer player,
or for somebody who has no choice; "extend": they get once more time; "silent": the table has waited
for them too long; "heard": they have pressed something since."""
