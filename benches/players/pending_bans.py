"""Bans that may still bind somebody after the cards played."""

from kwbot.engine.phases.playrules import Ban
from kwbot.engine.phases.rulepoints import (
    LedFirst,
    MustFall,
    NoJokerFirst,
    TrumpsAfterOthers,
    suit_led_before,
)
from kwbot.engine.values.actions import Seat
from kwbot.engine.views.view import View


def pending_bans(seen: View) -> list[Ban]:
    """Return the bans that may still bind somebody."""
    assert seen.rules
    return [ban for ban in seen.rules.bans if not is_spent(ban, seen)]


def is_spent(ban: Ban, seen: View) -> bool:
    """Whether a ban can no longer bind anybody after these tricks."""
    ended = {card for trick in seen.tricks for card in trick.cards}
    match ban.cards:
        case MustFall(card) | LedFirst(card):
            led = {trick.plays[0][1].suit for trick in seen.tricks}
            fell = isinstance(ban.cards, MustFall) and card.suit in led  # or lies aside
            return fell or card in ended
        case NoJokerFirst():
            return bool(ended)
        case TrumpsAfterOthers(who):
            return _shows_trumps(seen, who)
    return False


def _shows_trumps(seen: View, who: Seat) -> bool:
    """Whether others than `who` have played trumps, in a deal whose trumps do not change."""
    assert seen.rules
    plays = [play for trick in seen.tricks for play in trick.plays] + [*seen.plays]
    shown = any(seat != who and card.suit == seen.trumps for seat, card in plays)
    return (shown or seen.trumps is None) and seen.rules.next_trumps is not suit_led_before
