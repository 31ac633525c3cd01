"""How the source is built: what `bench structure` measures must stay so."""

import ast
import tomllib
from collections.abc import Iterable

from benches.structure import ROOT, SHARED_NAMES, TOO_COMPLEX, Tree
from kwbot.variants import games

TREE = Tree(ROOT)


def test_no_file_imports_itself_by_way_of_others() -> None:
    assert TREE.circles == []


def test_nothing_is_imported_for_types_alone() -> None:
    assert TREE.imports == TREE.run_imports


def test_the_cogs_stand_on_few_floors() -> None:
    assert TREE.floors("cogs") <= 10


def test_the_contract_of_commands_names_all_their_modules() -> None:
    """It keeps apart those that it names; import-linter notices no other."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in contracts if one["id"] == "commands"]
    named = [name for layer in layers for name in layer.split(" | ")]
    files = (file.relative_to(ROOT) for file in (ROOT / "cogs" / "commands").glob("*/*.py"))
    modules = [".".join(file.with_suffix("").parts) for file in files if file.stem != "__init__"]
    assert sorted(named) == sorted(modules)


def test_no_folder_is_crowded() -> None:
    sizes = {room: len(modules) for room, modules in TREE.rooms.items()}
    assert {room for room, size in sizes.items() if size > 20} == set()


def test_no_room_is_high() -> None:
    floors = {room: TREE.floors_of(modules) for room, modules in TREE.rooms.items()}
    assert {room for room, count in floors.items() if count > 8} == set()


def test_no_chain_of_imports_grows() -> None:
    assert len(TREE.chain) <= 25


def test_no_two_classes_have_the_same_name() -> None:
    assert TREE.repeated_classes == {}


def test_few_modules_have_the_same_name() -> None:
    """What every game has, a few commands, and the area of cogs of two nouns."""
    assert len(TREE.repeated_modules) <= SHARED_NAMES


def test_no_module_that_runs_names_a_game_but_its_own() -> None:
    """The channel of local mode is called as one of them."""
    elsewhere = ("kwbot/variants/", "kwbot/local/", "benches/")
    texts = (
        (path, node.value)
        for path, node in TREE.nodes(ast.Constant)
        if not path.startswith(elsewhere)
    )
    assert [(path, text) for path, text in texts if text in games()] == []


def test_functions_stay_simple() -> None:
    assert TREE.complex_functions(TOO_COMPLEX) == []
    assert len(TREE.complex_functions()) <= TREE.functions * 0.015


DOCUMENTED = {"_replace", "_asdict", "_fields", "_mapping", "_fields_"}
"""Names that the documentation of namedtuple, of SQLAlchemy's rows and of ctypes names."""
NEEDED = {
    ("cogs/connection/by_http/discord_entrance.py", "_connection"),
    ("cogs/delivery/calls/retry.py", "discord.webhook.async_"),
    ("benches/durability/powercut.py", "_sqlite3"),
    ("benches/service/table_load.py", "_run_once"),
}
"""What is used of others' private parts all the same; each place says why, and the benches measure
by it."""
OURS = ("kwbot", "cogs", "playground", "benches")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def own_names(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that a module gives: of functions and classes, and of what it sets."""
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {
        node.name if isinstance(node, defined) else node.attr if isinstance(node, ast.Attribute)
        else node.id
        for node in nodes
        if isinstance(node, defined)
        or (isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store))
    }  # fmt: skip


def private_parts(path: str, nodes: list[ast.AST], elsewhere: set[str]) -> set[str]:
    """Return the private names that a module uses of others' classes and modules: those that
    neither it gives itself nor, for `elsewhere`, another module of ours."""
    known, found = own_names(nodes) | elsewhere | DOCUMENTED, set[str]()
    for node in nodes:
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            of_itself = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if not of_itself and node.attr not in known:
                found.add(node.attr)
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names if _is_private_path(one.name)}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            module = node.module or ""
            if not module.startswith(OURS) and module != "__future__":
                found |= {module} if _is_private_path(module) else set()
                found |= {one.name for one in node.names if is_private(one.name)}
    return found


def _is_private_path(module: str) -> bool:
    """Whether a part of a module's path begins or ends as private names do."""
    return any(is_private(part) or part.endswith("_") for part in module.split("."))


def test_only_public_parts_of_libraries_are_used() -> None:
    """Of another module of ours, too, but in benches, which look into what they measure."""
    every = set().union(*map(own_names, TREE.nodes_by_file.values()))
    used = {
        (path, name)
        for path, nodes in TREE.nodes_by_file.items()
        for name in private_parts(path, nodes, every if path.startswith("benches/") else set())
    }
    assert used == NEEDED
