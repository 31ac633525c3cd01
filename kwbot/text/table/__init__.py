"""A table in words: its lobby, its message while it is played, its votes, its seals."""
