"""How varied auctions are: what the figures say of the evenings that were played."""

from typing import Any

from benches.players.auctions import figures

BID = "8", "vip"


def evening(calls: dict[str, int], *contracts: tuple[str, ...]) -> dict[str, Any]:
    rows = [(parts, 2.0, 3.0, 1.5, 4.0) for parts in contracts]
    return {"calls": calls, "contracts": rows, "given up": 1.0, "stakes": 40}


def test_the_figures_tell_of_contracts_and_calls_and_cost() -> None:
    evenings = [evening({"8": 1, "8+vip": 2}, BID, BID), evening({"sol": 1}, BID, ("sol",))]
    found = {figure.what: figure for figure in figures("esmakker", evenings)}
    assert found["8+vip (3 times)"].value == 75.0
    assert not found["8+vip (3 times)"].kept
    assert found["sol (1 times)"].kept
    assert (found["called in 20 deals"].value, found["called in 20 deals"].unit) == (
        3,
        "of 40 bids",
    )
    never = next(what for what in found if what.startswith("never: "))
    assert {"9+vip", "ren-sol"} < {*never.split()}
    assert not {"8", "8+vip", "sol"} & {*never.split()}
    assert found["given up for variety"].value == 2.5
    assert found["every contract (100 %)"].value == -2.5
