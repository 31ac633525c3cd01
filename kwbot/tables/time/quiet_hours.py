"""Quiet hours: when nobody is rung who does not want to be, except at their own turn."""

from __future__ import annotations

from datetime import datetime

from kwbot.storage.values.documents import GuildSettings, Preferences
from kwbot.tables.time.time_zones import own_zone, zone_of


def is_quiet(chosen: Preferences, settings: GuildSettings, language: str, now: datetime) -> bool:
    """Whether it is quiet for somebody, in their own time zone, else in that of a server whose
    people speak a language."""
    return _is_within(chosen, now.astimezone(own_zone(chosen) or zone_of(settings, language)))


def _is_within(chosen: Preferences, local: datetime) -> bool:
    begins, ends = chosen.quiet_from, chosen.quiet_until
    if begins is None or begins == ends:
        return False
    if begins < ends:
        return begins <= local.hour < ends
    return local.hour >= begins or local.hour < ends
