"""The games. Each module or package in this folder is one and is found by itself.

It has its rules as `GAME`, and may have a `COUNSEL` for computer players and an `EXPLORER` for
`/bidlab`. Names that begin with an underscore are what several games of a family share.
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
    """Return every game by its key, the one that is offered first in front."""
    return {key: module.GAME for key, module in _modules().items()}


@cache
def games_by_difficulty() -> dict[str, Variant]:
    """Return every game by its key, the easiest to begin with in front."""
    return dict(sorted(games().items(), key=lambda item: item[1].difficulty))


@cache
def counsels() -> dict[str, Counsel]:
    """Return the counsel of every game for computer players, by its key."""
    return {key: getattr(module, "COUNSEL", Counsel()) for key, module in _modules().items()}


@cache
def explorers() -> dict[str, Explorer]:
    """Return the games whose bids can be explored, by key."""
    found = {key: getattr(module, "EXPLORER", None) for key, module in _modules().items()}
    return {key: explorer for key, explorer in found.items() if explorer}
