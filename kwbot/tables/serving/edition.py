"""The edition of the program, which decides which tables it can read."""

EDITION = 6
"""Raise it by one with any change that an older program would misread at a table: a game, a game's
`rules_version`, a kind of event. In a cluster an older edition leaves alone what a newer one has
owned, so that no table is closed as unreadable while processes are replaced one by one."""
