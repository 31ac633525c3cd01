"""The games. Every module or package in this folder is a game and is registered automatically.

It has its rules as `GAME`, and may have a `COUNSEL` for computer players and an `EXPLORER` for
`/bidlab`. Modules whose names begin with an underscore are shared by the games of a family.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from kwbot.engine.deals.variant import Variant
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.explorer import Explorer


@cache
def _modules() -> dict[str, ModuleType]:
    names = [module.name for module in iter_modules(__path__) if not module.name.startswith("_")]
    found = [import_module(f"{__name__}.{name}") for name in names]
    found.sort(key=lambda module: (module.GAME.place, module.GAME.key))
    return {module.GAME.key: module for module in found}


@cache
def games() -> dict[str, Variant]:
    """Return every game by key, in the order in which they are offered."""
    return {key: module.GAME for key, module in _modules().items()}


@cache
def games_by_difficulty() -> dict[str, Variant]:
    """Return every game by key, the easiest for beginners first."""
    return dict(sorted(games().items(), key=lambda item: item[1].difficulty))


@cache
def counsels() -> dict[str, Counsel]:
    """Return every game's counsel for computer players, by the game's key."""
    return {key: getattr(module, "COUNSEL", Counsel()) for key, module in _modules().items()}


@cache
def explorers() -> dict[str, Explorer]:
    """Return the explorers of games whose bids can be explored, by the game's key."""
    found = {key: getattr(module, "EXPLORER", None) for key, module in _modules().items()}
    return {key: explorer for key, explorer in found.items() if explorer}
