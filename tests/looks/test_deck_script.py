"""The stored deck is what its script draws, pixel by pixel.

The script needs a renderer and art that neither the bot nor other tests do: see data/cards/make.py.
Where they are installed, `KWBOT_DECK=ART:FONTS` names the two folders that it is given.
"""

from __future__ import annotations

import os
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image, ImageChops

CARDS = Path(__file__).parents[2] / "data" / "cards"
MISSING = "the deck was NOT drawn again to compare: data/cards/make.py says what that needs"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    for needed in ("resvg_py", "fontTools"):
        pytest.importorskip(needed, reason=f"{MISSING}: {needed}")
    spec = spec_from_file_location("make", CARDS / "make.py")
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.slow
def test_the_stored_sprites_are_what_the_script_draws(script: ModuleType) -> None:
    art, _, fonts = os.environ.get("KWBOT_DECK", "").partition(":")
    if not fonts:
        pytest.skip(f"{MISSING}: KWBOT_DECK=ART:FONTS")
    names = set()
    for name, picture in script.sprites(Path(art), Path(fonts)):
        names.add(name)
        with Image.open(CARDS / name) as stored:
            assert picture.size == stored.size, name
            apart = ImageChops.difference(picture.convert("RGBA"), stored.convert("RGBA"))
            assert apart.getbbox(alpha_only=False) is None, name
    assert names == {file.relative_to(CARDS).as_posix() for file in CARDS.rglob("*.png")}


def test_a_mask_that_needs_no_art_is_drawn_as_it_is_stored(script: ModuleType) -> None:
    with Image.open(CARDS / "shapes.png") as stored:
        assert ImageChops.difference(script.shapes(), stored.convert("L")).getbbox() is None
