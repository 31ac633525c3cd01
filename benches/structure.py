"""Structure of the source: import circles, floors, complexity, repeated names, lines.

``python -m benches.structure FOLDER`` measures another checkout. Tests are left out.
"""

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from pathlib import Path, PurePosixPath
from typing import TypeVar

from .figures import Figure, benchmark

ROOT = Path(__file__).parents[1]
SOURCES = (
    "*.py",
    *(f"{package}/**/*.py" for package in ("kwbot", "cogs", "playground", "benches")),
)
BESIDE = ("playground/", "benches/")
"""Folders that are not part of the product."""
FOR_TYPES = "TYPE_CHECKING"
COMPLEX, TOO_COMPLEX = 10, 15
SHARED_NAMES = 12
"""Most module names used twice: mostly those that every game has."""
Imports = dict[str, frozenset[str]]
"""The other files that each file imports."""
N = TypeVar("N", bound=ast.AST)
_BRANCHES = (
    ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.comprehension, ast.match_case,
    ast.ExceptHandler, ast.Assert,
)  # fmt: skip


@dataclass(frozen=True)
class Tree:
    """The Python files of a checkout, by their paths."""

    root: Path

    @cached_property
    def files(self) -> dict[str, list[ast.stmt]]:
        paths = sorted(path for pattern in SOURCES for path in self.root.glob(pattern))
        return {
            path.relative_to(self.root).as_posix(): ast.parse(path.read_text()).body
            for path in paths
        }

    @cached_property
    def nodes_by_file(self) -> dict[str, list[ast.AST]]:
        """Every node of each file."""
        return {path: [*_walk(body)] for path, body in self.files.items()}

    def nodes(self, kind: type[N]) -> Iterator[tuple[str, N]]:
        """Yield every node of this kind, with its file."""
        for path, nodes in self.nodes_by_file.items():
            yield from ((path, node) for node in nodes if isinstance(node, kind))

    @cached_property
    def imports(self) -> Imports:
        """All imports, also those for types only and in functions."""
        return self._imports(self.nodes_by_file)

    @cached_property
    def run_imports(self) -> Imports:
        """The imports without those for types only."""
        typed = {path for path, node in self.nodes(ast.Name) if node.id == FOR_TYPES}
        return self.imports | self._imports({path: _run(self.files[path]) for path in typed})

    def _imports(self, files: Mapping[str, Iterable[ast.AST]]) -> Imports:
        """Return the imports among these nodes of these files."""
        modules = {_module(path): path for path in self.files}
        return {
            path: frozenset(_imports_of(path, nodes, modules)) - {path}
            for path, nodes in files.items()
        }

    @property
    def circles(self) -> list[list[str]]:
        """Groups of files that import each other, directly or through others."""
        reached = {path: _reachable(self.imports, path) for path in self.imports}
        joined = {frozenset(two for two in reached[one] if one in reached[two]) for one in reached}
        return sorted(sorted(circle) for circle in joined if circle)

    def floors(self, folder: str) -> int:
        """Return the longest chain of imports at run time among the files of a folder."""
        floor: dict[str, int] = {}
        for path in TopologicalSorter(self.run_imports).static_order():
            if path.startswith(f"{folder}/"):
                below = self.run_imports[path]
                floor[path] = 1 + max((floor.get(one, 0) for one in below), default=0)
        return max(floor.values())

    @property
    def chain(self) -> list[str]:
        """The longest chain of imports at run time, file by file, outside the benchmarks."""
        below: dict[str, list[str]] = {}
        for path in TopologicalSorter(self.run_imports).static_order():
            longest = max((below[one] for one in self.run_imports[path]), key=len, default=[])
            below[path] = [path, *longest]
        return max((way for path, way in below.items() if not _measures(path)), key=len)

    @property
    def rooms(self) -> dict[str, list[str]]:
        """The modules of each folder, without `__init__.py`."""
        found: dict[str, list[str]] = {}
        for path in map(PurePosixPath, self.files):
            if path.name != "__init__.py":
                found.setdefault(path.parent.as_posix(), []).append(path.as_posix())
        return found

    def floors_of(self, modules: Collection[str]) -> int:
        """Return the longest chain of imports at run time among these modules."""
        floor: dict[str, int] = {}
        for path in TopologicalSorter(self.run_imports).static_order():
            if path in modules:
                below = (floor.get(one, 0) for one in self.run_imports[path])
                floor[path] = 1 + max(below, default=0)
        return max(floor.values())

    @property
    def repeated_classes(self) -> dict[str, list[str]]:
        """Class names used more than once, with their files."""
        return _find_repeated((node.name, path) for path, node in self.nodes(ast.ClassDef))

    @property
    def repeated_modules(self) -> dict[str, list[str]]:
        """Module names used more than once, with their files."""
        named = ((PurePosixPath(path).name, path) for path in self.files)
        return _find_repeated((name, path) for name, path in named if not name.startswith("__"))

    @property
    def functions(self) -> int:
        return sum(1 for _ in self._functions())

    def _functions(self) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
        yield from self.nodes(ast.FunctionDef)
        yield from self.nodes(ast.AsyncFunctionDef)

    def complex_functions(self, over: int = COMPLEX) -> list[str]:
        """Return the functions more complex than `over`, each with its complexity."""
        return [
            f"{path}: {function.name} ({complexity})"
            for path, function in self._functions()
            if (complexity := _complexity(function)) > over
        ]

    @property
    def lines(self) -> int:
        """Lines of the product, without playground and benchmarks."""
        paths = (self.root / path for path in self.files if not path.startswith(BESIDE))
        return sum(len(path.read_text().splitlines()) for path in paths)


def _complexity(function: ast.AST) -> int:
    """Return the number of branches of a function plus one, counting comprehensions, `and` and
    `or`."""
    nodes = [*ast.walk(function)]
    conditions = sum(len(node.ifs) for node in nodes if isinstance(node, ast.comprehension))
    operators = sum(len(node.values) - 1 for node in nodes if isinstance(node, ast.BoolOp))
    return 1 + sum(isinstance(node, _BRANCHES) for node in nodes) + conditions + operators


def _measures(path: str) -> bool:
    return path.startswith("benches/")


def _walk(body: list[ast.stmt]) -> Iterator[ast.AST]:
    return (node for statement in body for node in ast.walk(statement))


def _run(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Return the nodes that are not for the type checker only."""
    return _walk(
        [one for one in body if not (isinstance(one, ast.If) and FOR_TYPES in ast.dump(one.test))]
    )


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports_of(path: str, nodes: Iterable[ast.AST], modules: Mapping[str, str]) -> Iterator[str]:
    """Yield the files that a file imports; a package only for names in its `__init__.py`."""
    package = PurePosixPath(path).parent.parts
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (modules[one.name] for one in node.names if one.name in modules)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            source = ".".join([*above, *filter(None, [node.module])])
            names = (modules.get(f"{source}.{one.name}", modules.get(source)) for one in node.names)
            yield from filter(None, names)


def _reachable(imports: Imports, start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = imports[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def _find_repeated(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, path in named:
        found.setdefault(name, []).append(path)
    return {name: paths for name, paths in sorted(found.items()) if len(paths) > 1}


def figures(tree: Tree) -> Iterable[Figure]:
    share = 100 * len(tree.complex_functions()) / tree.functions
    yield Figure("import circles", len(tree.circles), "circles", 0)
    yield Figure("floors of cogs", tree.floors("cogs"), "floors", 8)
    highest = max(map(tree.floors_of, tree.rooms.values()))
    yield Figure("floors of the highest room", highest, "floors", 8)
    yield Figure("longest chain of imports", len(tree.chain), "files", 25)
    yield Figure(f"functions with a complexity over {COMPLEX}", share, "%", 1.5)
    too_complex = len(tree.complex_functions(TOO_COMPLEX))
    yield Figure(f"functions with a complexity over {TOO_COMPLEX}", too_complex, "functions", 0)
    yield Figure("class names used twice", len(tree.repeated_classes), "names", 0)
    yield Figure("module names used twice", len(tree.repeated_modules), "names", SHARED_NAMES)
    yield Figure("lines of the product", tree.lines, "lines")


@benchmark("structure", "import circles, floors, complexity, repeated names, lines; without tests")
def structure() -> Iterable[Figure]:
    yield from figures(Tree(ROOT))


if __name__ == "__main__":
    for figure in figures(Tree(Path(sys.argv[1]))):
        print(figure)
