"""Reasons why a hand can never make a bid, in one sentence for the bidder."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from kwbot.engine.values.actions import Bid
from kwbot.engine.values.cards import CardSet, Suit
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_, Listed, Sentence
from kwbot.variants.kombinations_whist.bids import COUNTED_SPECIALS, Bids
from kwbot.variants.kombinations_whist.goal import DEAL_TRICKS
from kwbot.variants.kombinations_whist.printed_bids import SPECIAL, TABLE_ORDER, Standard

from .frame import End, Frame
from .judgement import RELEVANT, WEIGHTY, Judgement, Specials, kind_of
from .made import making_ends


def refusal(
    bids: Bids, parts: Sequence[str], hand: CardSet, deck: CardSet, players: int
) -> Sentence | None:
    """§7: return why this hand cannot bid these parts, whatever their value; None if it can.
    `players`: number of players in the deal."""
    return refusals(bids, hand, deck, players)(tuple(parts))


def refusals(
    bids: Bids, hand: CardSet, deck: CardSet, players: int
) -> Callable[[tuple[str, ...]], Sentence | None]:
    """Return a function that gives the `refusal` of any parts, for a whole menu."""
    is_judged = bids.forbid_impossible and len(hand) == DEAL_TRICKS
    judgement = _judgement_of(hand, deck, players) if is_judged else None

    def why(parts: tuple[str, ...]) -> Sentence | None:
        found = _read(bids, parts, players)
        if isinstance(found, Sentence):
            return found
        if judgement is None or judgement.possible(*found):
            return None
        return _objection(*found, hand, deck, players)

    return why


@lru_cache(maxsize=1024)  # a menu has the same few bids whatever the hand
def _read(bids: Bids, parts: tuple[str, ...], players: int) -> tuple[Standard, Specials] | Sentence:
    """Return the parts of a bid that affect the proof, or why it is not a bid at this table."""
    try:
        bid = bids.canonical(Bid(parts))
        bids.check(bid, players)
    except IllegalAction as refused:
        return refused.sentence
    standard, *specials = bid.parts
    return bids.standard[standard], RELEVANT.intersection(specials)


@lru_cache(maxsize=1024)
def _objection(
    standard: Standard, relevant: Specials, hand: CardSet, deck: CardSet, players: int
) -> Sentence:
    """Return why `hand` cannot make the bid."""
    judgement = _judgement_of(hand, deck, players)
    for key in sorted(relevant, key=TABLE_ORDER.__getitem__):
        # The fewest parts that are impossible together explain it best. But a part that opens more
        # ends is kept: Hurry may be the only way for a hand to win a trick.
        fewer = relevant - {key}
        more_open = _open_ends(judgement, standard, relevant) & ~_open_ends(
            judgement, standard, fewer
        )
        if not more_open and not judgement.possible(standard, fewer):
            relevant = fewer
    return _refusal_sentence(judgement, standard, relevant)


@lru_cache(maxsize=64)
def _judgement_of(hand: CardSet, deck: CardSet, players: int) -> Judgement:
    return Judgement.of(hand, deck, players)


def _open_ends(judgement: Judgement, standard: Standard, specials: Specials) -> int:
    return judgement.ends(kind_of(standard), specials & frozenset(WEIGHTY))


def _refusal_sentence(judgement: Judgement, standard: Standard, specials: Specials) -> Sentence:
    frame = judgement.frame
    open_ends = _ends(frame, _open_ends(judgement, standard, specials))
    able = {end.mine for end in open_ends if _keeps(end, specials)}
    needs = {
        end.mine for end in _ends(frame, making_ends(frame, standard, specials & {"girighet"}))
    }
    parts = Listed((standard.name, *(SPECIAL[key].name for key in _in_order(specials))))
    if not able:
        return _without_a_course(frame, specials)
    if not needs:
        text = N_("{parts}: one trick more and one fewer can't both make it.")
        return Sentence(text, parts=parts)
    if min(needs) > max(able):
        return _too_few(judgement, standard, parts, min(needs), max(able))
    if max(needs) < min(able):
        text = N_("{parts}: at most {needs} tricks, but this hand takes at least {least}.")
        return Sentence(text, parts=parts, needs=max(needs), least=min(able))
    text = N_("{parts}: with this hand, no line of play can make these together.")
    return Sentence(text, parts=parts)


def _too_few(
    judgement: Judgement, standard: Standard, parts: Listed, needs: int, most: int
) -> Sentence:
    held = [Suit(at) for at, suit in enumerate(judgement.suits[0]) if suit.own]
    if kind_of(standard) == "shorter" and len(held) == 1:
        text = N_("Your hand is all {suit}: the bid can't be made with other trumps.")
        return Sentence(text, suit=held[0])
    if most == 0:
        return Sentence(N_("{parts}: with this hand, you can never take a trick."), parts=parts)
    text = N_("{parts}: you'd need {needs} tricks, but this hand can take {most} at most.")
    return Sentence(text, parts=parts, needs=needs, most=most)


def _in_order(specials: Specials) -> list[str]:
    return sorted(specials, key=[*COUNTED_SPECIALS, *WEIGHTY].index)


def _ends(frame: Frame, ends: int) -> list[End]:
    return [end for end in frame.ends if ends & frame.bit(end)]


def _keeps(end: End, specials: Specials) -> bool:
    return not (end.opened and "las" in specials) and not (end.took_last and "sluthund" in specials)


def _without_a_course(frame: Frame, specials: Specials) -> Sentence:
    """Return why no open end keeps Lås and Slut-Hund."""
    if "las" not in specials:
        return Sentence(N_("Ending Dog: with this hand, you can't avoid the last trick."))
    if "sluthund" not in specials:
        text = N_("Lock: with this hand, you can't avoid taking one of the first {count} tricks.")
        return Sentence(text, count=frame.locked)
    text = N_("Lock and Ending Dog: with this hand, you can't avoid taking one of those tricks.")
    return Sentence(text)
