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

from kwbot.players import kernel

from .complaint import Complaint

KERNEL = Path(kernel.__file__).parent
FLAGS = "-O3 -shared -fPIC"


def add(parsers: Any) -> None:
    parser = parsers.add_parser("accelerate", help="compile what computer players think by")
    parser.add_argument("--undo", action="store_true", help="go back to plain Python")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    typed = sorted(KERNEL.glob("*.pxd"))
    compiled = [path.with_suffix(sysconfig.get_config_var("EXT_SUFFIX")) for path in typed]
    if options.undo:
        for path in compiled:
            path.unlink(missing_ok=True)
        print("The computer players think in plain Python.")
        return 0
    if find_spec("Cython") is None:
        raise _impossible("Cython is not installed")
    compiler = sysconfig.get_config_var("CC")
    if not compiler:
        raise _impossible("this Python does not know a C compiler")
    with tempfile.TemporaryDirectory() as folder:
        built = [Path(folder, path.name) for path in compiled]
        for path, library in zip(typed, built, strict=True):
            _compile(path.with_suffix(".py"), library, shlex.split(compiler))
        for library, path in zip(built, compiled, strict=True):  # all of them or none
            _put(library, path)
    print(f"The computer players are accelerated: {len(compiled)} modules in {KERNEL}")
    return 0


def _compile(module: Path, library: Path, compiler: list[str]) -> None:
    source, include = library.with_suffix(".c"), f"-I{sysconfig.get_path('include')}"
    _call([sys.executable, "-m", "cython", "-3", str(module), "-o", str(source)])
    _call([*compiler, *FLAGS.split(), include, str(source), "-o", str(library)])


def _put(library: Path, path: Path) -> None:
    try:
        fresh = path.with_name(f"{path.name}.new")
        shutil.copyfile(library, fresh)
        fresh.replace(path)  # whoever runs the old one keeps it
    except OSError as error:
        raise Complaint.of(path, error) from error


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
