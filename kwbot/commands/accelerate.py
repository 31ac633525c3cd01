"""``accelerate``: compile the computer players' kernel, module by module."""

import argparse
import shutil
from typing import Any

from kwbot.players.kernel.compiled import KERNEL_FOLDER, MODULES, compiled_folder, folders
from kwbot.players.kernel.compiler import CannotCompile, compile_kernel

from .complaint import Complaint

KERNEL = KERNEL_FOLDER


def add(parsers: Any) -> None:
    """Add the parser of ``accelerate``."""
    parser = parsers.add_parser("accelerate", help="compile what computer players think by")
    parser.add_argument("--undo", action="store_true", help="go back to plain Python")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compile the kernel of the computer players, or go back to plain Python."""
    if options.undo:
        for folder in folders(KERNEL):
            shutil.rmtree(folder.parent, ignore_errors=True)
        print("The computer players think in plain Python.")
        return 0
    try:
        compiled = compile_kernel(KERNEL)
    except CannotCompile as error:
        still = "stay accelerated" if compiled_folder(KERNEL) else "think in plain Python"
        raise Complaint("accelerate", 0, f"{error}; the computer players {still}") from error
    print(f"The computer players are accelerated: {len(MODULES)} modules in {compiled}")
    return 0
