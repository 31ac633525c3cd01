"""Where the compiled modules of the kernel lie, if there are any.

In a folder named after the sources and the Python that they were compiled for, so that others are
never taken for them: beside the sources, or in the user's cache where these cannot be written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

KERNEL_FOLDER = Path(__file__).parent
MODULES = tuple(path.stem for path in sorted(KERNEL_FOLDER.glob("*.pxd")))


def folders(sources: Path = KERNEL_FOLDER) -> Iterator[Path]:
    """Yield the folders for what is compiled of the modules in `sources`, the preferred first."""
    digest = sha256(EXTENSION_SUFFIXES[0].encode())
    for module in MODULES:
        for suffix in (".pxd", ".py"):
            digest.update(sources.joinpath(module + suffix).read_bytes())
    name = digest.hexdigest()[:16]
    yield sources / "compiled" / name
    with suppress(RuntimeError):  # no home
        cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        yield Path(cache) / "kwbot" / "kernel" / name


def compiled_folder(sources: Path = KERNEL_FOLDER) -> Path | None:
    """Return the folder of the compiled kernel; None where there is none."""
    return next((folder for folder in folders(sources) if folder.is_dir()), None)
