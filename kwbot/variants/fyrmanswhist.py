"""Fyrmanswhist: bottom cards decide whether tricks are good or bad.

For the rules see data/rulebook/fyrmanswhist/.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.base import Dealing, Phase
from kwbot.engine.phases.choose import Answers, ChooseTogether
from kwbot.engine.phases.playrules import PlayRules, ace_high
from kwbot.engine.phases.script import DealResult, Script, ask
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Action, Bid, Seat, Show
from kwbot.engine.values.cards import Card, CardSet, Suit
from kwbot.engine.values.choices import BidPart, Choice, OneOf, Randomness
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.option import Option
from kwbot.engine.values.purpose import Purpose
from kwbot.engine.values.wording import N_, NO_VALUES, Sentence, Term, Who
from kwbot.engine.views.counsel import Counsel
from kwbot.engine.views.payoffs import Payoffs
from kwbot.engine.views.view import View

from ._plain import PARTNERS_OPTION, TRICKS, PlainWhist, of_players, of_sides, side_players

RED_SUITS = (Suit.HEARTS, Suit.DIAMONDS)
MAJORITY = 7
"""Tricks that a side needs to score in spel, and must stay below in pass."""
AGAINST_DECLARER = 2
"""Points per trick beyond six for the side that takes them against declarer's."""
_BALANCED_STRENGTH = 13
"""`_strength` of a hand above which a simple player wants tricks."""
SPEL, PASS = Bid(("spel",)), Bid(("pass",))
_CALL_PARTS = {
    part.key: part
    for part in (
        BidPart("spel", Term("Spel", "contract"),
                Term("Take tricks: each one beyond six scores.", "contract")),
        BidPart("pass", Term("Pass", "contract"),
                Term("Avoid tricks: each one below seven scores.", "contract")),
    )
}  # fmt: skip
SHOWING = Purpose(
    "show",
    Sentence(N_("Choose your bottom card. Red to take tricks, black to avoid them.")),
    N_("{player} shows {what}."),
    own=N_("You show {what}."),
    others=N_("Choose a bottom card."),
)
_NOT_HELD = Sentence(N_("Show a card from your hand."))


@dataclass(frozen=True)
class FyrmansSheet(Sheet):
    @property
    def target(self) -> int:
        """Points with which a side wins."""
        return int(self.options["target"])

    def remarks(self) -> tuple[Sentence, ...]:
        """Return the number of points that wins, for the screen."""
        return (Sentence(N_("First to {target} points"), target=self.target),)


class Fyrmanswhist(PlainWhist):
    """Fyrmanswhist, without trumps. A red bottom card asks for spel, a black one for pass."""

    key = "fyrmanswhist"
    has_auction = False
    has_trumps = False
    name = Term("Fyrmanswhist", "game")
    summary = Term("Two against two, no trumps: take tricks or avoid them", "game")
    options: ClassVar = (
        Option("showing", Term("Showing", "option"),
               Term("Bottom cards are shown one by one up to the first red, or together.",
                    "option"),
               (("turn", Term("In turn", "showing")),
                ("together", Term("All at once", "showing")))),
        Option("target", Term("Target", "option"),
               Term("How many points a side needs to win.", "option"),
               default="13", numbers=range(1, 101)),
        PARTNERS_OPTION,
    )  # fmt: skip

    def opening(self, options: Mapping[str, str], players: int) -> FyrmansSheet:
        """Return the sheet of a new match."""
        return FyrmansSheet(dict(options), (0,) * players)

    def script(self, layout: Layout, sheet: Sheet) -> Script:
        """Lead a deal through dealing, showing of cards and tricks."""
        dealt = yield from ask(Dealing(layout, each=TRICKS))
        seats, together = layout.seats, sheet.options["showing"] == "together"
        shown = partial(_seats_to_show, seats=seats, together=together)
        showing = yield from ask(
            ChooseTogether(dealt.layout, seats, _any_card, SHOWING, shown=shown)
        )
        declarer = _first_red(showing.answers, seats)
        leader = layout.left_of(layout.dealer if declarer is None else declarer)
        play = yield from ask(TrickPlay.begin(_with_known_cards(showing), PlayRules(leader)))
        return result_of(declarer, play)

    def settle(self, sheet: Sheet, dealer: Seat, result: DealResult) -> Sheet:
        """Return the sheet after a deal, with the winners if a side has reached the target."""
        assert isinstance(sheet, FyrmansSheet)
        after = sheet.with_deal(dealer).plus(result.points)
        arrived = tuple(seat for seat, score in enumerate(after.scores) if score >= after.target)
        return replace(after, winners=arrived or None)

    def declarer(self, phases: tuple[Phase, ...]) -> Seat | None:
        """Return the first player to show a red card; None if nobody has."""
        showing = _showing(phases)
        return _first_red(showing.answers, showing.layout.seats) if showing else None

    def contract(self, phases: tuple[Phase, ...]) -> Bid | None:
        """Return `SPEL` or `PASS`; None before it is decided."""
        if _showing(phases) is None:
            return None
        return PASS if self.declarer(phases) is None else SPEL

    def parts(self, options: Mapping[str, str] = NO_VALUES) -> Mapping[str, BidPart]:
        """Return spel and pass as parts of bids."""
        return _CALL_PARTS

    def avoids_tricks(self, contract: Bid | None) -> bool:
        """Whether tricks are bad: in pass."""
        return contract == PASS


class FyrmansCounsel(Counsel):
    def payoffs(self, seen: View, hands: Sequence[CardSet]) -> Payoffs:
        """Return the payoffs of the tricks, negated in pass."""
        usual = super().payoffs(seen, hands)
        if not seen.variant.avoids_tricks(seen.contract):
            return usual

        def unwelcome(state: Any) -> tuple[float, ...]:
            return tuple(-worth for worth in usual.worth(state))

        return replace(usual, key=("avoided", usual.key), worth=unwelcome)

    def advice(self, seen: View, rng: Randomness | None) -> Mapping[Action, float]:
        """Advise a red card with a strong hand, a black one with a weak hand; the lower the card,
        the less it reveals."""
        if not isinstance(seen.choice, OneOf):
            return {}
        edge = _strength(seen.hand) - _BALANCED_STRENGTH
        return {
            action: (edge if _is_red(action.card) else -edge) - ace_high(action.card) / 20
            for action in seen.choice
            if isinstance(action, Show)
        }


def _strength(hand: CardSet) -> int:
    """Return the high-card points of a hand: ace 4, king 3, queen 2, jack 1; ten on average."""
    return sum(max(0, ace_high(card) - 10) for card in hand)


def _any_card(layout: Layout, seat: Seat) -> Choice:
    return OneOf(tuple(Show(card) for card in layout.hands[seat]), _NOT_HELD)


def _is_red(card: Card) -> bool:
    return card.suit in RED_SUITS


def _first_red(answers: Answers, seats: tuple[Seat, ...]) -> Seat | None:
    """Return declarer, the first in turn order with a red card; None in pass."""
    cards = {seat: action.card for seat, action in answers if isinstance(action, Show)}
    return next((seat for seat in seats if _is_red(cards[seat])), None)


def _seats_to_show(
    answers: Answers, seats: tuple[Seat, ...], *, together: bool
) -> Collection[Seat]:
    """Return the players whose cards are shown: all, or those up to the first red card."""
    declarer = _first_red(answers, seats)
    return seats if together or declarer is None else seats[: seats.index(declarer) + 1]


def _with_known_cards(showing: ChooseTogether) -> Layout:
    """Return the layout with the shown cards, which stay in the hands, known to everyone."""
    answers, shown = showing.answers, showing.shown(showing.answers)
    cards = {seat: act.card for seat, act in answers if seat in shown and isinstance(act, Show)}
    return showing.layout.with_shown(cards)


def _showing(phases: tuple[Phase, ...]) -> ChooseTogether | None:
    """Return the showing of bottom cards once it is over; None before."""
    found = next((phase for phase in phases if isinstance(phase, ChooseTogether)), None)
    return found if found and not found.to_act() else None


def result_of(declarer: Seat | None, play: TrickPlay) -> DealResult:
    tricks = of_sides(play.tricks_taken())
    many = tricks.index(max(tricks))
    if declarer is None:
        side, gained = 1 - many, MAJORITY - tricks[1 - many]
        text = N_("{side} took only {count} tricks: {points:+d}.")
        made, contract = None, PASS
        note = Sentence(text, side=side_players(side), count=tricks[side], points=gained)
    else:
        side, made, contract = many, declarer % 2 == many, SPEL
        gained = (tricks[many] - MAJORITY + 1) * (1 if made else AGAINST_DECLARER)
        text = (
            N_("Spel, shown by {player}. {side} took {count} tricks: {points:+d}.")
            if made
            else N_("{side} took {count} tricks; those beyond six count double: {points:+d}.")
        )
        note = Sentence(
            text, player=Who(declarer), side=side_players(side), count=tricks[side], points=gained
        )
    points = [0, 0]
    points[side] = gained
    return DealResult(
        True, of_players(points), play.tricks_taken(), declarer, contract, made, notes=(note,)
    )


GAME = Fyrmanswhist()
COUNSEL = FyrmansCounsel()
