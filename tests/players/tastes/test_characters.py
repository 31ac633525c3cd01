"""Characters of computer players: told apart by what they bid, and by nothing that is strength."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Action, Bid, Pass, Seat
from kwbot.players.tastes.characters import CHARACTERS, Character
from kwbot.players.turns import deal_replays
from kwbot.players.turns.jobs import TurnBatch
from kwbot.players.turns.levels import COMPUTERS, Computer, in_character
from kwbot.tables.state.computer_seats import COMPUTER_NAMES
from kwbot.variants import games
from tests.engine.playing import act, begin, shuffled

PARTS = games()["kombinations-whist"].parts()
LEANINGS = [Bid((key,)) for key in ("trumf", "noll", "spel")]
LEEWAY, TIMES = 0.4, 200


def called(character: Character) -> Counter[Action]:
    """What a character calls where bids and a pass promise about the same."""
    taste, count = character.taste(PARTS), Counter[Action]()
    for number in range(TIMES):
        rng = Random(number)
        worth: dict[Action, float] = {Pass(): 0.0}
        worth.update({bid: rng.uniform(-LEEWAY, LEEWAY) for bid in LEANINGS})
        appeals = {bid: LEEWAY * liked for bid, liked in taste.appeals(LEANINGS, rng).items()}
        count[taste.choice(worth, LEEWAY, appeals)] += 1
    return count


def test_eight_characters_are_told_apart_by_what_they_bid() -> None:
    calls = {name: called(character) for name, character in CHARACTERS.items()}
    assert len(calls) == 8
    for one, other in combinations(calls, 2):
        apart = (calls[one] - calls[other]).total() / TIMES
        assert apart > 0.1, (one, other)


@pytest.mark.parametrize("game", ["kombinations-whist", "hus", "esmakker"])
def test_who_likes_few_tricks_likes_bids_for_few(game: str) -> None:
    parts = games()[game].parts()
    taste = CHARACTERS["Cleo"].taste(parts)
    usual = {key: part for key, part in parts.items() if part.manner is None and part.leaning}
    fond = {key for key in usual if taste.likes[key] > 0}
    assert fond == {key for key, part in usual.items() if part.leaning < 0}
    assert fond & {"noll", "sol"}
    assert (usual.keys() - fond) & {"trumf", "gode"}


def test_who_likes_open_cards_and_risks_likes_bids_with_them() -> None:
    bold, careful = (CHARACTERS[name].taste(PARTS).likes for name in ("Disa", "Ada"))
    for key in ("atelje", "oppentrumf", "oppenhand", "straff", "las"):
        assert bold[key] > 0 > careful[key]
    assert careful["mastarbrev"] > 0 > bold["mastarbrev"]


def test_the_first_computers_of_a_table_have_characters_and_others_none() -> None:
    assert set(CHARACTERS) == set(COMPUTER_NAMES[:8])
    match = begin(games()["kombinations-whist"], 4)
    for level in ("easy", "normal", "hard"):
        computer = COMPUTERS[level]
        assert in_character(computer, match, "Ivar") is computer
        assert in_character(computer, match, "Disa").taste.boldness == 0.9  # type: ignore[attr-defined]
    assert in_character(COMPUTERS["random"], match, "Disa") is COMPUTERS["random"]


@pytest.mark.parametrize(("name", "boldness"), [("Brage", 0.6), ("Ivar", 0.0)])
def test_a_computer_in_turn_bids_in_character(
    monkeypatch: pytest.MonkeyPatch, name: str, boldness: float
) -> None:
    named = Match.begin(games()["kombinations-whist"], ("Anna", "Bo", name, "Dag"), {})
    match = shuffled(named, Random(1))
    while match.to_act() != (2,):
        match = act(match, f"{match.to_act()[0]} pass")
    bidders = list[Any]()

    def decide(computer: Computer, match: Match, seat: Seat, rng: Random) -> Action:
        bidders.append(computer)
        return Pass()

    monkeypatch.setattr(deal_replays, "decide", decide)
    batch = TurnBatch(b"", "", ("", "", "normal", ""), b"", 0, 20, 1)
    assert deal_replays._take_turn(batch, match, 2, 0) == Pass()
    assert [one.taste.boldness for one in bidders] == [boldness]
