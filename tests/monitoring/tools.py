"""The programs of Prometheus and Alertmanager, which `.ci/run` fetches on Debian."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WATCHED = ROOT / "docs" / "monitoring"


def program(name: str) -> str:
    """Return where `.ci/run` puts it, or the system has it."""
    found = shutil.which(name, path=Path(sys.executable).parent) or shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name}: .ci/run fetches it on Debian")
    return found


def run(name: str, *arguments: str | Path) -> str:
    """Return what a program says that is content."""
    done = subprocess.run([program(name), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
