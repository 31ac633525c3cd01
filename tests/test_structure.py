"""How the source is built: what `bench structure` measures must stay so."""

import ast

from benches.structure import ROOT, SHARED_NAMES, Tree
from kwbot.variants import games

TREE = Tree(ROOT)


def test_no_file_imports_itself_by_way_of_others() -> None:
    assert TREE.circles == []


def test_nothing_is_imported_for_types_alone() -> None:
    assert TREE.imports == TREE.run_imports


def test_the_cogs_stand_on_few_floors() -> None:
    assert TREE.floors("cogs") <= 10


LISTS = {"cogs", "kwbot/commands", "kwbot/storage/queries"}
"""Folders of like things, an area of commands or of queries each."""


def test_no_folder_is_crowded() -> None:
    sizes = {room: len(modules) for room, modules in TREE.rooms.items()}
    assert {room for room, size in sizes.items() if size > 20} <= LISTS


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
    """Without regard to any noqa."""
    assert TREE.complex_functions(12) == []
    assert len(TREE.complex_functions()) <= TREE.functions / 100
