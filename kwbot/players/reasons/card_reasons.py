"""Reasons for a card, as a person would give them, each only if it is true.

Each has a sentence and a predicate (`reason_predicates`). The most telling come first.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from kwbot.engine.values.actions import Action, Play
from kwbot.engine.values.cards import Card
from kwbot.engine.values.estimate import Estimate, as_good
from kwbot.engine.values.wording import N_, Sentence
from kwbot.engine.views.view import View

from . import reason_conflicts as conflicts
from . import reason_predicates as because
from .outlook import Outlook


class Reason(NamedTuple):
    """A reason. `why`: the values of its sentence for a card, given another one to keep or None;
    None if it is not true. `against`: whether it speaks against a card that is about as good."""

    text: str
    why: Callable[[Outlook, Card, Card | None], because.Told]
    against: Callable[[Outlook, Card, Card], bool] = conflicts.against_none


def explain(
    seen: View, found: Mapping[Action, Estimate], rng: random.Random, played: Card | None = None
) -> dict[Action, Estimate]:
    """Return `found` with a reason for the first card, the advised one. If `played` was played, the
    reason does not advise keeping any other card. Raises Unsupported."""
    advised, *others = found
    cards = [one.card for one in (advised, *others) if isinstance(one, Play)]
    equal = [one.card for one in as_good(found, advised) if isinstance(one, Play)]
    rivals = cards[1:] if played is None or played == cards[0] else [played]
    nearest = [*rivals[:1], *(one for one in rivals[1:] if one not in equal)][:2]
    reason = why(Outlook(seen, rng), cards[0], nearest, equal)
    return {**found, advised: found[advised]._replace(why=reason)}


def why(
    outlook: Outlook, card: Card, others: Iterable[Card], equal: Collection[Card] = ()
) -> Sentence | None:
    """Return the most telling reason for `card` that does not speak against `equal` cards;
    preferably one that is not true of any of `others`, which come best first."""
    rest = tuple(others)
    kept = next((one for one in rest if one not in equal), None)
    second = None
    for reason in REASONS:
        told = reason.why(outlook, card, kept)
        if told is None or any(reason.against(outlook, card, one) for one in equal):
            continue
        sentence = Sentence(reason.text, **told)
        if all(reason.why(outlook, one, None) is None for one in rest):
            return sentence
        second = second or sentence
    return second


REASONS = (
    Reason(N_("This trick makes the contract."), because.makes, conflicts.against_leaving),
    Reason(N_("This trick beats the contract."), because.beats_contract, conflicts.against_leaving),
    Reason(
        N_("Taking this trick would lose the contract."),
        because.would_lose,
        conflicts.against_taking,
    ),
    Reason(
        N_("{player}'s open hand keeps the lead for your side."),
        because.open_friend,
        conflicts.against_taking,
    ),
    Reason(
        N_("Your side already has this trick: {player} takes it."),
        because.friend_has,
        conflicts.against_taking,
    ),
    Reason(
        N_("Nobody can beat {player}'s {card}: your side has this trick."),
        because.friend_stands,
        conflicts.against_taking,
    ),
    Reason(
        N_("You're last to play: only this card takes the trick."),
        because.only_winner,
        conflicts.against_leaving,
    ),
    Reason(
        N_("You're last to play: this is your cheapest winner."),
        because.cheapest_winner,
        conflicts.against_all,
    ),
    Reason(
        N_("You must take this trick: do it with your highest card."),
        because.must_take,
        conflicts.against_its_suit,
    ),
    Reason(
        N_("It's your highest card that stays below {card}: get rid of it."),
        because.unloads,
        conflicts.against_its_suit,
    ),
    Reason(
        N_("You can't follow suit: get rid of your highest card in {suit}."),
        because.sheds,
        conflicts.against_its_suit,
    ),
    Reason(N_("You can't follow suit: get rid of your last card in {suit}."), because.sheds_only),
    Reason(N_("It stays below {card}."), because.stays_below, conflicts.against_taking),
    Reason(
        N_("You're out of {suit}: trump it. Nobody can overtrump."),
        because.overtrump_proof,
        conflicts.against_plain_suits,
    ),
    Reason(N_("You're out of {suit}: trump it."), because.trumps_it, conflicts.against_plain_suits),
    Reason(
        N_("It's your cheapest card that nobody can beat now."),
        because.cheapest_stand,
        conflicts.against_its_suit,
    ),
    Reason(
        N_("You can't beat {card}: play your lowest card in {suit}."),
        because.cannot_beat,
        conflicts.against_its_suit,
    ),
    Reason(N_("It draws the last trump, {card}."), because.last_trump),
    Reason(N_("{card} must fall: nobody holds any other {suit}."), because.falls),
    Reason(N_("It's a sure trick: nobody can beat it."), because.sure_trick),
    Reason(N_("Nobody after you can beat it."), because.stands),
    Reason(
        N_("Nobody else has {suit}: it takes the trick or costs a trump."), because.nobody_follows
    ),
    Reason(N_("In {tenths} of 10 deals like this, it draws all their trumps."), because.all_trumps),
    Reason(N_("In {tenths} of 10 deals like this, {card} falls under it."), because.may_fall),
    Reason(N_("{player}, on your side, is out of {suit} and may trump it."), because.friend_trumps),
    Reason(N_("All {suit} still out are higher."), because.low_lead),
    Reason(
        N_("It's your lowest card in {suit}, and {count} higher ones are still out."),
        because.few_lower,
        conflicts.against_its_suit,
    ),
    Reason(
        N_("In {tenths} of 10 deals like this, nobody after you can beat it."),
        because.mostly_stands,
    ),
    Reason(N_("In {tenths} of 10 deals like this, someone can beat it."), because.mostly_beaten),
    Reason(N_("Only {cards} can still beat it."), because.only_beaters),
    Reason(N_("It takes the trick unless {player} can beat it."), because.last_foe),
    Reason(N_("It's a joker: it only takes a trick if it's led."), because.joker),
    Reason(N_("It draws trumps: {count} are still out."), because.draws_trumps),
    Reason(N_("It's the highest card left in {suit}."), because.master),
    Reason(
        N_("In {tenths} of 10 deals like this, {player}, on your side, can take it."),
        because.friend_can,
    ),
    Reason(
        N_("Second hand plays low: {player}, on your side, plays after you."),
        because.second_low,
        conflicts.against_its_suit,
    ),
    Reason(N_("{player}, on your side, led {suit} before."), because.returns),
    Reason(
        N_("It's your last card in {suit}: from now on you can trump that suit."), because.voids
    ),
    Reason(
        N_("Duck: leave the trick to {player}, though you could take it."),
        because.ducks,
        conflicts.against_taking,
    ),
    Reason(N_("Keep {other}: it's high."), because.keeps_master),
    Reason(N_("Keep {other}: it guards your {card}."), because.keeps_guard),
    Reason(N_("Keep {other}: it may still win a trick."), because.keeps_chance),
    Reason(N_("Keep {other}: it's a trump."), because.keeps_trump),
    Reason(N_("Keep {other}: {count} higher cards in its suit are still out."), because.keeps_low),
    Reason(
        N_("Lead from length: you have {count} cards in {suit}."),
        because.long_suit,
        conflicts.against_other_suits,
    ),
    Reason(N_("Discard it: {count} higher {suit} are still out."), because.cannot_win_by_rank),
    Reason(N_("You're last to play: it takes the trick."), because.takes_last),
)
"""All reasons, the most telling first."""
