"""The laboratory of bids: what a hand could bid, what it cannot bid and why, and examples."""

import re
from collections.abc import Mapping, Sequence
from random import Random

from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.values.actions import CHANCE, Bid, Dealt
from kwbot.engine.values.cards import Card, CardSet
from kwbot.engine.values.choices import CombinationBid
from kwbot.engine.values.errors import IllegalAction
from kwbot.engine.values.wording import N_, NO_VALUES, Sentence
from kwbot.engine.views.explorer import Explorer
from kwbot.engine.views.view import View, view
from kwbot.text.words import lines
from kwbot.text.words.language import Language, Voice
from kwbot.text.words.markdown import cut

HAND_SIZE = 13
TEXT_LIMIT = 3500
"""Most characters of an example."""
_SUIT_LETTERS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_RANK_WORDS = (("10", "T"), ("KN", "J"), ("E", "A"))
_RANK_LETTERS = {"D": "Q", "B": "J"}
"""Ranks as written in Swedish and Danish."""


def lab_match(
    game: Variant,
    hand: CardSet,
    players: int,
    options: Mapping[str, str] = NO_VALUES,
    rng: Random | None = None,
) -> Match:
    """Return an auction that player 0 opens with `hand`; `rng` deals the other cards. Raises
    IllegalAction if the game has no combination bids, or the hand is not from its deck."""
    names = tuple(str(number + 1) for number in range(players))
    match = Match.begin(game, names, options).deal_begun(players - 1)
    assert match.deal is not None
    table = match.deal.layout
    if len(hand) != HAND_SIZE or not hand <= table.deck:
        raise IllegalAction(
            N_("A hand is 13 cards from the deck, for example SAKQ HJT9 D8765 C432.")
        )
    others = list(table.deck - hand)
    if rng is not None:
        rng.shuffle(others)
    hands = (hand, *(CardSet(others[at :: players - 1]) for at in range(players - 1)))
    match = match.apply(CHANCE, Dealt(hands))
    if not isinstance(match.choice(0), CombinationBid):
        raise IllegalAction(N_("This game has no combination bids."))
    return match


def read_hand(text: str) -> CardSet:
    """Return cards written like ``SAKQ HJT9 D8765 C432``, or one by one. Raises IllegalAction."""
    for symbol, letter in _SUIT_LETTERS.items():
        text = text.replace(symbol, f" {letter}")
    text = text.replace("\ufe0f", "").upper()
    for word, letter in _RANK_WORDS:
        text = text.replace(word, letter)
    cards = []
    try:
        for word in re.split(r"[\s,;]+", text.strip()):
            cards += [Card.parse(word[0] + _RANK_LETTERS.get(rank, rank)) for rank in word[1:]]
    except (ValueError, IndexError):
        raise IllegalAction(
            N_("{cards} isn't a hand. Write it like this: SAKQ HJT9 D8765 C432."),
            cards=text.strip(),
        ) from None
    if len(set(cards)) != len(cards):
        raise IllegalAction(N_("The same card is there twice."))
    return CardSet(cards)


def lab_text(
    seen: View,
    explorer: Explorer,
    chosen: Sequence[str],
    struck: Mapping[str, Sentence],
    voice: Voice,
) -> str:
    """Return the hand and the composed bid, with its worth and any reason against it."""
    language = voice.language
    title = f"### {language.text(N_('Bid lab'))}"
    hint = language.text(N_("Choose a bid to see if this hand could make it."))
    possible, all_bids = explorer.open_bids(seen.hand, len(seen.seats))
    counted = _share_of_bids(possible, all_bids, language)
    built = _draft_lines(seen, explorer, chosen, voice) if chosen else [counted, hint]
    never = [
        f"-# ⛔ **{language.term(part.name)}** {voice.say(struck[key])}"
        for key, part in seen.variant.parts(seen.sheet.options).items()
        if key in struck
    ]
    return cut(lines.together([(title, *voice.style.lines(seen.hand)), built, never]), TEXT_LIMIT)


def _share_of_bids(possible: int, every: int, language: Language) -> str:
    """Return how many of the bids the hand might make; "" if all."""
    if possible == every:
        return ""
    text = N_("Possible with this hand: {might} of {count} bids.")
    return language.text(text, might=language.number(possible), count=language.number(every))


def _draft_lines(seen: View, explorer: Explorer, chosen: Sequence[str], voice: Voice) -> list[str]:
    game, bid, options = seen.variant, Bid(tuple(chosen)), seen.sheet.options
    assert isinstance(seen.choice, CombinationBid)
    effects = lines.effects(bid, voice)
    if chosen[0] not in {part.key for part in seen.choice.bids.mains}:
        parts = game.parts(options)
        value = sum(parts[key].value for key in chosen)
        return [f"**{voice.bid(bid)}**{lines.worth(value, None, voice.language)}", *effects]
    made = lines.made_points(bid, seen)
    worth = lines.worth(game.bid_value(bid, options), made, voice.language)
    reason = explorer.refusal(bid, seen.hand, len(seen.seats))
    fine = N_("This hand might make it: nothing rules it out.")
    return [f"**{voice.bid(bid)}**{worth}", *effects, lines.verdict(reason, fine, voice)]


def example_text(match: Match, voice: Voice) -> str:
    """Return a whole deal in words, with its play."""
    deal, language = match.deal, voice.language
    assert deal is not None
    seen = view(match, None)
    told = language.text(N_("One way of many. You're player 1, and computers play all hands:"))
    dealt = deal.finished[0].layout.hands
    hands = [f"{voice.name(seat)}: {voice.style.row(dealt[seat])}" for seat in deal.layout.seats]
    tricks = [
        f"-# {lines.finished_trick(seen.tricks, voice, number + 1)}"
        for number in range(len(seen.tricks))
    ]
    said = [f"• {line}" for line in lines.announcements(seen, voice, alone=True)]
    notes = [f"**{voice.say(note)}**" for note in (deal.result.notes if deal.result else ())]
    return cut(lines.together([(f"🔎 {told}", *hands), said, tricks, notes]), TEXT_LIMIT)
