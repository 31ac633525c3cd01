"""Kombinations-Whist. The rules: data/rulebook/kombinations-whist/."""

from .game import KombinationsWhist

GAME = KombinationsWhist()

__all__ = ["GAME"]
