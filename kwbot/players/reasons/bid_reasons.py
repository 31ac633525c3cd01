"""Reasons for bids, passes and other decisions before the tricks: how often they make a contract.

This is counted in the sampled deals, in which all others pass.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from kwbot.engine.values.actions import Action, Bid, Pass
from kwbot.engine.values.estimate import Estimate, as_good
from kwbot.engine.values.wording import N_, Sentence, Term
from kwbot.engine.views.view import View

SomeAction = TypeVar("SomeAction", bound=Action)
_ALL_TENTHS = 10
_MAX_DOUBTFUL_TENTHS = 4
"""Most tenths of the deals for which a bid counts as seldom made."""

_BEST_BID = Term("The best bid", "reason")
_NO_MORE = N_(
    "{other} was made in {tenths} of 10 deals I tried, but promises no more than passing."
)
_SELDOM_MADE = N_("{other} was made in only {tenths} of 10 deals I tried.")
_NEVER_MADE = N_("{other} was hardly ever made in the deals I tried.")
_TOO_RISKY = N_("{other} was made in {tenths} of 10 deals I tried: too few for what it risks.")
_MADE = N_("It was made in {tenths} of 10 deals I tried.")
_MADE_MORE = N_("It was made in {tenths} of 10 deals I tried, {other} in {fewer}.")
_PAYS = N_("It was made in only {tenths} of 10 deals I tried, but it pays well.")
_CONTRACT_MADE = N_(
    "The contract was made in {tenths} of 10 deals I tried, with {other} in {fewer}."
)

_ALWAYS_NO_MORE = N_("{other} was made in every deal I tried, but promises no more than passing.")
_ALWAYS_MADE = N_("It was made in every deal I tried.")
_ALWAYS_MADE_MORE = N_("It was made in every deal I tried, {other} in {fewer} of 10.")
_CONTRACT_ALWAYS_MADE = N_(
    "The contract was made in every deal I tried, with {other} in {fewer} of 10."
)


def explained_bids(
    seen: View, found: Mapping[Action, Estimate], made: Action | None = None
) -> dict[Action, Estimate]:
    """Return `found` with reasons for those actions that have one. A reason names no other bid than
    its own and the one that was `made`."""
    return {
        action: brings._replace(why=_why(seen, action, found, made))
        for action, brings in found.items()
    }


def _why(
    seen: View, action: Action, found: Mapping[Action, Estimate], made: Action | None
) -> Sentence | None:
    compared = set(found if made in (None, action) else [made]) - {action}
    others = {one: found[one] for one in found if one in compared}
    bids = {one: others[one] for one in others if isinstance(one, Bid)}
    if isinstance(action, Bid):
        return _for_bid(action, found, {} if made is None else bids)
    if isinstance(action, Pass):
        return _for_pass(action, found, bids, is_named=made is not None)
    if seen.declarer != seen.seat or not others:
        return None
    return _for_declarer(action, found, others)


def _tenths(brings: Estimate) -> int:
    """Return in how many of ten deals a bid was made; 10 only if it was made in all."""
    return (
        _ALL_TENTHS if brings.made == 1 else min(_ALL_TENTHS - 1, round(_ALL_TENTHS * brings.made))
    )


def _best(found: Mapping[SomeAction, Estimate]) -> SomeAction:
    return max(found, key=lambda action: found[action].points)


def _for_pass(
    passing: Action,
    found: Mapping[Action, Estimate],
    bids: Mapping[Bid, Estimate],
    *,
    is_named: bool,
) -> Sentence | None:
    if not bids:
        return None
    equal = {bid: bids[bid] for bid in bids if bid in as_good(found, passing)}
    best = _best(equal or bids)  # an equal one is named beside the reason as about as good
    other = best if is_named else _BEST_BID
    tenths = _tenths(bids[best])
    if equal and tenths <= _MAX_DOUBTFUL_TENTHS:
        return None
    if tenths == 0:
        return Sentence(_NEVER_MADE, other=other)
    if tenths <= _MAX_DOUBTFUL_TENTHS:
        return Sentence(_SELDOM_MADE, tenths=tenths, other=other)
    if tenths == _ALL_TENTHS:
        return Sentence(_ALWAYS_NO_MORE, other=other)
    text = _NO_MORE if equal else _TOO_RISKY
    return Sentence(text, tenths=tenths, other=other)


def _for_bid(
    bid: Action, found: Mapping[Action, Estimate], bids: Mapping[Bid, Estimate]
) -> Sentence | None:
    brings, equal = found[bid], as_good(found, bid)
    tenths = _tenths(brings)
    if tenths <= _MAX_DOUBTFUL_TENTHS:
        pays = tenths and brings.points > 0 and Pass() not in equal
        return Sentence(_PAYS, tenths=tenths) if pays else None
    best = _best(bids) if bids else None
    if best is None or best in equal or _tenths(bids[best]) >= tenths:
        return _frequency(tenths, _MADE, _ALWAYS_MADE)
    told = {"fewer": _tenths(bids[best]), "other": best}
    return _frequency(tenths, _MADE_MORE, _ALWAYS_MADE_MORE, **told)


def _for_declarer(
    action: Action, found: Mapping[Action, Estimate], others: Mapping[Action, Estimate]
) -> Sentence | None:
    best = _best(others)
    tenths, fewer = _tenths(found[action]), _tenths(others[best])
    if best in as_good(found, action) or fewer >= tenths:
        return None
    return _frequency(tenths, _CONTRACT_MADE, _CONTRACT_ALWAYS_MADE, fewer=fewer, other=best)


def _frequency(tenths: int, usual: str, always: str, **told: Any) -> Sentence:
    return (
        Sentence(always, **told)
        if tenths == _ALL_TENTHS
        else Sentence(usual, tenths=tenths, **told)
    )
