"""A claim: one player takes all, none or a number of the tricks that are left.

Here the deal is settled by it. Whether it is certain is proven in kwbot.engine.claim_proof.
"""

from __future__ import annotations

from collections.abc import Iterator

from .actions import Play, Seat
from .cards import Card
from .errors import IllegalAction
from .frozen import changed
from .phases.tricks import TrickPlay
from .playrules import never_settled
from .wording import N_

MOST_STEPS = 20_000
"""Cards that are tried before a claim is taken for wrong."""


def settled(play: TrickPlay, seat: Seat, tricks: int) -> TrickPlay:
    """Return the play as it ends if `seat` takes this many of the tricks left.

    The others play their first legal card. Raise IllegalAction where the claim does not come true
    so, or where a decision other than cards may come.
    """
    if play.done or play.asking is not None or play.rules.interrupts:
        raise IllegalAction(N_("Nothing can be claimed now."))
    search = _Search(seat, play.taken()[seat] + tricks)
    ended = search.ended(changed(play, rules=changed(play.rules, settled=never_settled)))
    if ended is None:
        raise IllegalAction(N_("That claim isn't certain."))
    return changed(ended, rules=play.rules, claimed_at=len(play.tricks))


class _Search:
    """A search for cards of one player with which they take a number of tricks in all."""

    def __init__(self, seat: Seat, wanted: int) -> None:
        self._seat = seat
        self._wanted = wanted
        self._steps = 0

    def ended(self, play: TrickPlay) -> TrickPlay | None:
        """Return the play at its end; None where they take more or fewer."""
        while play.turn and play.turn[0] != self._seat:
            play = play.apply(play.turn[0], Play(next(iter(play.legal_cards()))))
        self._steps += 1
        mine, left = play.taken()[self._seat], len(play.table.hands[self._seat])
        if mine > self._wanted or mine + left < self._wanted or self._steps > MOST_STEPS:
            return None
        if not play.turn:
            return play if mine == self._wanted else None
        for card in self._candidates(play):
            if (found := self.ended(play.apply(self._seat, Play(card)))) is not None:
                return found
        return None

    def _candidates(self, play: TrickPlay) -> Iterator[Card]:
        """Yield the cards that serve the purpose best first: high trumps, then high cards, where
        tricks are still wanted; else the highest that do not take the trick."""
        rules, cards = play.rules, play.legal_cards()
        wants = play.taken()[self._seat] < self._wanted
        ranked = sorted(cards, key=rules.power, reverse=True)
        if wants:
            yield from sorted(ranked, key=lambda card: card.suit is not play.trumps)
        elif play.plays:
            yield from sorted(ranked, key=lambda card: self._takes(play, card))
        else:
            yield from reversed(ranked)

    def _takes(self, play: TrickPlay, card: Card) -> bool:
        """Whether a card is the best of the trick so far."""
        return (
            play.rules.winner(changed(play, plays=(*play.plays, (self._seat, card)))) == self._seat
        )
