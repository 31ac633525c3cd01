"""What is read as an interaction, and what is not."""

from __future__ import annotations

import json

import pytest

from cogs.connection.by_http.interaction_payload import OddPayload, read_interaction
from tests.e2e.odd_payloads import DIGITS, GOOD, ODD, USER

LATER = ("yesterday", "context", "entitlements", "authorizing", "guild [", "guild 'x'")
"""What the library finds out when it reads an interaction."""


@pytest.mark.parametrize("name", GOOD)
def test_what_discord_posts_is_read(name: str) -> None:
    body = json.dumps(GOOD[name]).encode()
    read = read_interaction(body)
    assert read.pop("data", {}) | {"resolved": {}} == GOOD[name].get("data", {}) | {"resolved": {}}
    assert read == {key: value for key, value in GOOD[name].items() if key != "data"}


@pytest.mark.parametrize("name", [name for name in ODD if not any(one in name for one in LATER)])
def test_what_makes_no_sense_is_refused_in_a_few_words(name: str) -> None:
    with pytest.raises(OddPayload) as refused:
        read_interaction(ODD[name])
    assert len(str(refused.value)) < 40
    said = str(refused.value)
    assert not any(word in said for word in (USER["id"], DIGITS[:9], "SA", "kw:", "yesterday"))


def test_only_people_are_read_of_what_a_command_speaks_of() -> None:
    read = read_interaction(json.dumps(GOOD["command"]).encode())
    assert set(read["data"]["resolved"]) == {"users", "members"}
    assert read["data"]["resolved"]["users"] == {USER["id"]: USER}
