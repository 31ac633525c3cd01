"""The standings of a server: seasons, climbs in them, and the careers of players."""
