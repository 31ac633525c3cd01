"""Conversion between an evening and its row in the store."""

from collections.abc import Mapping
from dataclasses import astuple
from typing import Any, cast

from kwbot.evenings.entrant import Entrant, Presence
from kwbot.evenings.evening import Evening, EveningStage
from kwbot.evenings.sitting import DuplicateResult, Share, Sitting
from kwbot.storage.values.stored_evenings import StoredEntrant, StoredEvening

OVER_STAGES = (EveningStage.OVER.value, EveningStage.CANCELLED.value)
"""The states of evenings that are over."""
OPEN_STAGES = tuple(stage.value for stage in EveningStage if stage.value not in OVER_STAGES)


def to_row(evening: Evening) -> StoredEvening:
    """Return an evening as a row of the database."""
    course: dict[str, Any] = {
        "deals": evening.deals,
        "seats": evening.seats,
        "rounds": [[_to_json(sitting) for sitting in sittings] for sittings in evening.rounds],
        "rooms": list(evening.rooms),
        "spent": list(evening.spent_rooms),
        "posted": evening.posted,
        "event": evening.event,
        "refused": evening.refused,
    }
    if evening.is_duplicate:
        course["duplicate"] = {
            "pairs": evening.in_pairs,
            "units": [list(unit) for unit in evening.units],
            "secrets": [secret.hex() for secret in evening.secrets],
            "shown": evening.shown,
        }
    entrants = tuple(
        StoredEntrant(number=number, user_id=one.user, name=one.name, presence=one.presence)
        for number, one in enumerate(evening.entrants)
    )
    return StoredEvening(
        id=evening.id,
        guild_id=evening.guild,
        channel_id=evening.channel,
        message_id=evening.message,
        host_id=evening.host,
        game=evening.game,
        options=evening.options,
        language=evening.language,
        starts_at=evening.starts,
        ends_at=evening.ends,
        state=evening.stage.value,
        course=course,
        entrants=entrants,
    )


def from_row(row: StoredEvening) -> Evening:
    """Return the evening of a row of the database."""
    course = row.course
    duplicate = course.get("duplicate", {})
    return Evening(
        id=row.id,
        guild=row.guild_id,
        channel=row.channel_id,
        host=row.host_id,
        game=row.game,
        options=row.options,
        language=row.language,
        starts=row.starts_at,
        ends=row.ends_at,
        deals=course["deals"],
        seats=course["seats"],
        stage=EveningStage(row.state),
        entrants=tuple(
            Entrant(one.user_id, one.name, cast(Presence, one.presence)) for one in row.entrants
        ),
        rounds=tuple(tuple(map(_sitting, sittings)) for sittings in course["rounds"]),
        rooms=tuple(course["rooms"]),
        spent_rooms=tuple(course.get("spent", ())),
        message=row.message_id,
        posted=course["posted"],
        event=course.get("event"),
        refused=course.get("refused", False),
        is_duplicate=bool(duplicate),
        in_pairs=duplicate.get("pairs", False),
        units=tuple(map(tuple, duplicate.get("units", ()))),
        secrets=tuple(map(bytes.fromhex, duplicate.get("secrets", ()))),
        shown=duplicate.get("shown", 0),
    )


def _to_json(sitting: Sitting) -> dict[str, Any]:
    return {
        "seats": list(sitting.seats),
        "deals": sitting.deals,
        "table": sitting.table,
        "over": sitting.over,
        "shares": [list(astuple(share)) for share in sitting.shares],
        "boards": [list(astuple(result)) for result in sitting.results],
    }


def _sitting(row: Mapping[str, Any]) -> Sitting:
    shares = tuple(Share(*share) for share in row["shares"])
    results = tuple(
        DuplicateResult(table, *map(tuple, values)) for table, *values in row.get("boards", ())
    )
    return Sitting(tuple(row["seats"]), row["deals"], row["table"], row["over"], shares, results)
