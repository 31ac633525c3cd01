"""JSON goes to and from Discord by the quicker library that requirements.txt brings."""

from discord import utils


def test_discord_py_has_found_orjson() -> None:
    assert utils.HAS_ORJSON
    assert utils._to_json({"name": "Åsa", "id": 2**62}) == '{"name":"Åsa","id":4611686018427387904}'
