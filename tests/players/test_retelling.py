"""The deal up to now, told again with hands that a viewer imagines."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kwbot.engine.actions import Seat
from kwbot.engine.match import Match
from kwbot.engine.values import changed
from kwbot.engine.view import View, view
from kwbot.players.retelling import retold
from kwbot.players.setting import Unsupported
from kwbot.players.trials import Trial
from tests.engine.playing import Setting, one_move, shuffled
from tests.players.positions import GAMES
from tests.variants.kombinations_whist.forced import forced

BIDS = (
    "rangtrumf+brev+mastarbrev", "rangtrumf+jarn+rattvisa+las+straff", "subtrumf+brev+mastarbrev",
    "mastartrumf+mastarbrev+pest", "precis+brev+rattvisa+oppenhand+straff",
    "trumf+brev+mastarbrev+straff+las",
)  # fmt: skip
PUBLIC = ("dealer", "to_act", "declarer", "contract", "partner", "soloists", "trumps", "known",
          "turned", "kitty", "laid", "received", "hand", "choice")  # fmt: skip


def decisions(match: Match, rng: Random) -> Iterator[tuple[Match, Seat]]:
    """Every decision of a deal before the tricks, in which actions are chosen at random."""
    while match.to_act() and not (match.deal and match.deal.play):
        for seat in match.to_act():
            if len(match.choice(seat)) > 1:
                yield match, seat
        match, _ = one_move(match, rng)


def by_key(seen: View, name: str) -> object:
    value = getattr(seen, name)
    return str(value) if name == "choice" else value


def assert_stands_as_seen(match: Match, seat: Seat) -> None:
    """With the true hands everything is as the viewer sees it, but for others' secrets."""
    assert match.deal
    seen = view(match, seat)
    again = view(changed(match, deal=retold(seen, match.deal.table.hands)), seat)
    for name in PUBLIC:
        if name != "to_act":  # who has chosen in secret chooses again
            assert by_key(again, name) == by_key(seen, name), name
    assert set(seen.to_act) <= set(again.to_act)
    assert [said for said in again.said if said.action] == [s for s in seen.said if s.action]


def is_told_in_a_drawn_world(match: Match, seat: Seat, rng: Random) -> bool:
    """Whether a world is found soon in which what was said was possible; they are as seen."""
    seen = view(match, seat)
    trial, seed = Trial(seen), rng.getrandbits(60)
    try:
        deal, _ = trial._draw(seed)
    except Unsupported:
        return False
    again = view(changed(match, deal=deal), seat)
    assert by_key(again, "choice") == by_key(seen, "choice")
    assert again.hand == seen.hand
    assert [len(hand) for hand in deal.table.hands] == [len(h) for h in match.deal.table.hands]  # type: ignore[union-attr]
    return True


@pytest.mark.parametrize("bid", BIDS)
def test_whatever_a_bid_asks_is_told_again(bid: str) -> None:
    rng, told, asked = Random(bid), 0, 0
    for _ in range(4):
        for match, seat in decisions(forced(bid, 4, rng)[1], rng):
            assert_stands_as_seen(match, seat)
            told += is_told_in_a_drawn_world(match, seat, rng)
            asked += 1
    assert asked > 4
    assert told == asked


@pytest.mark.parametrize("setting", GAMES)
def test_decisions_of_every_game_are_told_again(setting: Setting) -> None:
    rng, told, asked = Random(f"{setting} retold"), 0, 0
    for _ in range(6):
        for match, seat in decisions(shuffled(setting.begin(), rng), rng):
            assert_stands_as_seen(match, seat)
            told += is_told_in_a_drawn_world(match, seat, rng)
            asked += 1
    assert told >= 0.9 * asked
