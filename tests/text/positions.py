"""Positions of games for tests of screens: seeded deals, seeded legal actions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from gettext import NullTranslations
from random import Random

from cogs.screens.hand.draft import Draft
from cogs.screens.hand.panel import panel_text
from cogs.screens.hand.picking import BidDraft
from cogs.screens.hand.pressable_cards import rest_of_hand
from kwbot.engine.deals.match import Match
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import CardSet
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.wording import Sentence
from kwbot.engine.views.view import View, view
from kwbot.text.words.facts import Facts
from kwbot.text.words.language import Language, Voice, language_of
from kwbot.variants import games
from tests.engine.playing import one_move, shuffled

GAME = games()["kombinations-whist"]
LANGUAGES = ("en", "sv", "da")
NASTY = (
    "*Anna*", "@everyone", "<@11111111111111111>", "`Dag`\n# x", "_" * 32, "~~||b||~~",
    "[x](https://y.z)", "\u202eevil", "<t:1:R>", "\\" * 32, "- item", "<:a:1>",
)  # fmt: skip
PANEL_LIMIT = 3500
"""Characters of a panel, so that 4,000 are not passed by notes above it."""
FACTS = Facts({0: "<@1000>"}, frozenset({1}), deadline=1767225600, outage=40)


def voice(match: Match, seat: Seat | None, code: str) -> Voice:
    return Voice.of(view(match, seat), language_of(code))


def panel(
    seen: View, told: Voice, facts: Facts, chosen: Sequence[str] = (), why: Sentence | None = None
) -> str:
    """A player's panel without its buttons. `chosen`: parts of a bid; `why`: it cannot be made."""
    draft = Draft(_drafted(seen, chosen), objection=why)
    above, _ = panel_text(seen, told, facts, draft, room=10_000)
    return "\n".join(filter(None, (above, rest_of_hand(seen, told))))


def _drafted(seen: View, chosen: Sequence[str]) -> str:
    if not chosen:
        return ""
    assert isinstance(seen.choice, CombinationBid)
    draft = BidDraft(seen.choice.bids)
    mains = [part.key for part in draft.bids.mains]
    for key in chosen:
        if key in mains:
            draft = draft.with_main(key)
    bits = sum(1 << at for at, part in enumerate(draft.bids.extras) if part.key in chosen)
    return str(replace(draft, extras=bits))


def positions(names: tuple[str, ...], seed: int, deals: int = 2) -> Iterator[Match]:
    """Every position of the first deals of a random game, and each deal scored."""
    rng = Random(seed)
    match = Match.begin(GAME, names, {})
    for _ in range(deals):
        match = shuffled(match, rng)
        yield match
        while match.to_act():
            match, _ = one_move(match, rng)
            yield match
        match = match.with_score()
        yield match


def with_unseen_permuted(match: Match, viewer: Seat | None, rng: Random) -> Match:
    """The same match with the cards that the viewer does not see dealt otherwise."""
    assert match.deal
    assert match.deal.current
    table = match.deal.layout
    lying_open = view(match, viewer).open_cards or {}
    # Whoever lays trumps open holds no other trumps: those hands stay as they are.
    hidden = {
        seat: table.hands[seat] for seat in table.seats if seat != viewer and seat not in lying_open
    }
    pool = [card for cards in hidden.values() for card in cards]
    rng.shuffle(pool)
    hands = {seat: CardSet(pool.pop() for _ in cards) for seat, cards in hidden.items()}
    current = match.deal.current.at(table.with_hands(hands))
    return replace(match, deal=replace(match.deal, current=current))


class _Blank(NullTranslations):
    """Every letter of a text becomes a bullet, so that what is not translated stands out."""

    def gettext(self, message: str) -> str:
        return re.sub(r"[^\W\d_](?![^{]*\})", "•", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def blank() -> Language:
    """A language of bullets."""
    return replace(language_of("en"), translations=_Blank())
