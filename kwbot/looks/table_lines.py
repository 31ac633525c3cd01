"""A table in the looks "emoji" and "text", and the alternative text of its picture."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kwbot.engine.values.actions import Seat
from kwbot.engine.values.trick import Plays, Trick
from kwbot.engine.values.wording import N_
from kwbot.text.deal.result_scene import ResultScene
from kwbot.text.deal.scene import Felt, Named, Place, TableScene
from kwbot.text.deal.seating import Role
from kwbot.text.words.card_symbols import CARD_SEPARATOR
from kwbot.text.words.lines import AND, ARROW, DOT, TURNED_UP, UNBROKEN_DOT, tricks
from kwbot.text.words.markdown import cut

from .emojis import NO_EMOJIS
from .pen import ALTERNATIVE_LIMIT, ROLES, Pen, count_of, pen_of, trumps_of

_CALL_WIDTH = 28
"""Most characters of a call that has been overcalled."""


def table_lines(scene: Felt, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return the table in a few lines of markdown: trick, tricks taken, contract, open cards."""
    pen = pen_of(scene, ids)
    trick = ARROW.join(filter(None, [_trick(scene, pen), *_to_come(scene, pen)]))
    contract = pen.fit_line(_contract(scene, pen))
    lines = [trick, _counts(scene, pen), contract, *_lying(scene, pen)]
    return [line for line in lines if line]


def channel_lines(scene: TableScene, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return the lines of `table_lines` between the seats and the standing."""
    pen = pen_of(scene, ids)
    seated = [pen.name_with_roles(one.player.seat, one.roles) for one in scene.places]
    resting = _resting(
        (pen.name_with_roles(one.player.seat, one.roles) for one in scene.resting), pen
    )
    seats = pen.small(DOT.join(filter(None, (*seated, resting))))
    lines = [seats, *table_lines(scene, ids), _score(scene, pen)]
    return [line for line in lines if line]


def contract_line(scene: Felt, ids: Mapping[str, int] = NO_EMOJIS) -> str:
    """Return the contract, its player and its progress in one line."""
    pen = pen_of(scene, ids)
    return pen.fit_line(_contract(scene, pen))


def trick_lines(scene: TableScene | ResultScene, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return a small line for each finished trick, naming a leader who did not take the trick
    before."""
    pen, leader, found = pen_of(scene, ids), None, []
    for number, trick in enumerate(scene.tricks, 1):
        led = "" if trick.leader == leader else _lead_line(trick, pen)
        found.append(pen.small(f"{number} {_trick_line(trick, pen)}{led}"))
        leader = trick.winner
    return found


def running_trick_line(scene: TableScene, ids: Mapping[str, int] = NO_EMOJIS) -> str:
    """Return the trick under way, and whose turn it is, like ``Trick 6: West ♠2 → East``."""
    pen = pen_of(scene, ids)
    turn = [pen.strong(pen.name(one.player.seat)) for one in scene.places if one.in_turn]
    cards = DOT.join(_cards_by_player(scene.plays, pen))
    return ARROW.join([f"{scene.trick}: {cards}", *turn[:1]]) if scene.plays else ""


def hand_lines(scene: TableScene, ids: Mapping[str, int] = NO_EMOJIS) -> list[str]:
    """Return the question to the viewer, and a line with the cards that they cannot play."""
    pen = pen_of(scene, ids)
    asked = f"### {pen.plain(scene.question)}" if scene.question else ""
    rest = scene.hand if scene.playable is None else scene.hand - scene.playable
    return [line for line in (asked, pen.cards(rest)) if line]


def full_lines(scene: TableScene) -> list[str]:
    """Return the look "text": everything in words and symbols, also for screen readers."""
    pen = pen_of(scene)
    lines = [
        DOT.join(filter(None, (pen.strong(scene.deal), scene.trick, pen.plain(scene.turn)))),
        *map(pen.plain, scene.remarks),
        *_seats(scene, pen),
        _contract(scene, pen),
        *(
            f"> {pen.strong(name)} {pen.plain(effect)}"
            for name, effect in scene.explained
            if not scene.tricks
        ),
        *(f"• {pen.plain(one)}" for one in scene.said),
        _trick(scene, pen),
        *_named_lying(scene, pen),
        pen.small(_last(scene, pen)),
    ]
    return [line for line in lines if line]


def table_alternative(scene: TableScene) -> str:
    """Return the alternative text of a table's picture, the most important first."""
    pen = pen_of(scene, markdown=False)
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


def _trick(scene: Felt, pen: Pen) -> str:
    """Return the trick in the order played, or the last calls, without whose turn it is."""
    if scene.full_trick is not None:
        return _full(scene, scene.full_trick, pen)
    if scene.playing:
        return DOT.join(_cards_by_player(scene.plays, pen))
    called = [one for one in scene.places if one.call and not one.holds]
    return DOT.join(
        f"{pen.name(one.player.seat)}: {pen.plain(cut(one.call, _CALL_WIDTH))}" for one in called
    )


def _to_come(scene: Felt, pen: Pen) -> list[str]:
    """Return the players still to play to the trick in order, the one in turn in bold; none if only
    the viewer is left, who is asked anyway."""
    in_turn = {one.player.seat: one.you for one in scene.places if one.in_turn}
    if len(scene.to_come) == 1 and in_turn.get(scene.to_come[0]):
        return []
    names = {seat: pen.name(seat) for seat in scene.to_come}
    return [pen.strong(name) if seat in in_turn else name for seat, name in names.items()]


def _cards_by_player(plays: Plays, pen: Pen) -> list[str]:
    return [f"{pen.name(seat)} {pen.style.card(card)}" for seat, card in plays]


def _full(scene: Felt, trick: Trick, pen: Pen) -> str:
    """Return a complete trick, and the next leader if that is not its taker. The taker is in bold,
    and without emojis, as the text may be read aloud, after an arrow."""
    taker = pen.strong(pen.name(trick.winner))
    if pen.style.ids:
        names = {seat: pen.name(seat) for seat, _ in trick.plays} | {trick.winner: taker}
        told = DOT.join(f"{names[seat]} {pen.style.card(card)}" for seat, card in trick.plays)
    else:
        told = f"{DOT.join(_cards_by_player(trick.plays, pen))}{ARROW}{taker}"
    others = [one.player.seat for one in scene.places if one.in_turn and not one.you]
    leads = [pen.strong(pen.name(seat)) for seat in others if seat != trick.winner]
    return DOT.join([told, *leads])


def _lead_line(trick: Trick, pen: Pen) -> str:
    told = pen.language.text(N_("{player} led"), player=pen.name(trick.leader))
    return f"{DOT}{told}"


def _trick_line(trick: Trick, pen: Pen) -> str:
    """Return a trick like ``♣4 ♣A ♣2 ♣6 → West``; emojis need no blanks between them."""
    cards = ("" if pen.style.ids else " ").join([pen.style.card(card) for _, card in trick.plays])
    return f"{cards}{ARROW}{pen.strong(pen.name(trick.winner))}"


def _last(scene: TableScene, pen: Pen) -> str:
    """Return the last trick, unless it still lies on the table."""
    if not scene.tricks or scene.full_trick is not None:
        return ""
    return f"{pen.language.text(N_('Last trick'))}: {_trick_line(scene.tricks[-1], pen)}"


def _counts(scene: Felt, pen: Pen) -> str:
    """Return the numbers of tricks taken; "" before the first one, or if there are sides, whose
    tricks the contract line has."""
    if scene.sides or not any(one.taken for one in scene.places):
        return ""
    counts = [
        f"{pen.name(one.player.seat)} {count_of(one)}"
        for one in scene.places
        if one.taken is not None
    ]
    if not counts:
        return ""
    return pen.small(pen.language.text(N_("Tricks: {counts}"), counts=DOT.join(counts)))


def _contract(scene: Felt, pen: Pen) -> str:
    """Return the contract like ``🎯 West: Max Trump · ♥ · 3/7``, with no line break before trumps.
    It is empty in an auction without a bid, as the question says that."""
    if not (scene.holders or scene.playing):
        return ""
    mark = pen.mark(Role.DECLARER) if pen.markdown and scene.holders else ""
    said = f"{mark} {_contract_line(scene, pen)}".strip() if scene.contract else ""
    begun = any(count for _, count in scene.sides)
    trumps = _trumps(scene, pen, begun=begun) if scene.playing else ""
    turned = pen.language.text(TURNED_UP, card=pen.name_of(scene.turned)) if scene.turned else ""
    head = UNBROKEN_DOT.join(filter(None, (said, trumps, turned)))
    told = CARD_SEPARATOR.join(
        filter(None, [head, *[_named_text(one, pen) for one in scene.named]])
    )
    told = UNBROKEN_DOT.join(filter(None, (told, scene.progress)))
    sides = [f"{_names(side, pen)} {count}" for side, count in scene.sides if begun]
    return DOT.join(filter(None, (told, *sides)))


def _named_text(one: Named, pen: Pen) -> str:
    """Return something named, like ``called ♠A``."""
    return f"{one.why}\u00a0{pen.name_of(one.what)}".strip()


def _contract_line(scene: Felt, pen: Pen) -> str:
    contract = pen.plain(scene.contract)
    return f"{pen.strong(_names(scene.holders, pen))}: {contract}" if scene.holders else contract


def _names(seats: tuple[Seat, ...], pen: Pen) -> str:
    return AND.join(map(pen.name, seats))


def _trumps(scene: Felt, pen: Pen, *, begun: bool) -> str:
    """Return the trumps; in a game without any that is said only until the tricks have `begun`."""
    if begun and not scene.has_trumps:
        return ""
    if not scene.trumps_by_lead:
        beside = scene.contract or begun
        return trumps_of(scene.trumps, pen, alone=not beside)
    whole = isinstance(scene, TableScene)  # a hand has a sentence beside its felt
    return pen.language.text(N_("Trumps by the first lead")) if whole else ""


def _lying(scene: Felt, pen: Pen) -> Iterator[str]:
    """Yield a line for each open hand, for known cards and for the kitty, without the viewer's own
    cards."""
    own = [one.player.seat for one in scene.places if one.you]
    for seat, cards in scene.opened:
        if seat not in own:
            yield from pen.fold(cards, f"{pen.name(seat)}: ").splitlines()
    yield from map(pen.small, _known_lines(scene, pen, besides=own))
    if scene.kitty:
        yield f"{pen.language.text(N_('Kitty'))}: {' '.join(map(pen.style.card, scene.kitty))}"


def _known_lines(scene: Felt, pen: Pen, besides: Sequence[Seat] = ()) -> Iterator[str]:
    """Yield a line with the known cards in hands, if there are any, without seats `besides`."""
    cards = DOT.join(
        f"{pen.name(one.player.seat)} {pen.few(one.known)}"
        for one in scene.places
        if one.known and one.player.seat not in besides
    )
    if cards:
        yield pen.language.text(N_("Known cards: {cards}"), cards=cards)


def _named_lying(scene: Felt, pen: Pen) -> Iterator[str]:
    """Yield open hands, known cards and the kitty with explaining words."""
    text = pen.language.text
    own = [one.player.seat for one in scene.places if one.you]
    for seat, cards in scene.opened:
        shown = pen.cards(cards)
        if seat in own:
            yield text(N_("Your hand: {cards}"), cards=shown)
        else:
            yield text(N_("{player}'s open cards: {cards}"), player=pen.name(seat), cards=shown)
    yield from _known_lines(scene, pen)
    if scene.kitty:
        yield text(N_("The kitty shows {cards}"), cards=" ".join(map(pen.style.card, scene.kitty)))


def _seats(scene: TableScene, pen: Pen) -> Iterator[str]:
    """Yield a line for each seat with roles, tricks and points, and one for all who sit out."""
    for one, points in zip(scene.places, scene.points, strict=False):
        told = [pen.language.term(ROLES[role]) for role in one.roles]
        if one.taken is not None:
            told.append(tricks(one.taken, pen.language) if one.wanted is None else _of(one, pen))
        name = pen.strong(pen.name(one.player.seat))
        yield f"{name}: {', '.join([*told, points])}"
    resting = zip(scene.resting, scene.points[len(scene.places) :], strict=True)
    yield _resting(
        (f"{pen.name_with_roles(one.player.seat, one.roles)} {has}" for one, has in resting), pen
    )


def _resting(players: Iterable[str], pen: Pen) -> str:
    """Return the players who sit this deal out."""
    told = DOT.join(players)
    return pen.language.text(N_("Sitting out: {players}"), players=told) if told else ""


def _score(scene: TableScene, pen: Pen) -> str:
    """Return the standing in a small line, the best first; "" while all have 0 points."""
    told = DOT.join(f"{_names(side, pen)} {points}" for side, points in scene.standing)
    return pen.small(f"{scene.counted}: {told}") if told else ""


def _of(one: Place, pen: Pen) -> str:
    return pen.language.text(N_("{taken} of {wanted} tricks"), taken=one.taken, wanted=one.wanted)
