"""What bids bring: tables and diagrams are those of the contracts in the repository."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from benches.players.promise_diagram import Row, diagram, rows
from benches.players.promises import (
    CONTRACT_FOLDER,
    PROMISES_PAGE,
    PlayedContract,
    contracts_of,
    draw_contracts,
    held_out,
    list_contracts,
    picture,
    table,
    update_page,
)
from kwbot.players.search.calibration import calibration

KEPT = [tuple(file.stem.rsplit("-", 1)) for file in sorted(CONTRACT_FOLDER.glob("*.json"))]


@pytest.mark.parametrize(("game", "level"), KEPT)
def test_tables_and_diagrams_are_made_of_the_contracts_kept(game: str, level: str) -> None:
    evenings = contracts_of(game, level)
    assert calibration(game, leisurely=level == "hard") == table(evenings)
    assert picture(game, level).read_text(encoding="utf-8") == draw_contracts(game, evenings)
    page = PROMISES_PAGE.read_text(encoding="utf-8")
    assert update_page(page, game, level, list_contracts(game, evenings)) == page
    assert "not held" not in page


def test_a_contract_is_compared_with_what_other_evenings_tell() -> None:
    """Those of the first evening bring what was foreseen, all others 1 point less."""
    evenings = [[PlayedContract(("a",), 2.0, 1.0, 0.0, 2.0 - bool(at))] * 9 for at in range(5)]
    compared = held_out(evenings)
    unlike = [one.promised for one in compared if one.brought == 2.0]
    alike = [one.promised for one in compared if one.brought == 1.0]
    assert unlike == [pytest.approx(1.0, abs=0.1)] * 9
    assert alike == [pytest.approx(1.25, abs=0.1)] * 36


def test_a_row_has_the_mean_and_its_interval_and_few_contracts_have_none() -> None:
    contracts = [PlayedContract(("a",), 0, 1, 1.5, brought) for brought in (0.0, 2.0) * 50]
    contracts.append(PlayedContract(("seldom",), 0, 1, 1.5, 1.0))
    found = rows(contracts, {"a": "Some <bid>", "seldom": "Seldom"})
    assert [(row.name, row.contracts) for row in found] == [
        ("every contract", 101), ("Some <bid>", 100),
    ]  # fmt: skip
    assert found[1] == Row("Some <bid>", 100, 1.5, 1.0, found[1].doubt)
    assert found[1].doubt == pytest.approx(0.197, abs=1e-3)
    assert "Some &lt;bid&gt;" in diagram(found)


@pytest.mark.parametrize(("most", "lines"), [(4, range(5)), (170, range(0, 161, 20))])
def test_a_scale_has_few_lines(most: int, lines: Sequence[int]) -> None:
    drawn = diagram([Row("every contract", 9, 0.0, most / 2, most / 2)])
    assert re.findall('class="mid" x="[^"]*" y="86">([^<]*)<', drawn) == list(map(str, lines))
