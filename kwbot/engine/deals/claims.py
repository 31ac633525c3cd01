"""Playing out a claim: one player takes all, none or a number of the tricks left.

kwbot.claims.claim_proof proves whether a claim is certain.
"""

from collections.abc import Iterator
from dataclasses import replace

from kwbot.engine.phases.playrules import never_settled
from kwbot.engine.phases.rulepoints import LaysOpen
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Action, NamePlayer, Play, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_

_MAX_CLAIM_STEPS = 20_000
"""Most positions searched before a claim is rejected."""


def play_out(play: TrickPlay, seat: Seat, tricks: int) -> TrickPlay:
    """Return the finished play in which `seat` takes `tricks` of the tricks left.

    The others play their first legal card. Raise IllegalAction if the claim fails against that, or
    if the pending decision is not a card.
    """
    if play.done or play.asking is not None:
        raise IllegalAction(N_("Nothing can be claimed now."))
    search = _Search(seat, play.tricks_taken()[seat] + tricks)
    deciding = tuple(one for one in play.rules.interrupts if not isinstance(one, LaysOpen))
    bare = replace(play.rules, settled=never_settled, interrupts=deciding)
    ended = search.find_end(replace(play, rules=bare))
    if ended is None:
        raise IllegalAction(N_("That claim isn't certain."))
    return replace(ended, rules=play.rules, claimed_at=len(play.tricks))


class _Search:
    """A search for moves with which one player takes a given number of tricks in all."""

    def __init__(self, seat: Seat, wanted: int) -> None:
        self._seat = seat
        self._wanted = wanted
        self._steps = 0

    def find_end(self, play: TrickPlay) -> TrickPlay | None:
        """Return the finished play; None if the player would take more tricks or fewer."""
        play = self._play_others(play)
        self._steps += 1
        mine, left = play.tricks_taken()[self._seat], play.tricks_left(self._seat)
        if mine > self._wanted or mine + left < self._wanted or self._steps > _MAX_CLAIM_STEPS:
            return None
        if not play.turn:
            return play if mine == self._wanted else None
        for action in self._candidates(play):
            if (found := self.find_end(play.apply(self._seat, action))) is not None:
                return found
        return None

    def _play_others(self, play: TrickPlay) -> TrickPlay:
        """Return the play at the player's next turn, the others taking their first option each."""
        while play.turn and play.turn[0] != self._seat:
            (turn,) = play.turn
            first = next(iter(play.choice(turn) if play.asking else map(Play, play.legal_cards())))
            play = play.apply(turn, first)
        return play

    def _candidates(self, play: TrickPlay) -> Iterator[Action]:
        """Yield the player's moves, the most promising first: to win tricks, high trumps, then
        other high cards; to lose them, the highest cards that do not take the trick."""
        wants = play.tricks_taken()[self._seat] < self._wanted
        if play.asking is not None:
            takers = [NamePlayer(seat) for seat in play.layout.seats]
            yield from sorted(takers, key=lambda one: (one.player == self._seat) != wants)
            return
        rules, cards = play.rules, play.legal_cards()
        ranked = sorted(cards, key=rules.power, reverse=True)
        if wants:
            ranked.sort(key=lambda card: card.suit is not play.trumps)
        elif play.plays:
            ranked.sort(key=lambda card: self._takes(play, card))
        else:
            ranked.reverse()
        yield from map(Play, ranked)

    def _takes(self, play: TrickPlay, card: Card) -> bool:
        """Whether `card` would win the trick so far."""
        return (
            play.rules.winner(replace(play, plays=(*play.plays, (self._seat, card)))) == self._seat
        )
