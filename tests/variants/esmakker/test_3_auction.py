"""§3: the source's two examples, and joining."""

from tests.engine.playing import acted
from tests.variants.danish.table import ESMAKKER, deal_of, legal, table


def test_3_example_1() -> None:
    """1 bids ren sol, 2 joins, 3 beats with 10+, then 1 speaks again and 2 may not."""
    match = table(ESMAKKER, "1 bid ren-sol/2 join/3 bid 10+gode")
    assert match.to_act() == (1,)
    match = acted(match, "1 pass")
    assert match.to_act() == (0,)
    match = acted(match, "0 pass")
    assert ESMAKKER.declarer(deal_of(match).phases) == 3
    assert ESMAKKER.soloists(deal_of(match).phases) == ()


def test_3_example_2() -> None:
    """1 bids 9, 2 beats with 9 vip, 1 joins, 3 joins, 4 beats with 10: 2 speaks again."""
    match = table(ESMAKKER, "1 bid 9/2 bid 9+vip/1 join/3 join/0 bid 10")
    assert match.to_act() == (2,)
    match = acted(match, "2 bid 10+vip")
    assert match.to_act() == (0,)
    match = acted(match, "0 pass")
    assert match.to_act() == (2,)
    assert legal(match).startswith("card")


def test_3_nolos_and_vip_may_be_joined() -> None:
    for bid in ("sol", "ren-sol", "bordlaegger", "ren-bordlaegger", "8+vip", "13+vip"):
        assert "join" in legal(table(ESMAKKER, f"1 bid {bid}"))
    for bid in ("8", "8+sans", "9+staerke", "9+gode", "9+halve"):
        assert "join" not in legal(table(ESMAKKER, f"1 bid {bid}"))


def test_3_nobody_is_declarer_while_several_turn_the_kitty() -> None:
    match = table(ESMAKKER, "1 bid 8+vip/2 join/3 pass/0 pass/1 card SA")
    phases = deal_of(match).phases
    assert str(ESMAKKER.contract(phases)) == "bid 8+vip"
    assert ESMAKKER.declarer(phases) is None
    assert ESMAKKER.partner(phases, 0) is None
    alone = table(ESMAKKER, "1 bid 8+vip/2 pass/3 pass/0 pass")
    assert ESMAKKER.declarer(deal_of(alone).phases) == 1
