"""The effects of bids on the rules of play.

`SHAPES` are applied once there is a contract; `pre_play` has the decisions before play.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kwbot.engine.phases.playrules import Ban, PlayRules, PlayState, ace_low
from kwbot.engine.phases.rulepoints import (
    LastUnlessLeading,
    LaysOpen,
    LeadAfterPlayed,
    TrumpsAfterOthers,
    suit_led_before,
)
from kwbot.engine.values.actions import Seat
from kwbot.engine.values.cards import FULL_DECK, NO_CARDS, CardSet, Suit
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.wording import N_, Sentence

from .purposes import ATELIER_CARDS

ATELIER = 4
"""Number of cards in the atelier."""
TWOS = CardSet(card for card in FULL_DECK if card.rank == 2)
"""The cards that Obesudlat Bud gathers; the deck for three players has all of them, too."""


@dataclass(frozen=True)
class Setup:
    """The state of a deal between auction and first lead."""

    layout: Layout
    declarer: Seat
    standard: str
    specials: frozenset[str]
    rules: PlayRules
    guess: frozenset[int] = frozenset()
    plague: Suit | None = None


def blocked_trumps(declarer: Seat) -> Ban:
    """Blocktrumf: return the ban on declarer's trumps before another player has played one."""
    reason = Sentence(N_("Block Trump: play no trump until someone else has."))
    return Ban(TrumpsAfterOthers(declarer), reason)


def plague_lead(declarer: Seat, plague: Suit) -> Ban:
    """Pest: return the ban on leading the plague suit before it has been played otherwise."""
    reason = Sentence(N_("Plague: don't lead the plague suit until it has been played."))
    return Ban(LeadAfterPlayed(declarer, plague), reason)


def _also_open(
    rules: PlayRules, seats: tuple[Seat, ...], cards: Callable[[PlayState, Seat], CardSet]
) -> PlayRules:
    before = rules.open_cards

    def open_cards(play: PlayState) -> dict[Seat, CardSet]:
        shown = before(play)
        return shown | {seat: shown.get(seat, NO_CARDS) | cards(play, seat) for seat in seats}

    return replace(rules, open_cards=open_cards)


def _hand(play: PlayState, seat: Seat) -> CardSet:
    return play.layout.hands[seat]


def _trumps_held(play: PlayState, seat: Seat) -> CardSet:
    return NO_CARDS if play.trumps is None else _hand(play, seat).of_suit(play.trumps)


def _twos_held(play: PlayState, seat: Seat) -> CardSet:
    return _hand(play, seat) & TWOS


def _shape_atelje(setup: Setup) -> PlayRules:
    laying = LaysOpen(
        setup.declarer,
        ATELIER,
        ATELIER_CARDS,
        but=TWOS if setup.standard == "obesudlatbud" else NO_CARDS,
        but_trumps="oppentrumf" in setup.specials,
    )
    rules = replace(setup.rules, interrupts=(laying, *setup.rules.interrupts))
    return _also_open(rules, (setup.declarer,), lambda play, _: play.laid)


SHAPES: dict[str, Callable[[Setup], PlayRules]] = {
    "grill": lambda s: replace(s.rules, next_trumps=suit_led_before),
    "blocktrumf": lambda s: replace(s.rules, bans=(*s.rules.bans, blocked_trumps(s.declarer))),
    "obesudlatbud": lambda s: _also_open(s.rules, s.layout.seats, _twos_held),
    "lattja": lambda s: replace(s.rules, order=LastUnlessLeading(s.declarer)),
    "bradska": lambda s: replace(s.rules, leader=s.declarer),
    "jarn": lambda s: replace(s.rules, strength=ace_low),
    "atelje": _shape_atelje,
    "oppentrumf": lambda s: _also_open(s.rules, (s.declarer,), _trumps_held),
    "oppenhand": lambda s: _also_open(s.rules, (s.declarer,), _hand),
}
