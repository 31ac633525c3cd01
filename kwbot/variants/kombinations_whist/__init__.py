"""Kombinations-Whist. The rules: data/rulebook/kombinations-whist/."""

from .counsel import KombinationsCounsel
from .explorer import KombinationsExplorer
from .game import KombinationsWhist

GAME = KombinationsWhist()
COUNSEL = KombinationsCounsel()
EXPLORER = KombinationsExplorer(GAME)

__all__ = ["COUNSEL", "EXPLORER", "GAME"]
