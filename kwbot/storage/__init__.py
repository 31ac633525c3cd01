"""The database: models, event log, leaderboard and migrations."""
