"""Other Pythons of this machine, to try what they must be able to run or refuse."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path


def python_of(version: str) -> str | None:
    """Return a Python of this version, on the path or among pyenv's, that really starts."""
    beside = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    names = [f"python{version}", *map(str, beside.glob(f"{version}.*/bin/python"))]
    for path in filter(None, map(shutil.which, names)):
        if not subprocess.run([path, "-V"], capture_output=True, check=False).returncode:
            return path
    return None
