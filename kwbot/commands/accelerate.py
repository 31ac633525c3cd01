"""``accelerate``: compile the kernel by which computer players think."""

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

from kwbot import players

from .complaint import Complaint

KERNEL = Path(players.__file__).with_name("kernel.py")
FLAGS = "-O3 -shared -fPIC"


def add(parsers: Any) -> None:
    parser = parsers.add_parser("accelerate", help="compile what computer players think by")
    parser.add_argument("--undo", action="store_true", help="go back to plain Python")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    compiled = KERNEL.with_suffix(sysconfig.get_config_var("EXT_SUFFIX"))
    if options.undo:
        compiled.unlink(missing_ok=True)
        print("The computer players think in plain Python.")
        return 0
    if find_spec("Cython") is None:
        raise _impossible("Cython is not installed")
    compiler = sysconfig.get_config_var("CC")
    if not compiler:
        raise _impossible("this Python does not know a C compiler")
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder, "kernel.c"), Path(folder, "kernel.so")
        _call([sys.executable, "-m", "cython", "-3", str(KERNEL), "-o", str(source)])
        include = f"-I{sysconfig.get_path('include')}"
        _call([*shlex.split(compiler), *FLAGS.split(), include, str(source), "-o", str(built)])
        try:
            fresh = compiled.with_name(f"{compiled.name}.new")
            shutil.copyfile(built, fresh)
            fresh.replace(compiled)  # whoever runs the old one keeps it
        except OSError as error:
            raise Complaint.of(compiled, error) from error
    print(f"The computer players are accelerated: {compiled.name}")
    return 0


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
