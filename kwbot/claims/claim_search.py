"""Search for claims that are true however the outstanding cards lie and whatever is played.

The others' cards are not dealt out: each player may play any card that they might still hold, as
long as some deal fits all cards played. So what is found is certain. The search is exact for few
cards and does not try with many.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations, groupby
from operator import or_

from kwbot.engine.phases.playrules import PlayRules, same_trumps
from kwbot.engine.phases.rulepoints import Awarded
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Action, NamePlayer, Play, Seat
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.layout import Layout

from .claim_grounds import ClaimGrounds

MAX_CLAIM_CARDS = 5
"""Most tricks left for searching a claim."""
MAX_INEVITABLE_CARDS = 4
"""The same for claims that hold whatever the claimant plays: with five tricks hardly any do."""
_TRIAL_LINES = 4
"""Number of lines played to show that a number of tricks is not certain."""
_MAX_SEARCH_STEPS = 2_000
"""Most cards tried before a claim counts as uncertain: about a tenth of a second. It loses about
one in a hundred true claims of up to four cards, if all cards may lie anywhere."""


def forces(known: ClaimGrounds, tricks: int) -> bool:
    """Whether the claimant, in turn, can be sure to take exactly this many of the tricks left."""
    if not 0 < len(known.hand) <= MAX_CLAIM_CARDS:
        return False
    return _ClaimSearch(known, tricks).comes_true(_opening(known))


def found_inevitable(known: ClaimGrounds, decides: Callable[[int], bool]) -> int | None:
    """Return the number of the tricks left that the claimant takes whatever anyone plays; None if
    it is not certain or does not decide the deal (`decides`)."""
    if not 0 < len(known.hand) <= MAX_INEVITABLE_CARDS:
        return None
    search, opening = _ClaimSearch(known, len(known.hand), choosing=False), _opening(known)
    if known.rules.alone == known.seat:
        search.want_most(opening)
    if not decides(search.tricks) or search.differs_by_line(opening):
        return None
    return search.tricks if search.comes_true(opening) else None


def _opening(known: ClaimGrounds) -> TrickPlay:
    """Return the play in which every other player holds all cards that they might hold."""
    hands = [CardSet()] * (max(known.seats) + 1)
    for seat, cards in {**known.might, known.seat: known.hand}.items():
        hands[seat] = cards
    layout = Layout(len(hands), known.seats[-1], known.seats, known.deck, tuple(hands))
    deciding = tuple(one for one in known.rules.interrupts if isinstance(one, Awarded))
    rules = replace(known.rules, interrupts=deciding)
    turn = (known.seat,)
    return TrickPlay(
        layout, rules, known.order, known.trumps, turn, known.led, known.plays, known.tricks
    )


class _ClaimSearch:
    def __init__(self, known: ClaimGrounds, tricks: int, *, choosing: bool = True) -> None:
        """Prepare a search. `choosing`: whether the claimant plays for exactly `tricks` tricks."""
        self._seat = known.seat
        self._others = others = tuple(known.might)
        places = range(len(others))
        self._groups = [
            some for count in range(1, len(others) + 1) for some in combinations(places, count)
        ]
        deciding = [one.card for one in known.rules.interrupts if isinstance(one, Awarded)]
        self._cards = known.hand | known.outstanding | CardSet(card for _, card in known.plays)
        self._singled = CardSet(deciding).bits | self._cards.jokers().bits
        """Cards that are not equivalent to any other."""
        self._ranks: dict[object, list[tuple[int, list[Card]]]] = {}
        self._had = sum(one.winner == known.seat for one in known.tricks)
        self._wanted = self._had + tricks
        self._secret = known.secret
        self._choosing = choosing
        self._steps = 0
        self._found: dict[object, bool] = {}

    @property
    def tricks(self) -> int:
        """The wanted number of the tricks left."""
        return self._wanted - self._had

    def want_most(self, play: TrickPlay) -> None:
        """Want the tricks of one line in which the claimant wins what they can. As the search tries
        losing lines first, most uncertain numbers are soon refuted."""
        self._wanted = self._line(play, _highest, _lowest_first)

    def differs_by_line(self, play: TrickPlay) -> bool:
        """Whether some arbitrary lines bring another number of tricks. That refutes most uncertain
        numbers at once, while a search stays long near the end of one line."""
        picks = _blindly()

        def any_card(play: TrickPlay, cards: Iterable[Card]) -> Card:
            return from_any(play, cards)[0]

        def from_any(_: TrickPlay, cards: Iterable[Card]) -> Sequence[Card]:
            found = [*cards]
            first = next(picks) % len(found)
            return found[first:] + found[:first]

        return any(
            self._line(play, any_card, from_any) != self._wanted for _ in range(_TRIAL_LINES)
        )

    def _line(
        self,
        play: TrickPlay,
        own: Callable[[TrickPlay, Iterable[Card]], Card],
        others: Callable[[TrickPlay, Iterable[Card]], Sequence[Card]],
    ) -> int:
        """Return the claimant's tricks at the end of a line, earlier ones included. `own` picks the
        claimant's card; other players play the first card of `others` that fits."""
        while play.tricks_left(self._seat):
            (turn,) = play.turn
            if play.asking is not None:
                play = play.apply(turn, next(self._takers(play)))
            elif turn == self._seat:
                play = play.apply(turn, Play(own(play, play.legal_cards())))
            else:
                cards = others(play, self._different(play, turn))
                play = next(after for card in cards for after in self._after(play, turn, card))
        return play.tricks_taken()[self._seat]

    def comes_true(self, play: TrickPlay) -> bool:
        """Whether the claim comes true from here, however the cards lie and whatever is played."""
        taken, left = play.tricks_taken()[self._seat], play.tricks_left(self._seat)
        if not taken <= self._wanted <= taken + left:
            return False
        if not left:
            return True
        if play.plays or play.asking:
            return self._looked_at(play)
        key = self._key(play, taken)
        if (found := self._found.get(key)) is None:
            found = self._found[key] = self._looked_at(play)
        return found

    def _key(self, play: TrickPlay, taken: int) -> object:
        """Return all that matters to the tricks to come: for each suit who may hold its cards, from
        the lowest, but not their ranks, unless a rule names them."""
        rules, hands = play.rules, [hand.bits for hand in play.layout.hands]
        changing = rules.next_trumps is not same_trumps
        bans = [
            ban.cards(replace(play, trumps=trumps), self._seat).bits
            for ban in rules.bans
            for trumps in (Suit if changing else (play.trumps,))
        ]
        lines = [self._holders(ranked, hands) for _, ranked in self._by_rank(rules)]
        named = [held & self._singled for held in hands]
        own = hands[self._seat] if rules.bans else 0
        rest = (play.trumps, play.order[0], taken, own, rules.stand_in)
        return (*lines, *named, *bans, *rest)

    def _holders(self, ranked: Iterable[Card], hands: Sequence[int]) -> int:
        """Return a number whose digits say for each remaining card of a suit who may hold it, and
        whether it is singled out."""
        line, width = 1, len(hands) + 1
        for card in ranked:
            bit, digit = card.bit, 0
            for place, held in enumerate(hands):
                if held & bit:
                    digit |= 2 << place
            if digit:
                line = line << width | digit | (self._singled & bit != 0)
        return line

    def _looked_at(self, play: TrickPlay) -> bool:
        self._steps += 1
        if self._steps > _MAX_SEARCH_STEPS:
            return False
        (turn,) = play.turn
        if play.asking is not None:
            after: Iterator[TrickPlay] = (play.apply(turn, one) for one in self._takers(play))
        elif turn == self._seat:
            after = (play.apply(turn, Play(card)) for card in self._own(play))
        else:
            after = self._replies(play, turn)
        every = turn != self._seat or not self._choosing
        return (all if every else any)(map(self.comes_true, after))

    def _takers(self, play: TrickPlay) -> Iterator[Action]:
        """Yield the possible answers to who takes the trick."""
        return (NamePlayer(seat) for seat in play.layout.seats)

    def _own(self, play: TrickPlay) -> Iterator[Card]:
        """Yield the claimant's cards, the most promising first; if the claimant does not choose,
        those first that are likely to lose tricks."""
        if not self._choosing:
            yield from _lowest_first(play, play.legal_cards())
            return
        high = play.tricks_taken()[self._seat] < self._wanted
        cards = sorted(play.legal_cards(), key=play.rules.power, reverse=high)
        yield from sorted(cards, key=lambda card: card.suit is not play.trumps) if high else cards

    def _replies(self, play: TrickPlay, seat: Seat) -> Iterator[TrickPlay]:
        """Yield the play after each card that another player might play."""
        cards = [*self._different(play, seat)]
        if not self._choosing:
            cards.sort(key=lambda card: _height(play, card), reverse=True)
        for card in cards:
            yield from self._after(play, seat, card)
            if (suit := self._hidden_suit(play, seat)) is not None:
                shown = replace(play.rules, stand_in=(card, suit))
                yield from self._after(replace(play, rules=shown), seat, card)

    def _hidden_suit(self, play: TrickPlay, seat: Seat) -> Suit | None:
        """Return the suit as which a card of this player may secretly count; None if none may."""
        if self._secret is None or self._secret[0] != seat or play.rules.stand_in is not None:
            return None
        return self._secret[1]

    def _after(self, play: TrickPlay, seat: Seat, card: Card) -> Iterator[TrickPlay]:
        """Yield the play after another player's card, if any deal allows it."""
        hands = [
            hand if who == self._seat else hand.without(card)
            for who, hand in enumerate(play.layout.hands)
        ]
        led, rules = play.led, play.rules
        suit = rules.suit_of(card)
        if led is not None and suit not in (led, None) and self._hidden_suit(play, seat) is None:
            hands[seat] -= rules.of_suit(hands[seat], led)
        layout = replace(play.layout, hands=tuple(hands))
        if self._fits(play, layout, seat):
            yield replace(play, layout=layout).apply(seat, Play(card))

    def _fits(self, play: TrickPlay, layout: Layout, seat: Seat) -> bool:
        """Whether the outstanding cards can fill all other hands (Hall's condition)."""
        left, had = play.tricks_left(self._seat), [seat, *(who for who, _ in play.plays)]
        held = [(layout.hands[who].bits, left - (who in had)) for who in self._others]
        for some in self._groups:
            cards = size = 0
            for place in some:
                hand, least = held[place]
                cards |= hand
                size += least
            if cards.bit_count() < size:
                return False
        return True

    def _different(self, play: TrickPlay, seat: Seat) -> Iterator[Card]:
        """Yield the cards of a player that may lead to different results.

        Neighbouring cards that the same players may hold are equivalent, unless another of these
        players may still play one of them to this trick: then it matters whose is higher. The
        highest and the lowest cover both cases. All are needed only if the claimant has to play in
        between without knowing which case it is.
        """
        trick, later = play.plays, play.order[len(play.plays) + 1 :]
        hands, unsure = play.layout.hands, self._choosing and self._seat in later
        for run in self._runs(play, seat):
            bit, suit = run[0].bit, play.rules.suit_of(run[0])
            rivals = [place for place, other in enumerate(later) if hands[other].bits & bit]
            if not rivals or (trick and suit is not play.led and suit is not play.trumps):
                yield run[0]
            elif unsure and later.index(self._seat) < rivals[-1]:
                yield from run
            else:
                yield from run[:: len(run) - 1 or 1]

    def _runs(self, play: TrickPlay, seat: Seat) -> Iterator[Sequence[Card]]:
        """Yield a player's cards in runs of neighbours that the same players may hold."""
        hands = [hand.bits for hand in play.layout.hands]
        lying = CardSet(card for _, card in play.plays).bits
        live, own, singled = reduce(or_, hands, lying), hands[seat], self._singled | lying

        def kind(card: Card) -> object:
            return card if singled & card.bit else [held & card.bit != 0 for held in hands]

        for of_suit, ranked in self._by_rank(play.rules):
            there = [card for card in ranked if live & card.bit] if of_suit & own else []
            for _, alike in groupby(there, kind):
                if run := [card for card in alike if own & card.bit]:
                    yield run

    def _by_rank(self, rules: PlayRules) -> Sequence[tuple[int, Sequence[Card]]]:
        """Return the jokers, then each suit, as the bits of its cards and the cards from the
        lowest."""
        found = self._ranks.get(rules.stand_in)
        if found is None:
            groups = [
                rules.jokers(self._cards),
                *(rules.of_suit(self._cards, suit) for suit in Suit),
            ]
            found = [(one.bits, sorted(one, key=rules.power)) for one in groups]
            self._ranks[rules.stand_in] = found
        return found


def _blindly() -> Iterator[int]:
    """Yield arbitrary numbers, the same ones each time."""
    number = 1
    while True:
        number = number * 1_103_515_245 + 12_345 & 0x7FFFFFFF
        yield number >> 8


def _highest(play: TrickPlay, cards: Iterable[Card]) -> Card:
    return max(cards, key=partial(_height, play))


def _lowest_first(play: TrickPlay, cards: Iterable[Card]) -> Sequence[Card]:
    return sorted(cards, key=partial(_height, play))


def _height(play: TrickPlay, card: Card) -> tuple[bool, bool, int]:
    """Return a key that grows with the chance that a card takes a trick."""
    suit = play.rules.suit_of(card)
    return suit in (None, play.trumps), suit is play.led, play.rules.power(card)
