"""The benches' own solver for hands with all cards open.

It shares nothing with the computer players' kernel but the way it is compiled: at its first use,
since that takes seconds.
"""

from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

from kwbot.players.kernel.compiled import compiled_folder
from kwbot.players.kernel.compiler import CannotCompile, compile_kernel

from . import alpha_beta

_SOURCES = Path(__file__).parent


@cache
def load_solver() -> ModuleType:
    """Return the module `alpha_beta`, compiled if possible."""
    with suppress(CannotCompile):  # the plain module is slow
        folder = compiled_folder(_SOURCES) or compile_kernel(_SOURCES)
        spec = PathFinder.find_spec("alpha_beta", [str(folder)])
        if spec and spec.loader:
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            return module
    return alpha_beta
