"""Rules of thumb for the auction, for simple computer players."""

from math import erf, exp, sqrt

from kwbot.engine.values.actions import Action, Bid, ClaimRedeal, Join, Pass
from kwbot.engine.values.cards import NO_CARDS, CardSet, Suit
from kwbot.engine.values.choices import LadderBid, Randomness
from kwbot.engine.views.view import View

from .bids import GOOD, HALF, NO_TRUMP, STRONG, VIP, Nolo, attachment_of
from .game import DanishWhist
from .hands import forced_tricks, least_missed, taking
from .points import nolo_stake, stake

_TRICK_SPREAD = 2.0
"""Standard deviation of the tricks that declarer's side takes."""
NOLO_PAR, NOLO_SLOPE = 0.1, 2.2
"""Forced tricks at which a nolo without tricks is made half the time, and the slope around that."""
SPARE_TRICK = 0.5
"""Additional forced tricks per trick that the nolo allows."""
_OPEN_NOLO_COSTS = (0.0, 0.0, -0.15, -0.35)
"""Change of the forced tricks, by the place of the nolo: in the dearer ones hands lie open."""
LOSS_WEIGHT = 2.2
"""Weight of losing a nolo, against 1 for making it."""
HAND_MOOD, ATTACHMENT_MOOD = 1.2, 0.5
"""Most tricks by which a player may over- or underrate a hand, and an attachment."""
LOWEST_BID_CHANCE = 70
"""Percentage of bids that are the lowest good one instead of the best."""
TRIED_BID_DOUBT = 0.5
"""Tricks by which a hand may be better than it looks, for players who try bids out."""
REDEAL_WORTH = 1.0
"""Points that a new deal is worth to a player without an honour."""


def bids(
    game: DanishWhist, seen: View, choice: LadderBid, rng: Randomness | None, least: float = 0.0
) -> dict[Action, float]:
    """Return the points that passing, higher bids and joining promise. Bids are included only if
    they promise more than `least`; joining is worth as much as the standing bid."""
    mood = _up_to(HAND_MOOD, rng)
    expected = expected_tricks(seen.hand).items()
    means = {key: mean + mood + _up_to(ATTACHMENT_MOOD, rng) for key, mean in expected}
    fear = fear_of_tricks(game, seen) + _up_to(ATTACHMENT_MOOD, rng)

    def promise(bid: Bid, better: float = 0.0) -> float:
        nolo = game.nolo(bid)
        if nolo:
            return _nolo_promise(game, seen, nolo, fear - better)
        return _mean_points(seen, bid, means[attachment_of(bid)] + better)

    doubt = 0.0 if rng else TRIED_BID_DOUBT
    good: dict[Action, float] = {
        bid: promise(bid) for bid in choice.bids if promise(bid, doubt) > least
    }
    if good and rng and rng.randrange(100) < LOWEST_BID_CHANCE:
        good = {next(iter(good)): min(good.values())}
    found: dict[Action, float] = {Pass(): 0.0, **good}
    if Join() in choice.calls and choice.standing:
        found[Join()] = promise(choice.standing)
    if ClaimRedeal() in choice.calls:
        found[ClaimRedeal()] = REDEAL_WORTH
    return found


def _up_to(most: float, rng: Randomness | None) -> float:
    """Return a random number between −most and +most; 0 without `rng`."""
    return most * (rng.randrange(101) - 50) / 50 if rng else 0.0


def expected_tricks(hand: CardSet) -> dict[str, float]:
    """Return the expected tricks of declarer's side by attachment, from measured deals."""
    suits = {suit: taking(hand, suit) for suit in Suit}
    best, second, third, worst = sorted(suits.values(), reverse=True)
    vip = 0.45 * best + 0.35 * second + 0.15 * third + 0.05 * worst
    return {
        "": 5.75 + 0.53 * best,
        VIP.key: 6.15 + 0.45 * vip,
        STRONG.key: 5.3 + 0.55 * suits[Suit.SPADES],
        GOOD.key: 5.3 + 0.55 * suits[Suit.CLUBS],
        HALF.key: 6.4 + 0.5 * sum(suits.values()) / 4,
        NO_TRUMP.key: 5.95 + 0.5 * taking(hand, None),
    }


def _mean_points(seen: View, bid: Bid, mean: float) -> float:
    """Return declarer's mean points."""
    found = 0.0
    for won in range(14):
        share = _below(won + 0.5, mean) - _below(won - 0.5, mean)
        if share > 0.001:
            found += share * stake(bid, 1, won, seen.sheet.options, alone=False).amount
    return found


def _below(tricks: float, mean: float) -> float:
    return (1 + erf((tricks - mean) / (_TRICK_SPREAD * sqrt(2)))) / 2


def fear_of_tricks(game: DanishWhist, seen: View) -> float:
    """Return the tricks that the hand may be forced to take in a nolo after an exchange."""
    strength = game.nolo_strength(seen.sheet.options)
    return forced_tricks(seen.hand - worst_for_nolo(game, seen), strength)


def worst_for_nolo(game: DanishWhist, seen: View) -> CardSet:
    """Return the three worst cards for a nolo."""
    strength = game.nolo_strength(seen.sheet.options)
    return CardSet(
        least_missed(seen.hand, 3, lambda hand: -forced_tricks(hand, strength), NO_CARDS)
    )


def _nolo_promise(game: DanishWhist, seen: View, nolo: Nolo, fear: float) -> float:
    """Return a soloist's mean points, with losses weighted by `LOSS_WEIGHT`."""
    place, options = game.nolos.index(nolo), seen.sheet.options
    par = NOLO_PAR + SPARE_TRICK * nolo.limit + _OPEN_NOLO_COSTS[place]
    made = 1 / (1 + exp(NOLO_SLOPE * (fear - par)))
    won = nolo_stake(place, options, made=True).amount
    lost = nolo_stake(place, options, made=False).amount
    return 3 * (made * won + LOSS_WEIGHT * (1 - made) * lost)
