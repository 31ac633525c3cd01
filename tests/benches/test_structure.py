"""What `bench structure` finds in a small tree with a bit of everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from benches.structure import Tree

FILES = {
    "bot.py": "from cogs import top",
    "kwbot/__init__.py": "",
    "kwbot/top.py": "from . import one\nclass Same: ...",
    "kwbot/one.py": """
from typing import TYPE_CHECKING
from kwbot.two import b
if TYPE_CHECKING:
    from kwbot.three import c
""",
    "kwbot/two.py": "def late():\n    import kwbot.three",
    "kwbot/three.py": "from .one import a\nclass Same: ...",
    "cogs/__init__.py": "",
    "cogs/top.py": "from .rooms.middle import x",
    "cogs/rooms/middle.py": "from ..below import y\nfrom kwbot import top",
    "benches/top_speed.py": "x = 1",
    "playground/server.py": "y = 1",
    "cogs/below.py": "def f(x):\n" + "    if x: x = 0\n" * 7 + "    [y for y in x if y or x]",
}


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    for name, text in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Tree(tmp_path)


def test_imports_for_types_and_in_functions_make_circles(tree: Tree) -> None:
    assert tree.circles == [["kwbot/one.py", "kwbot/three.py", "kwbot/two.py"]]


def test_floors_are_counted_within_a_folder(tree: Tree) -> None:
    (tree.root / "kwbot/two.py").write_text("")
    assert tree.floors("cogs") == 3


def test_repeated_names_are_found_with_their_files(tree: Tree) -> None:
    assert tree.repeated_classes == {"Same": ["kwbot/three.py", "kwbot/top.py"]}
    assert tree.repeated_modules == {"top.py": ["cogs/top.py", "kwbot/top.py"]}


def test_complexity_and_lines_are_measured(tree: Tree) -> None:
    assert (tree.functions, tree.complex_functions(12)) == (2, [])
    assert tree.complex_functions(10) == ["cogs/below.py: f (11)"]
    assert tree.lines == sum(len(text.splitlines()) for text in FILES.values()) - 2
