"""A solver of the benches' own for hands with all cards open, compiled where that can be done.

It shares nothing with the kernel of the computer players but the way in which it is compiled.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from kwbot.players.kernel.compiled import compiled_folder
from kwbot.players.kernel.compiler import CannotCompile, compile_kernel

_SOURCES = Path(__file__).parent

if compiled_folder(_SOURCES) is None:
    with suppress(CannotCompile):  # then it is slow
        compile_kernel(_SOURCES)
if (_folder := compiled_folder(_SOURCES)) is not None:
    __path__.insert(0, str(_folder))  # what is found there comes before the sources

from . import alpha_beta  # noqa: E402 - only now it is known which
from .alpha_beta import OpenRules, OpenSolver  # noqa: E402

COMPILED = not str(alpha_beta.__file__).endswith(".py")

__all__ = ["COMPILED", "OpenRules", "OpenSolver"]
