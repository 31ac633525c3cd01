"""Certain claims of tricks at a table, which settle the deal.

`is_certain` judges every claim, whether a player's or the bot's own.
"""

import asyncio

from kwbot.claims.claim_grounds import ClaimGrounds, knowledge
from kwbot.claims.claim_proof import inevitable, proves
from kwbot.claims.claim_search import MAX_INEVITABLE_CARDS
from kwbot.engine.values.actions import Seat, TrickClaim
from kwbot.engine.values.cards import NO_CARDS
from kwbot.engine.values.errors import RuleViolation
from kwbot.engine.views.view import View, view
from kwbot.tables.state.table_state import RunningTable
from kwbot.tables.thinking.computer_protocol import Computers


def is_certain(table: RunningTable, claim: TrickClaim) -> bool:
    """Whether what the player in turn may know proves their claim, and it ends the deal."""
    known = _grounds(table, claim.seat, view(table.match, claim.seat))
    if known is None or not proves(known, claim.count(len(known.hand))):
        return False
    try:
        table.match.with_claim(claim)
    except RuleViolation:  # the search for its end takes too long: the player must get to play
        return False
    return True


def claimable(table: RunningTable, seat: Seat) -> int | None:
    """Return how many tricks are left to a player who may claim any number of them; None if only a
    claim of all or none can be certain."""
    known = _grounds(table, seat, view(table.match, seat))
    return len(known.hand) if known and known.rules.alone == seat else None


def open_grounds(table: RunningTable) -> ClaimGrounds | None:
    """Return what everybody knows about the tricks to come, if the player in turn has an open hand
    and could make a certain claim. Claims of many tricks are only tried before a lead."""
    play = table.match.deal.play if table.match.deal else None
    if play is None or len(play.turn) != 1:
        return None
    (seat,) = play.turn
    hand, known = play.layout.hands[seat], play.layout.known[seat]
    if len(hand) < 2 or (play.plays and len(hand) > MAX_INEVITABLE_CARDS):
        return None
    hidden = hand.bits & ~known.bits
    if hidden and hidden & ~play.open_cards().get(seat, NO_CARDS).bits:
        return None
    return _grounds(table, seat, view(table.match, None))


async def public_claim(table: RunningTable, computers: Computers) -> TrickClaim | None:
    """Return a claim of the player in turn that everybody can see is certain, however they play."""
    known = open_grounds(table)
    if known is None:
        return None
    if len(known.hand) <= MAX_INEVITABLE_CARDS:  # needs a search
        tricks = await computers.inevitable(known)
    else:
        tricks = inevitable(known)
    if tricks is None:
        return None
    claim = TrickClaim(known.seat, _words(tricks, len(known.hand)))
    return claim if await asyncio.to_thread(is_certain, table, claim) else None


def _words(count: int, left: int) -> str:
    """Return a number of the tricks left in the words of a claim."""
    return {0: "none", left: "all"}.get(count, str(count))


def _grounds(table: RunningTable, seat: Seat, seen: View) -> ClaimGrounds | None:
    """Return the grounds for a claim of the player in turn; None if they cannot claim now."""
    deal = table.match.deal
    if deal is None or deal.play is None or table.vote or table.to_act() != (seat,):
        return None
    if deal.play.asking is not None:
        return None
    return knowledge(seen, seat, len(deal.layout.hands[seat]))
