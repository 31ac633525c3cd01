"""The auction in words: who has bid, joined or passed, and the standing bid."""

from functools import partial

from kwbot.engine.phases.base import Said
from kwbot.engine.values.actions import Bid, ClaimRedeal, Join, Pass, Seat
from kwbot.engine.values.wording import N_, Term
from kwbot.engine.views.view import View
from kwbot.text.words import lines
from kwbot.text.words.detail import Detail
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Voice
from kwbot.text.words.lines import AUCTION_CALLS, bid_with_value

_STEPS = 4
"""Most bids shown of one player, the newest ones."""
_EACH = Term("Each of {players}", "soloists")
"""The subject of a bid's effect for several soloists: *each of Anna and Bo must take 1 trick at
most*."""


def calls(view: View) -> list[Said]:
    """Return the auction so far."""
    return [entry for entry in view.said if isinstance(entry.action, AUCTION_CALLS)]


def standing(view: View) -> tuple[Seat, Bid] | None:
    """Return the player of the highest bid so far, and the bid; None without one."""
    bids = [(entry.seat, entry.action) for entry in view.said if isinstance(entry.action, Bid)]
    return bids[-1] if bids else None


def auction(view: View, voice: Voice, facts: Facts, room: int) -> list[str]:
    """Return the auction, with at most `room` characters of the newest bids.

    Bids with a value are listed in order. In an auction with a ladder there is a line for each
    player: how far they went and whether they are still in.
    """
    bid = standing(view)
    if bid is None or view.variant.bid_value(bid[1], view.sheet.options) is not None:
        return _in_order(view, voice, facts, room)
    return _by_player(view, voice, facts)


def bidding(view: View, voice: Voice, facts: Facts, detail: Detail) -> list[str]:
    """Return the auction, and the effects of the standing bid or contract, which the table itself
    names. The auction stays while its players are still deciding who is declarer."""
    if view.contract is None and view.playing:
        return []
    highest = standing(view)
    meaning = lines.quote(explanations(view, voice)) if detail.effects else []
    if view.contract is None:
        return [*auction(view, voice, facts, detail.auction), *meaning]
    open_still = view.declarer is None and highest
    undecided = auction(view, voice, facts, detail.auction) if open_still else []
    return [*meaning, *undecided]


def explanations(view: View, voice: Voice) -> list[tuple[str, str]]:
    """Return the names and effects of the parts of the contract, or of the highest bid. They say
    *you* to the players of the bid, and their names to others."""
    highest = None if view.playing else standing(view)
    bid = view.contract or (highest and highest[1])
    if not bid:
        return []
    seats = bidders(view)
    explain = partial(voice.explain, bid, bidding=not view.playing, auction=view.contract is None)
    if view.seat in seats:
        return explain()
    names = [voice.name(seat) for seat in (seats if view.contract else seats[:1])]
    if len(view.soloists) < 2:
        return explain(voice.language.either(names))
    each = voice.language.term(_EACH, players=voice.language.enumeration(names))
    return explain(each)


def bidders(view: View) -> tuple[Seat, ...]:
    """Return the players of the contract or of the highest bid; none if there are fixed sides."""
    if view.sides:
        return ()
    if view.contract and view.declarer is not None:
        return view.soloists or (view.declarer,)
    highest = standing(view)
    return (highest[0], *joiners(view)) if highest else ()


def _in_order(view: View, voice: Voice, facts: Facts, room: int) -> list[str]:
    bids: list[str] = []
    for entry in reversed(calls(view)):
        if isinstance(entry.action, Bid):
            player = facts.player(entry.seat, voice, view.away)
            bids.insert(0, f"{player}: **{bid_with_value(entry.action, view, voice)}**")
            if len(bids) > 1 and sum(map(len, bids)) > room:
                bids[0] = "…"
                break
    passed = [
        _passer(entry.seat, voice, facts) for entry in calls(view) if isinstance(entry.action, Pass)
    ]
    names = voice.language.enumeration(passed)
    return [*bids, voice.language.text(N_("Passed: {players}"), players=names) if passed else ""]


def _by_player(view: View, voice: Voice, facts: Facts) -> list[str]:
    """Return lines like ``🔨 Anna: 8 → **9 Good**``, ``Bo: 8 Vip – passed``, ``Cleo: joined``."""
    called: dict[Seat, list[Said]] = {}
    for entry in calls(view):
        called.setdefault(entry.seat, []).append(entry)
    bid, sharing = standing(view), joiners(view)
    lines = []
    for seat, entries in called.items():
        bids = [entry.action for entry in entries if isinstance(entry.action, Bid)]
        steps = [voice.bid(one) for one in bids]
        if len(steps) > _STEPS:
            steps = ["…", *steps[-_STEPS:]]
        holds = bid is not None and bid[0] == seat
        if holds:
            steps[-1] = f"**{steps[-1]}**"
        end = _end(entries[-1], voice, facts, still_in=seat in sharing)
        told = " – ".join(filter(None, (" → ".join(steps), end)))
        mark = "🔨 " if holds else ""
        lines.append(f"{mark}{facts.player(seat, voice, view.away)}: {told}")
    return lines


def _end(last: Said, voice: Voice, facts: Facts, *, still_in: bool) -> str:
    """Return a player's last call, "" for a bid. A player who joined a bid is out once it is
    beaten."""
    text = voice.language.text
    match last.action:
        case Pass():
            late = f" {text(N_('(time ran out)'))}" if last.seat in facts.late else ""
            return text(N_("passed")) + late
        case Join():
            return text(N_("joined")) if still_in else text(N_("joined, now out"))
        case ClaimRedeal():
            return voice.action(ClaimRedeal())
    return ""


def joiners(view: View) -> list[Seat]:
    """Return the players who have joined the standing bid."""
    seats: list[Seat] = []
    for entry in calls(view):
        if isinstance(entry.action, Bid):
            seats = []
        elif isinstance(entry.action, Join):
            seats.append(entry.seat)
    return seats


def _passer(seat: Seat, voice: Voice, facts: Facts) -> str:
    late = f" {voice.language.text(N_('(time ran out)'))}" if seat in facts.late else ""
    return voice.name(seat) + late
