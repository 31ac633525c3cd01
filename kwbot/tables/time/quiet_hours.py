"""Quiet hours, in which a person is pinged only for their own turn."""

from datetime import datetime

from kwbot.storage.values.documents import GuildSettings, Preferences
from kwbot.tables.time.time_zones import own_zone, zone_of


def is_quiet(chosen: Preferences, settings: GuildSettings, language: str, now: datetime) -> bool:
    """Whether somebody has quiet hours now, in their own time zone or, if unset, the server's.
    `language`: of the server."""
    return _is_within(chosen, now.astimezone(own_zone(chosen) or zone_of(settings, language)))


def _is_within(chosen: Preferences, local: datetime) -> bool:
    begins, ends = chosen.quiet_from, chosen.quiet_until
    if begins is None or begins == ends:
        return False
    if begins < ends:
        return begins <= local.hour < ends
    return local.hour >= begins or local.hour < ends
