"""Start the bot once on every other Python that can run it: a scripted evening of one deal on each.

    python .ci/starts.py FOLDER     # FOLDER keeps the virtual environments for the next time

Pythons from 3.11 on are those on the path, the system's, and pyenv's; on Debian its own is
installed if it is missing. The one that runs this has all tests, and is left out unless it is the
only one. Each gets a virtual environment of its own with requirements.txt and nothing else, filled
by the pip that runs this. Exit status 0 if the bot came up and ended well on all of them.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
REQUIREMENTS = HOME / "requirements.txt"
TELL = (
    "import platform, sys;"
    "assert sys.version_info >= (3, 11) and platform.python_implementation() == 'CPython';"
    "print(platform.python_version(), sys.base_prefix)"
)
SECONDS = 600
"""For everything on one Python: a machine may be busy with other checks."""
AT_ONCE = 2


def named() -> Iterator[str]:
    """Yield what may be a Python."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        yield from map(str, sorted(Path(folder).glob("python3*")))
    yield from map(str, sorted(Path("/usr/bin").glob("python3*")))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(pyenv.glob("versions/*/bin/python3")))


def found() -> dict[str, str]:
    """Return the Pythons that can run the bot by their whole version, each once."""
    pythons: dict[str, str] = {}
    for name in dict.fromkeys(named()):
        if not re.fullmatch(r"python3(\.\d+)?", Path(name).name):
            continue
        with suppress(OSError, subprocess.SubprocessError):
            told = subprocess.run([name, "-I", "-c", TELL], capture_output=True, text=True,
                                  check=True, timeout=30).stdout.split()  # fmt: skip
            base = Path(told[1], "bin", f"python{'.'.join(told[0].split('.')[:2])}")
            pythons.setdefault(told[0], str(base if base.exists() else name))
    return pythons


def install_debians() -> None:
    """Install Debian's own Python where that is missing."""
    if shutil.which("apt-get") and not Path("/usr/bin/python3").exists():
        root = [] if os.getuid() == 0 else ["sudo", "-n"]
        for command in (["update"], ["install", "-y", "--no-install-recommends", "python3"]):
            subprocess.run([*root, "apt-get", "-qq", *command], check=False)


def environment(python: str, folder: Path) -> Path:
    """Return the Python of a virtual environment in `folder`, made unless it is there whole."""
    inner = folder / "bin" / "python"
    if not (folder / "whole").exists():
        shutil.rmtree(folder, ignore_errors=True)
        run([python, "-m", "venv", "--without-pip", str(folder)])
        pip = [sys.executable, "-m", "pip", "--python", str(inner), "--disable-pip-version-check"]
        run([*pip, "install", "-q", "--no-compile", "--require-hashes", "-r", str(REQUIREMENTS)])
        (folder / "whole").touch()
    return inner


def run(command: list[str], cwd: Path | None = None, **environment: str) -> str:
    """Run a command in a process group of its own, of which nothing stays. Raises RuntimeError."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith("KWBOT_")}
    with subprocess.Popen(
        command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, start_new_session=True, env=settings | environment,
    ) as running:  # fmt: skip
        try:
            said, _ = running.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            said = f"it took longer than {SECONDS} s"
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    if running.returncode:
        raise RuntimeError(f"{' '.join(command)}: {said[-2000:]}")
    return said


def started(version: str, python: str, folder: Path) -> str:
    """Play an evening of one deal on a Python, from another folder than bot.py's. Return what is to
    be told."""
    began = time.monotonic()
    inner = environment(python, folder)
    made = time.monotonic()
    with tempfile.TemporaryDirectory() as elsewhere:
        command = [str(inner), str(HOME / "bot.py"), "--local", "--evening", "1"]
        # Where it finds no C compiler it does not begin to compile, for the sake of one evening.
        said = run(command, Path(elsewhere), PATH="")
    if "── /leaderboard" not in said:
        raise RuntimeError(f"the evening did not end: {said[-2000:]}")
    took = f"environment {made - began:.0f} s, evening {time.monotonic() - made:.0f} s"
    return f"Python {version}: the bot starts ({took})"


def main(kept: Path) -> int:
    install_debians()
    pythons, failed = found(), 0
    if len(pythons) > 1:
        pythons.pop(platform.python_version(), None)
    of = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:16]
    folders = {version: kept / f"{version}-{of}" for version in sorted(pythons)}
    for old in set(kept.glob("*")) - set(folders.values()):
        shutil.rmtree(old, ignore_errors=True)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        going = {
            version: pool.submit(started, version, pythons[version], folder)
            for version, folder in folders.items()
        }
        for version, one in going.items():
            try:
                print(one.result(), flush=True)
            except (RuntimeError, OSError) as error:
                failed += 1
                print(f"Python {version}: FAILED\n{error}", flush=True)
    return 1 if failed or not pythons else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
