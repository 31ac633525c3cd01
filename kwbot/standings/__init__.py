"""The standings of a server: seasons, climbs in them, and players' careers."""
