"""The looks "emoji" and "text", and what stands for a picture where nobody sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kwbot.engine.actions import Seat
from kwbot.engine.cards import Card, CardSet, Suit
from kwbot.engine.playrules import Trick
from kwbot.engine.wording import N_, Term
from kwbot.text.language import SUITS, Language, language_of
from kwbot.text.lines import AND, DOT, tricks
from kwbot.text.markdown import cut, escaped
from kwbot.text.result_scene import DealtHand, ResultScene, Score
from kwbot.text.scene import Place, Role, TableScene

from .emojis import DECLARER, Signs

ALTERNATIVE_LIMIT = 1024
"""Characters of a picture's alternative text, at most."""
NO_EMOJIS: Mapping[str, int] = {}
ROLES = {
    Role.DEALER: Term("dealer", "role"),
    Role.DECLARER: Term("declarer", "role"),
    Role.PARTNER: Term("partner", "role"),
    Role.AWAY: Term("away", "role"),
    Role.COMPUTER: Term("computer", "role"),
}
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Pen:
    """How words and cards are written: with markdown or without, in emojis or in symbols."""

    signs: Signs
    language: Language
    names: Mapping[Seat, str]
    markdown: bool = True

    def plain(self, words: str) -> str:
        return escaped(words, _LONGEST) if self.markdown and words else words

    def name(self, seat: Seat) -> str:
        return self.plain(self.names.get(seat, "?"))

    def strong(self, words: str) -> str:
        return f"**{words}**" if self.markdown and words else words

    def small(self, words: str) -> str:
        return f"-# {words}" if self.markdown and words else words

    def cards(self, cards: CardSet) -> str:
        """Return cards in a line, the sign of each suit once: ``♥ K 7 · ♣ 9``."""
        suits: dict[Suit | None, list[str]] = {}
        for card in self.signs.style.sorted(cards):
            shown = self.signs.card(card) if card.rank is None else self.signs.style.rank(card.rank)
            suits.setdefault(card.suit, []).append(shown)
        return DOT.join(
            " ".join(held if suit is None else (self.signs.suit(suit), *held))
            for suit, held in suits.items()
        )

    def named(self, named: Card | Suit | str) -> str:
        if isinstance(named, str):
            return named
        return self.signs.card(named) if isinstance(named, Card) else self.signs.suit(named)


def _pen(scene: TableScene | ResultScene, ids: Mapping[str, int] = NO_EMOJIS) -> Pen:
    names = {seat: player.name for seat, player in scene.players.items()}
    return Pen(Signs(scene.style, ids), language_of(scene.style.language), names)


# --- the table -----------------------------------------------------------------------------------


def table_lines(scene: TableScene, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return the table in a few lines of markdown: trick, tricks taken, contract, what lies."""
    pen = _pen(scene, ids)
    lines = [_trick(scene, pen), _counts(scene, pen), _contract(scene, pen), *_lying(scene, pen)]
    return [line for line in lines if line]


def trick_lines(scene: TableScene, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return a small line for each finished trick; who leads is named where it might surprise."""
    pen, leader, found = _pen(scene, ids), None, []
    for number, trick in enumerate(scene.tricks, 1):
        led = "" if trick.leader == leader else _led(trick, pen)
        found.append(pen.small(f"{number} {_finished(trick, pen)}{led}"))
        leader = trick.winner
    return found


def hand_lines(scene: TableScene, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return what the viewer is asked, and in one line what of their hand they cannot play."""
    pen = _pen(scene, ids)
    asked = f"### {pen.plain(scene.question)}" if scene.question else ""
    rest = scene.hand if scene.playable is None else scene.hand - scene.playable
    return [line for line in (asked, pen.cards(rest)) if line]


def full_lines(scene: TableScene) -> list[str]:
    """Return the look "text": everything in words and symbols, for screen readers, too."""
    pen = _pen(scene)
    lines = [
        DOT.join(filter(None, (pen.strong(scene.deal), scene.trick, pen.plain(scene.turn)))),
        *map(pen.plain, scene.remarks),
        *_seats(scene, pen),
        _contract(scene, pen),
        *(f"> {pen.strong(name)} {effect}" for name, effect in scene.explained if not scene.tricks),
        *(f"• {pen.plain(one)}" for one in scene.said),
        _trick(scene, pen),
        *_named_lying(scene, pen),
        pen.small(_last(scene, pen)),
        pen.language.text(N_("Sitting out: {players}"), players=_resting(scene, pen))
        if scene.resting
        else "",
    ]
    return [line for line in lines if line]


def table_alternative(scene: TableScene) -> str:
    """Return what the picture of a table shows, in plain words; the most important comes first."""
    pen = _unformatted(_pen(scene))
    told = [
        ", ".join(filter(None, (scene.deal, scene.trick))),
        scene.turn,
        _trick(scene, pen),
        _contract(scene, pen),
        *_seats(scene, pen),
        _last(scene, pen),
        *_named_lying(scene, pen),
        *scene.remarks,
    ]
    return cut(". ".join(filter(None, told)) + ".", ALTERNATIVE_LIMIT)


def _unformatted(pen: Pen) -> Pen:
    style = replace(pen.signs.style, four_colour=False)  # ♣ is read aloud, 🍀 would be a clover
    return replace(pen, signs=replace(pen.signs, style=style), markdown=False)


def _trick(scene: TableScene, pen: Pen) -> str:
    """Return the trick in the order played, or the last calls, and who comes next."""
    if scene.playing:
        shown = [f"{pen.name(seat)} {pen.signs.card(card)}" for seat, card in scene.plays]
    else:
        called = [one for one in scene.places if one.call]
        shown = [f"{pen.name(one.player.seat)}: {pen.plain(one.call)}" for one in called]
    shown += [pen.strong(pen.name(one.player.seat)) for one in scene.places if one.in_turn]
    return DOT.join(shown)


def _led(trick: Trick, pen: Pen) -> str:
    told = pen.language.text(N_("{player} led"), player=pen.name(trick.leader))
    return f"{DOT}{told}"


def _finished(trick: Trick, pen: Pen) -> str:
    """``♣4 ♣A ♣2 ♣6 → West``; emojis need no blank between them."""
    cards = ("" if pen.signs.ids else " ").join(pen.signs.card(card) for _, card in trick.plays)
    return f"{cards} → {pen.strong(pen.name(trick.winner))}"


def _last(scene: TableScene, pen: Pen) -> str:
    if not scene.tricks:
        return ""
    return f"{pen.language.text(N_('Last trick'))}: {_finished(scene.tricks[-1], pen)}"


def _counts(scene: TableScene, pen: Pen) -> str:
    counts = DOT.join(
        f"{pen.name(one.player.seat)} {_count(one)}"
        for one in scene.places
        if one.taken is not None
    )
    told = pen.language.text(N_("Tricks: {counts}"), counts=counts)
    return pen.small(told) if counts else ""


def _count(one: Place | DealtHand) -> str:
    return f"{one.taken}" if one.wanted is None else f"{one.taken}/{one.wanted}"


def _contract(scene: TableScene, pen: Pen) -> str:
    """``🎯 West: Max Trump · ♥ · 3/7``"""
    mark = pen.signs.mark(DECLARER, "🎯") if pen.markdown else ""
    return DOT.join(
        filter(
            None,
            (
                f"{mark} {_said(scene, pen)}".strip() if scene.contract else "",
                _trumps(scene, pen) if scene.playing else "",
                *map(pen.named, scene.named),
                scene.progress,
                *(f"{_names(side, pen)} {count}" for side, count in scene.sides),
            ),
        )
    )


def _said(scene: TableScene, pen: Pen) -> str:
    contract = pen.plain(scene.contract)
    return f"{pen.strong(_names(scene.holders, pen))}: {contract}" if scene.holders else contract


def _names(seats: tuple[Seat, ...], pen: Pen) -> str:
    return AND.join(map(pen.name, seats))


def _trumps(scene: TableScene, pen: Pen) -> str:
    return "" if scene.trumps_by_lead else _suit(scene.trumps, pen)


def _suit(trumps: Suit | None, pen: Pen) -> str:
    if trumps is None:
        return pen.language.text(N_("No trumps"))
    if pen.signs.ids:
        return pen.signs.suit(trumps)
    suit = f"{pen.signs.suit(trumps)} {pen.language.term(SUITS[trumps])}"
    return pen.language.text(N_("Trumps: {suit}"), suit=suit)


def _lying(scene: TableScene, pen: Pen) -> Iterator[str]:
    """Yield what lies open or is known beside the trick, a line each."""
    known = tuple((one.player.seat, one.known) for one in scene.places if one.known)
    for seat, cards in (*scene.opened, *known):
        yield f"{pen.name(seat)}: {pen.cards(cards)}"
    if scene.kitty:
        yield f"{pen.language.text(N_('Kitty'))}: {' '.join(map(pen.signs.card, scene.kitty))}"


def _named_lying(scene: TableScene, pen: Pen) -> Iterator[str]:
    """Yield the same with words that say what it is."""
    text = pen.language.text
    for seat, cards in scene.opened:
        shown = pen.cards(cards)
        yield text(N_("Open cards of {player}: {cards}"), player=pen.name(seat), cards=shown)
    known = DOT.join(
        f"{pen.name(one.player.seat)} {pen.cards(one.known)}" for one in scene.places if one.known
    )
    if known:
        yield text(N_("Known cards: {cards}"), cards=known)
    if scene.kitty:
        yield text(N_("The kitty shows {cards}"), cards=" ".join(map(pen.signs.card, scene.kitty)))


def _seats(scene: TableScene, pen: Pen) -> Iterator[str]:
    """Yield a line for each seat: roles, tricks, points."""
    for one in scene.places:
        told = [pen.language.term(ROLES[role]) for role in one.roles]
        if one.taken is not None:
            told.append(tricks(one.taken, pen.language) if one.wanted is None else _of(one, pen))
        name = pen.strong(pen.name(one.player.seat))
        yield f"{name}: {', '.join([*told, one.points])}"


def _of(one: Place, pen: Pen) -> str:
    return pen.language.text(N_("{taken} of {wanted} tricks"), taken=one.taken, wanted=one.wanted)


def _resting(scene: TableScene, pen: Pen) -> str:
    return pen.language.listed(pen.name(one.player.seat) for one in scene.resting)


# --- the result ----------------------------------------------------------------------------------


def result_lines(scene: ResultScene, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return a finished deal in lines of markdown: outcome, hands as dealt, tricks, standing."""
    return _result(scene, _pen(scene, ids))


def result_alternative(scene: ResultScene) -> str:
    """Return what the picture of a result shows, in plain words."""
    lines = _result(scene, _unformatted(_pen(scene, NO_EMOJIS)))
    return cut(". ".join(line.removesuffix(".") for line in lines) + ".", ALTERNATIVE_LIMIT)


def _result(scene: ResultScene, pen: Pen) -> list[str]:
    mark = "" if scene.made is None or not pen.markdown else "✅ " if scene.made else "❌ "
    notes = [note for note in scene.notes if note != scene.headline]
    lines = [
        mark + pen.strong(pen.plain(scene.headline)),
        DOT.join(filter(None, (pen.plain(scene.contract), _result_trumps(scene, pen)))),
        *map(pen.plain, notes),
        DOT.join(_score(score, pen) for score in scene.standing),
        *(f"{pen.name(hand.player.seat)}: {_dealt(hand, scene, pen)}" for hand in scene.hands),
        _dealt_kitty(scene, pen),
        _winners(scene, pen),
        *map(pen.plain, scene.remarks),
    ]
    return [line for line in lines if line]


def _result_trumps(scene: ResultScene, pen: Pen) -> str:
    return _suit(scene.trumps, pen) if scene.tricks else ""


def _score(score: Score, pen: Pen) -> str:
    name = AND.join(pen.plain(player.name) for player in score.players)
    return f"{name} {pen.strong(score.points)}" + (f" ({score.gained})" if score.gained else "")


def _dealt(hand: DealtHand, scene: ResultScene, pen: Pen) -> str:
    passed = f" ({scene.passed}: {pen.cards(hand.passed)})" if hand.passed else ""
    return pen.cards(hand.cards) + passed


def _dealt_kitty(scene: ResultScene, pen: Pen) -> str:
    shown = DOT.join(
        pen.signs.card(card) + (f" → {pen.name(taker)}" if taker is not None else "")
        for card, taker in scene.kitty
    )
    return f"{pen.language.text(N_('Kitty'))}: {shown}" if shown else ""


def _winners(scene: ResultScene, pen: Pen) -> str:
    if not scene.tricks:
        return ""
    counts = DOT.join(f"{pen.name(hand.player.seat)} {_count(hand)}" for hand in scene.hands)
    order = ", ".join(pen.name(trick.winner) for trick in scene.tricks)
    return pen.language.text(N_("Tricks: {counts}"), counts=f"{counts} ({order})")
