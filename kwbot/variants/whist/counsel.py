"""Rules of thumb for simple computer players: the first lead that makes trumps."""

from collections.abc import Mapping

from kwbot.engine.phases.playrules import ace_high
from kwbot.engine.values.actions import Action, Play
from kwbot.engine.values.cards import CardSet, Suit
from kwbot.engine.values.choices import PlayCard, Randomness
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.view import View


class WhistCounsel(Counsel):
    def advice(self, seen: View, rng: Randomness | None) -> Mapping[Action, float]:
        """Advise the best trump suit for a first lead that makes trumps."""
        choice = seen.choice
        if not isinstance(choice, PlayCard) or not seen.trumps_by_lead:
            return {}
        return {
            Play(card): _as_trumps(seen.hand, card.suit)
            for card in choice.cards
            if card.suit is not None
        }


def _as_trumps(hand: CardSet, suit: Suit) -> float:
    """Return the worth of a suit as trumps: its length, then its high cards."""
    cards = hand.of_suit(suit)
    return len(cards) + sum(max(0, ace_high(card) - 10) for card in cards) / 8
