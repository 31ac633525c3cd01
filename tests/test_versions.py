"""The commands of docs/releasing.md and docs/hosting.md about versions, as they are typed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kwbot import __version__
from tests.test_docs import blocks

ROOT = Path(__file__).parents[1]


def commands(document: str) -> list[str]:
    """The lines of all blocks of a document."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    return [line for block in blocks(text) for line in block.splitlines()]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a commit, and the program."""
    for name in ("kwbot", "CHANGELOG.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    shell(tmp_path, "git init -q", "git commit -q --allow-empty -m First")
    return tmp_path


def shell(folder: Path, *lines: str) -> str:
    """Run lines in one shell; return what they print."""
    who = {
        f"GIT_{role}_{of}": "x@y" for role in ("AUTHOR", "COMMITTER") for of in ("NAME", "EMAIL")
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
        cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, **who},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_version_is_five_commands_of_which_these_make_the_tag(checkout: Path) -> None:
    ci, *made, image, _push = commands("releasing.md")
    assert ci == "bash .ci/run"
    assert image.startswith("docker build --build-arg VERSION=")
    assert len(made) == 3
    shell(checkout, *made)
    tag = f"v{__version__}"
    notes = shell(checkout, f"git tag --list --format='%(contents)' {tag}").strip()
    assert (checkout / f"notes-{__version__}.md").read_text("utf-8").strip() == notes
    assert notes.startswith("The first version with a number.") or __version__ != "1.0.0"
    assert "## [" not in notes


def test_hosting_checks_out_the_newest_version(checkout: Path) -> None:
    shell(checkout, *(f"git commit -q --allow-empty -m {tag}; git tag {tag}"
                      for tag in ("v1.9.0", "v1.10.0", "v1.2.11")))  # fmt: skip
    found = {
        line.removeprefix("sudo -u kwbot ")
        for line in commands("hosting.md")
        if "git checkout" in line
    }
    (line,) = found
    shell(checkout, "git checkout -q --orphan work", line)
    assert shell(checkout, "git describe --tags --exact-match").strip() == "v1.10.0"
    assert not [line for line in commands("hosting.md") if "git pull" in line]
