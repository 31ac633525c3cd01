"""Where the compiled modules of the kernel lie, if there are any.

They lie in a folder that is named after the sources they were made of, so that those of other
sources are never taken for them.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

SOURCES = Path(__file__).parent
MODULES = tuple(path.stem for path in sorted(SOURCES.glob("*.pxd")))


def folder(sources: Path = SOURCES) -> Path:
    """The folder for what is compiled of the modules in `sources`."""
    digest = sha256()
    for module in MODULES:
        for suffix in (".pxd", ".py"):
            digest.update(sources.joinpath(module + suffix).read_bytes())
    return sources / "compiled" / digest.hexdigest()[:16]
