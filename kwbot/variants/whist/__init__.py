"""English whist: short, long and American, and whist à la guerre. See data/rulebook/whist/."""

from .counsel import WhistCounsel
from .game import Whist

GAME = Whist()
COUNSEL = WhistCounsel()

__all__ = ["COUNSEL", "GAME"]
