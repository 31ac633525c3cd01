"""``accelerate``: compile the kernel by which computer players think, module by module."""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kwbot.players.kernel.compiled import MODULES, SOURCES, folder

from .complaint import Complaint

KERNEL = SOURCES
FLAGS = "-O3 -ffp-contract=off -shared -fPIC"


def add(parsers: Any) -> None:
    parser = parsers.add_parser("accelerate", help="compile what computer players think by")
    parser.add_argument("--undo", action="store_true", help="go back to plain Python")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    compiled = folder(KERNEL)
    if options.undo:
        shutil.rmtree(compiled.parent, ignore_errors=True)
        print("The computer players think in plain Python.")
        return 0
    if find_spec("Cython") is None:
        raise _impossible("Cython is not installed")
    compiler = sysconfig.get_config_var("CC")
    if not compiler:
        raise _impossible("this Python does not know a C compiler")
    with tempfile.TemporaryDirectory() as made:
        for module in MODULES:
            _compile(module, Path(made), shlex.split(compiler))
        _put(Path(made), compiled)  # all of them or none
    print(f"The computer players are accelerated: {len(MODULES)} modules in {compiled}")
    return 0


def _compile(module: str, made: Path, compiler: list[str]) -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    source, library = made / f"{module}.c", made / f"{module}{suffix}"
    _call([sys.executable, "-m", "cython", "-3", str(KERNEL / f"{module}.py"), "-o", str(source)])
    include = f"-I{sysconfig.get_path('include')}"
    _call([*compiler, *FLAGS.split(), include, str(source), "-o", str(library)])
    source.unlink()


def _put(made: Path, compiled: Path) -> None:
    """Those of other sources go: nothing will ever find them again."""
    try:
        for old in compiled.parent.glob("*"):
            if old != compiled:
                shutil.rmtree(old)
        compiled.mkdir(parents=True, exist_ok=True)
        for library in made.iterdir():
            fresh = compiled / f"{library.name}.new"
            shutil.copyfile(library, fresh)
            fresh.replace(compiled / library.name)  # whoever runs the old one keeps it
    except OSError as error:
        raise Complaint.of(compiled, error) from error


def _call(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        raise _impossible(f"{command[0]} cannot be started") from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"{command[0]} failed"])[-1]
        raise _impossible(last)


def _impossible(reason: str) -> Complaint:
    return Complaint("accelerate", 0, f"{reason}; the computer players think in plain Python")
