"""The games. Each module or package in this folder is one; its `GAME` is found by itself.

Names that begin with an underscore are what several games of a family share.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from kwbot.engine.variant import Variant


@cache
def games() -> dict[str, Variant]:
    """Every game by its key, the one that is offered first in front."""
    names = [module.name for module in iter_modules(__path__) if not module.name.startswith("_")]
    found: list[Variant] = [import_module(f"{__name__}.{name}").GAME for name in names]
    return {game.key: game for game in sorted(found, key=lambda game: (game.place, game.key))}
