"""A table in words: its lobby, its message during play, its votes, its seals."""
