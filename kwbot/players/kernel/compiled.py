"""The folder of a package's compiled modules, usually the kernel's.

Its name depends on the sources and on the Python that they were compiled for, so that others are
never used. It lies beside the sources, or in the user's cache if that folder is not writable.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

KERNEL_FOLDER = Path(__file__).parent


def modules(sources: Path) -> tuple[str, ...]:
    """Return the modules in `sources` that have C types."""
    return tuple(path.stem for path in sorted(sources.glob("*.pxd")))


MODULES = modules(KERNEL_FOLDER)


def folders(sources: Path = KERNEL_FOLDER) -> Iterator[Path]:
    """Yield the possible folders for the compiled modules of `sources`, the preferred first."""
    digest = sha256(EXTENSION_SUFFIXES[0].encode())
    for module in modules(sources):
        for suffix in (".pxd", ".py"):
            digest.update(sources.joinpath(module + suffix).read_bytes())
    name = digest.hexdigest()[:16]
    yield sources / "compiled" / name
    with suppress(RuntimeError):  # there is no home directory
        cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        yield Path(cache) / "kwbot" / sources.name / name


def compiled_folder(sources: Path = KERNEL_FOLDER) -> Path | None:
    """Return the folder of the compiled modules of `sources`; None if there is none."""
    return next((folder for folder in folders(sources) if folder.is_dir()), None)
