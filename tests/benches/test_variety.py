"""What four hard players bid in Kombinations-Whist, in real auctions."""

import pytest

from benches.variety import DEAR, OFTEN, auctions, had

EVENINGS, RARE = 12, 4


@pytest.mark.heavy
@pytest.mark.parametrize("edition", ["1.4", "1.5"])
def test_no_part_is_in_most_contracts_and_few_are_in_none(edition: str) -> None:
    """Within what chance does in so few deals; `python -m kwbot bench variety` has more of them."""
    auctioned = [one for number in range(EVENINGS) for one in auctions(number, edition)]
    contracts = sum(bool(contract) for contract, *_ in auctioned)
    count = had(auctioned, edition)
    chance = 2 * (OFTEN * (100 - OFTEN) / contracts) ** 0.5
    assert 100 * max(count.values()) / contracts < OFTEN + chance
    assert sum(not number for number in count.values()) <= RARE
    assert sum(lost for *_, lost in auctioned) / len(auctioned) < DEAR
