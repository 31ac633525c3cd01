"""The database: stored values, queries, backends, migrations and upkeep."""
