"""Compiling the kernel with Cython and the system's C compiler.

``python -m kwbot.players.kernel.compiler`` does so in the background of a bot, without any output.
All modules are put in place at once, or none.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import kwbot

from . import ACCELERATED
from .compiled import KERNEL_FOLDER, compiled_folder, folders, modules

FLAGS = "-O3 -ffp-contract=off -shared -fPIC"
_TEMPORARY_PREFIX = "new-"
"""The prefix of folders in which a process is compiling."""
ABANDONED = 3600
"""Seconds after which such a folder counts as abandoned."""
_COMPILER_NICENESS = 15
"""The niceness of compiling in the background."""


class CannotCompile(Exception):
    """The kernel cannot be compiled; the message has the reason in a few words."""


def compiler() -> list[str]:
    """Return the command of the C compiler. Raises CannotCompile."""
    if find_spec("Cython") is None:
        raise CannotCompile("Cython is not installed")
    command = shlex.split(sysconfig.get_config_var("CC") or "")
    if not command or shutil.which(command[0]) is None:
        raise CannotCompile("there is no C compiler")
    return command


def compile_kernel(sources: Path = KERNEL_FOLDER) -> Path:
    """Compile all modules, for processes that start later. Raises CannotCompile."""
    command = compiler()
    for folder in folders(sources):
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder.parent, prefix=_TEMPORARY_PREFIX) as made:
                _compile([sources / f"{module}.py" for module in modules(sources)], made, command)
                _put(Path(made, "all"), folder)
        except OSError:
            continue  # the folder is not writable
        return folder
    raise CannotCompile("no folder for it can be written")


def start_compiling() -> str:
    """Compile the kernel in another process if needed. Return in words how computers think."""
    if ACCELERATED:
        return "by a compiled kernel"
    try:
        if compiled_folder() is not None:
            raise CannotCompile("what was compiled cannot be loaded")
        compiler()
    except CannotCompile as error:
        return f"in plain Python ({error})"
    Thread(target=_in_background, daemon=True).start()
    return "in plain Python until the next start; their kernel is being compiled"


def _in_background() -> None:
    with contextlib.suppress(OSError):
        subprocess.run(  # noqa: S603
            [sys.executable, "-m", __name__],
            cwd=Path(kwbot.__file__).parent.parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )


def _compile(sources: list[Path], made: str, compiler: list[str]) -> None:
    """Compile to `made`/all."""
    Path(made, "all").mkdir()
    # All at once: what they import of each other is read once.
    _call([sys.executable, "-m", "cython", "-3", *map(str, sources), "-o", f"{made}{os.sep}"])
    include = f"-I{sysconfig.get_path('include')}"
    for source in sources:
        library = Path(made, "all", f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}")
        translated = Path(made, f"{source.stem}.c")
        _call([*compiler, *FLAGS.split(), include, str(translated), "-o", str(library)])


def _put(made: Path, folder: Path) -> None:
    """Move the compiled modules to `folder`, and delete those of other sources, which are no longer
    used, except for what another process is compiling now."""
    try:
        made.rename(folder)
    except OSError:
        if not folder.is_dir():  # unless another process was faster
            raise
    for old in folder.parent.iterdir():
        if old not in (folder, made.parent) and not _is_under_way(old):
            shutil.rmtree(old, ignore_errors=True)


def _is_under_way(folder: Path) -> bool:
    with contextlib.suppress(OSError):  # it no longer exists
        age = time.time() - folder.stat().st_mtime
        return folder.name.startswith(_TEMPORARY_PREFIX) and age < ABANDONED
    return False


def _call(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        raise CannotCompile(f"{command[0]} cannot be started") from error
    if done.returncode:
        raise CannotCompile((done.stderr.strip().splitlines() or [f"{command[0]} failed"])[-1])


if __name__ == "__main__":
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_COMPILER_NICENESS)
    with contextlib.suppress(CannotCompile):
        compile_kernel()
