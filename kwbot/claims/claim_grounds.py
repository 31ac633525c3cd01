"""The grounds of a claim: what one player, or everybody, may know of the tricks to come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kwbot.engine.phases.playrules import PlayRules, follow_suit, highest_wins, same_trumps
from kwbot.engine.phases.rulepoints import Awarded, LaysOpen
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet, Suit
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.trick import Trick
from kwbot.engine.views.view import View


@dataclass(frozen=True)
class ClaimGrounds:
    """The grounds of a claim by `seat`. `might`: the cards that each other player may hold;
    `sizes`: the number that they hold."""

    seat: Seat
    hand: CardSet
    rules: PlayRules
    trumps: Suit | None
    seats: tuple[Seat, ...]
    order: tuple[Seat, ...]
    plays: tuple[tuple[Seat, Card], ...]
    tricks: tuple[Trick, ...]
    deck: CardSet
    might: Mapping[Seat, CardSet]
    sizes: Mapping[Seat, int]

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick under way; None before the lead and after a joker's."""
        return self.rules.suit_of(self.plays[0][1]) if self.plays else None

    @property
    def secret(self) -> tuple[Seat, Suit] | None:
        """Another player who may secretly have a card that counts as one of a suit, and that suit;
        None if there is none, or if that player failed to follow the suit."""
        secret, rules = self.rules.secret_stand_in, self.rules
        if secret is None or rules.stand_in is not None or secret[0] == self.seat:
            return None
        who, suit = secret
        for plays in (*(trick.plays for trick in self.tricks), self.plays):
            card = dict(plays).get(who)
            followed = card is None or card.suit in (None, suit)
            if not followed and rules.suit_of(plays[0][1]) is suit:
                return None
        return secret

    @property
    def is_plain(self) -> bool:
        """Whether only ranks and unchanging trumps decide who takes the tricks to come."""
        rules = self.rules
        deciding = [one.card for one in rules.interrupts if isinstance(one, Awarded)]
        to_come = self.hand | self.outstanding | CardSet(card for _, card in self.plays)
        holds_stand_in = rules.stand_in is not None and rules.stand_in[0] in to_come
        return (
            rules.next_trumps is same_trumps
            and not holds_stand_in
            and not any(card in to_come for card in deciding)
        )

    @property
    def outstanding(self) -> CardSet:
        """All cards that other players may hold."""
        return CardSet.union(self.might.values())

    @property
    def all_held(self) -> bool:
        """Whether all outstanding cards are surely in hands, none laid aside."""
        return len(self.outstanding) == sum(self.sizes.values())

    def play(self, hand: CardSet, led: Suit | None = None, won: Iterable[Card] = ()) -> TrickPlay:
        """Return trick play in which only `hand`, that of `seat`, is known, after they have led and
        won with the cards `won`. With `led` another player has just led that suit."""
        nothing = [NO_CARDS] * (max(self.seats) + 1)
        nothing[self.seat] = hand
        layout = Layout(len(nothing), self.seats[-1], self.seats, self.deck, tuple(nothing))
        more = tuple(Trick(((self.seat, card),), self.trumps, self.seat) for card in won)
        order = self.rules.order(layout.clockwise_from(self.seat))
        return TrickPlay(
            layout, self.rules, order, self.trumps, (self.seat,), led, (),
            (*self.tricks, *more),
        )  # fmt: skip


def knowledge(seen: View, seat: Seat, size: int | None = None) -> ClaimGrounds | None:
    """Return the grounds of a claim by `seat` that `seen` shows; None if the proof does not know
    the rules of the tricks, or not all `size` cards of `seat` are seen."""
    rules, mine = seen.rules, seen.seat == seat
    hand = seen.hand if mine else _located_cards(seen, seat)
    if rules is None or not _is_known(rules, seen) or len(hand) != (size or len(hand)):
        return None
    if not mine and rules.secret_stand_in and rules.secret_stand_in[0] == seat:
        return None
    played = dict(seen.plays)
    whole = len(hand) + (seat in played)
    sizes = {other: whole - (other in played) for other in {*seen.seats} - {seat}}
    bare = ClaimGrounds(
        seat, hand, rules, seen.trumps, seen.seats, seen.order, seen.plays, seen.tricks,
        seen.variant.deck(len(seen.names)), {}, sizes,
    )  # fmt: skip
    return replace(bare, might=_might(seen, bare))


def _is_known(rules: PlayRules, seen: View) -> bool:
    """Whether the proof knows the rules of the tricks."""
    return (
        rules.follow is follow_suit
        and rules.winner is highest_wins
        and all(isinstance(one, Awarded | LaysOpen) for one in rules.interrupts)
        and not seen.trumps_by_lead
    )


def _located_cards(seen: View, seat: Seat) -> CardSet:
    """Return the cards that `seat` surely holds."""
    found = NO_CARDS
    for shown in (seen.open_cards, seen.known, seen.given):
        found |= (shown or {}).get(seat, NO_CARDS)
    return found


def _might(seen: View, known: ClaimGrounds) -> dict[Seat, CardSet]:
    """Return the cards that each other player may hold."""
    unseen = known.deck - known.hand - seen.played_cards - seen.laid - CardSet(seen.kitty)
    located = {other: _located_cards(seen, other) & unseen for other in known.sizes}
    might = {}
    for other, size in known.sizes.items():
        elsewhere = CardSet.union(cards for who, cards in located.items() if who != other)
        cards = unseen - elsewhere - (seen.lacking or {}).get(other, NO_CARDS)
        cards -= _void(known, other)
        might[other] = located[other] if len(located[other]) == size else cards | located[other]
    return might


def _void(known: ClaimGrounds, seat: Seat) -> CardSet:
    """Return the cards of the suits that a player has failed to follow."""
    rules, void = known.rules, NO_CARDS
    if known.secret and known.secret[0] == seat:
        return void
    for plays in (*(trick.plays for trick in known.tricks), known.plays):
        led = rules.suit_of(plays[0][1]) if plays else None
        card = dict(plays).get(seat)
        if led is not None and card is not None and rules.suit_of(card) not in (None, led):
            void |= rules.of_suit(known.deck, led)
    return void
