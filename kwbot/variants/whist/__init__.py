"""English whist: short, long and American, and whist à la guerre. See data/rulebook/whist/."""

from .game import Whist

GAME = Whist()

__all__ = ["GAME"]
