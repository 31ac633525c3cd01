"""Pieces that several screens share: the contract, the auction, tricks, hands, scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kwbot.engine.actions import Bid, Pass, Seat
from kwbot.engine.cards import Card
from kwbot.engine.phases.base import Said
from kwbot.engine.view import View
from kwbot.engine.wording import N_

from . import labels
from .facts import Facts
from .language import Language, Voice

DOT = " · "


def points(count: int, language: Language) -> str:
    return language.plural("{count} point", "{count} points", count)


def points_if_made(count: int, language: Language) -> str:
    return language.plural("{count} point if made", "{count} points if made", count)


def tricks(count: int, language: Language) -> str:
    return language.plural("{count} trick", "{count} tricks", count)


def bid_with_value(bid: Bid, view: View, voice: Voice) -> str:
    """``Game + Lock (4)``"""
    value = view.variant.bid_value(bid)
    worth = "" if value is None else f" ({voice.language.number(value)})"
    return voice.bid(bid) + worth


def calls(view: View) -> list[Said]:
    """The auction so far."""
    return [entry for entry in view.said if isinstance(entry.action, Bid | Pass)]


def standing(view: View) -> tuple[Seat, Bid] | None:
    """The highest bid so far and whose it is."""
    bids = [(entry.seat, entry.action) for entry in view.said if isinstance(entry.action, Bid)]
    return bids[-1] if bids else None


def auction(view: View, voice: Voice, facts: Facts, room: int) -> list[str]:
    """The bids, a line each, and who has passed; at most `room` characters of the newest bids."""
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
    names = voice.language.listed(passed)
    return [*bids, voice.language.text(N_("Passed: {players}"), players=names) if passed else ""]


def _passer(seat: Seat, voice: Voice, facts: Facts) -> str:
    late = f" {voice.language.text(N_('(time ran out)'))}" if seat in facts.late else ""
    return voice.name(seat) + late


def late(voice: Voice, facts: Facts) -> str:
    """For whom something was done in the play because their time ran out."""
    if not facts.late:
        return ""
    names = voice.language.listed(map(voice.name, sorted(facts.late)))
    return f"-# ⌛ {voice.language.text(N_('Time ran out for {players}.'), players=names)}"


def fouls(view: View, voice: Voice) -> list[str]:
    """The fouls that the table has agreed on in this deal, and what follows."""
    return [
        f"⚖️ {voice.language.text(N_('Foul by {offender}.'), offender=voice.name(foul.offender))}"
        f" {voice.language.term(labels.RULINGS[foul.ruling])}."
        for foul in view.fouls
    ]


def effects(bid: Bid, voice: Voice) -> list[str]:
    """What each part of a bid does, a quoted line each. They speak to who bids."""
    known = [voice.parts[key] for key in bid.parts if key in voice.parts]
    term = voice.language.term
    return [f"> **{term(part.name)}** {term(part.effect)}" for part in known]


def meaning(bid: Bid, bidder: Seat, view: View, voice: Voice) -> list[str]:
    """What a bid asks of `bidder`, told so that nobody else takes it for themselves."""
    asked = voice.language.text(N_("This is asked of {player}:"), player=voice.name(bidder))
    return ["" if bidder == view.seat else f"-# {asked}", *effects(bid, voice)]


def contract(view: View, voice: Voice, facts: Facts) -> str:
    """Who plays what, and what it is worth; empty while there is no contract."""
    if view.contract is None or view.declarer is None:
        return ""
    language = voice.language
    value, made = view.variant.bid_value(view.contract), view.variant.bid_points(view.contract)
    worth = [] if value is None else [language.text(N_("value {value}"), value=value)]
    worth += [] if made is None else [points_if_made(made, language)]
    text = language.text(
        N_("{player} plays {bid}"),
        player=f"**{facts.player(view.declarer, voice, view.away)}**",
        bid=f"**{voice.bid(view.contract)}**",
    )
    return f"🎯 {text}" + (f" ({', '.join(worth)})" if worth else "")


def trumps(view: View, voice: Voice) -> str:
    """Which suit is trumps in the trick under way; empty before the tricks."""
    if not view.playing:
        return ""
    language = voice.language
    if view.trumps is None:
        return language.text(N_("No trumps"))
    return language.text(N_("Trumps: {suit}"), suit=f"**{voice.suit(view.trumps)}**")


def announcements(view: View, voice: Voice) -> list[str]:
    """What was announced beside the auction, the newest of each kind by each player."""
    newest = {
        (entry.seat, entry.purpose.key): entry
        for entry in view.said
        if entry.action is not None and not isinstance(entry.action, Bid | Pass)
    }
    return [
        voice.language.text(
            entry.purpose.said, player=voice.name(entry.seat), what=voice.value(entry.action)
        )
        for entry in newest.values()
    ]


def chosen_in_secret(view: View) -> list[Seat]:
    """Who has already made the choice that others are still asked for."""
    asked = {purpose.key for purpose in (view.purposes or {}).values()}
    return [
        entry.seat for entry in view.said if entry.action is None and entry.purpose.key in asked
    ]


def trick_cards(plays: Iterable[tuple[Seat, Card]], voice: Voice) -> str:
    """``Anna ♠A · Bo ♠3``"""
    return DOT.join(f"{voice.name(seat)} {voice.style.card(card)}" for seat, card in plays)


def running_trick(view: View, voice: Voice) -> str:
    """The trick under way, or who leads to it; empty before the tricks."""
    if not view.playing or not (view.plays or view.to_act):
        return ""
    number = len(view.tricks) + 1
    title = voice.language.text(N_("Trick {number}"), number=number)
    return f"**{title}** {trick_cards(view.plays, voice) or '…'}"


def last_trick(view: View, voice: Voice) -> str:
    """The last finished trick and who took it; empty before there is one."""
    if not view.tricks:
        return ""
    return finished_trick(view, voice, len(view.tricks))


def finished_trick(view: View, voice: Voice, number: int) -> str:
    """Trick `number`, counted from 1, with its taker."""
    trick = view.tricks[number - 1]
    title = voice.language.text(N_("Trick {number}"), number=number)
    return f"{title}: {trick_cards(trick.plays, voice)} → **{voice.name(trick.winner)}**"


def open_cards(view: View, voice: Voice, besides: Seat | None = None) -> list[str]:
    """Hands that lie open, wholly or in part, a line each; not that of `besides`."""
    return [
        voice.language.text(
            N_("Open cards of {player}: {cards}"),
            player=voice.name(seat),
            cards=DOT.join(voice.style.lines(cards)),
        )
        for seat, cards in sorted((view.open_cards or {}).items())
        if cards and seat != besides
    ]


def together(blocks: Sequence[Sequence[str]]) -> str:
    """Blocks of lines with an empty line between, empty lines and blocks left out."""
    filled = [[line for line in block if line] for block in blocks]
    return "\n\n".join("\n".join(lines) for lines in filled if lines)
