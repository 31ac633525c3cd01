"""The rules of trick-taking games as immutable values: no clock, no chance, no I/O."""
