"""Claims of tricks at a table that are certain, so that they settle the deal."""

from __future__ import annotations

from kwbot.engine.cards import NO_CARDS
from kwbot.engine.claim_proof import knowledge, proves
from kwbot.engine.table import TrickClaim
from kwbot.engine.view import View, view
from kwbot.tables.state import RunningTable


def is_certain(game: RunningTable, claim: TrickClaim, seen: View | None = None) -> bool:
    """Whether a claim of the player in turn is proven, by what they may know; or by `seen`."""
    deal = game.match.deal
    if deal is None or deal.play is None or game.vote or game.to_act() != (claim.seat,):
        return False
    if deal.play.asking is not None:
        return False
    size = len(deal.table.hands[claim.seat])
    known = knowledge(seen or view(game.match, claim.seat), claim.seat, size)
    return known is not None and proves(known, claim.count(size))


def public_claim(game: RunningTable) -> TrickClaim | None:
    """Return a claim of whoever is in turn that is certain by what everybody sees."""
    deal = game.match.deal
    if deal is None or deal.play is None or len(game.to_act()) != 1:
        return None
    (seat,), play = game.to_act(), deal.play
    hand = play.table.hands[seat]
    shown = play.open_cards().get(seat, NO_CARDS) | play.table.known[seat]
    if len(hand) < 2 or not hand <= shown:
        return None
    seen = view(game.match, None)
    claims = (TrickClaim(seat, "all"), TrickClaim(seat, "none"))
    return next((claim for claim in claims if is_certain(game, claim, seen)), None)
