"""Playouts for the interpreter: those of `playouts`, several times as fast where play is plain.

That is: partners sit opposite, everybody wants every trick, nothing is banned, there are no jokers,
and trumps stay. What is played is the same, card for card; the rest is left to `Position`.

Here a card is a bit among those of its suit, the strongest the highest, and trumps are above all
others; so of two sets of cards the greater one has the better card. A row is a suit: what each of
the four holds of it.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

from .position import (
    ADD,
    JOKERS,
    MASK,
    NEVER,
    NONE,
    PLACES,
    STEP,
    SUIT,
    SUIT_OF,
    Position,
    furthest_apart,
)
from .rules import Rules

Row = list[int]
Forced = tuple[int, int]
"""A card by its suit and its bit in the row."""

NO_CARDS: Row = [0, 0, 0, 0]
OPPOSED = 0x5A5A
"""`grudged` where everybody would rather take a trick than leave it to either neighbour."""
CLOCKWISE = [tuple((leader + turn) % 4 for turn in range(4)) for leader in range(4)]
REVERSED = [0]
"""The places in a suit the other way round."""
for _place in range(PLACES):
    REVERSED += [places | 1 << (PLACES - 1 - _place) for places in REVERSED]


class Plan(dict[int, tuple[int, ...] | None]):
    """By state, what becomes of it by who takes the trick; None where play is not plain."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, state: int) -> tuple[int, ...] | None:
        rules = self.rules
        after = tuple(rules.after[4 * state : 4 * state + 4])
        opposed = rules.grudged[state] == OPPOSED and rules.granted[state] == 0
        plain = opposed and rules.final[state] < 0 and after[:2] == after[2:]
        return self.setdefault(state, after if plain else None)


@lru_cache(maxsize=128)
def plan(rules: Rules) -> Plan | None:
    """None where the rules are not plain."""
    clockwise = list(rules.order) == [seat for turns in CLOCKWISE for seat in turns]
    banned = rules.blocked >= 0 or rules.plagued >= 0 or rules.must_fall
    odd = rules.awarded or rules.overloaded >= 0 or rules.lead_before_makes_trumps
    return Plan(rules) if rules.players == 4 and clockwise and not banned and not odd else None


def drawn(position: Position, seed: int, chance: int) -> list[tuple[int, int]]:
    """Each error by chance as a seed, and how many cards come before it; see `Position.run_on`."""
    if chance == 0:
        return [(seed, NEVER)]
    draws, gap, cards = [], furthest_apart(chance), 4 * position.hand[position.seat].bit_count()
    while cards >= 0:
        seed = seed * STEP + ADD & MASK
        draws.append((seed, (seed >> 48) % gap))
        cards -= draws[-1][1] + 1
    return draws


# --- as in playouts -------------------------------------------------------------------------------


def tried_each(
    start: Position, trial: Position, cards: array[int], sums: array[float], seed: int, chance: int
) -> None:
    """As in `playouts`."""
    rows = split(start)
    played, draws = (trick(start), drawn(start, seed, chance)) if rows else ([], [])
    for at, card in enumerate(cards):
        if rows is None:
            trial.copy(start)
            trial.play(card)
            trial.run(seed, chance)
            points = trial.payoff(start.seat)
        else:
            left = [row.copy() for row in rows]
            errors = Errors(draws, [*played, in_row(start, card)])
            points = reached(start, trial, left, errors, start.seat, chance)
        sums[at] += points


def tried_as_is(start: Position, trial: Position, seat: int, seed: int, chance: int) -> float:
    """As in `playouts`."""
    rows = split(start)
    if rows is None:
        trial.copy(start)
        trial.run(seed, chance)
        return trial.payoff(seat)
    errors = Errors(drawn(start, seed, chance), trick(start))
    return reached(start, trial, rows, errors, seat, chance)


def reached(
    start: Position, trial: Position, rows: list[Row], errors: Errors, seat: int, chance: int
) -> float:
    """What `seat` gets in the end; little else of `trial` is kept up to date."""
    wait, state, leader = play_on(start, rows, errors)
    final = start.rules.final[state]
    if final < 0:
        trial.copy(start)
        join(trial, rows, state, leader)
        trial.run_on(errors.seed, wait, furthest_apart(chance))
    else:
        trial.rules = start.rules
        trial.state = final
    return trial.payoff(seat)


def split(position: Position) -> list[Row] | None:
    """The hands as rows, with the best card of the trick; None where play is not plain."""
    states, hands = plan(position.rules), position.hand
    if states is None or states[position.state] is None or position.careful:
        return None
    if position.rules.first_lead_makes_trumps and position.first and not position.played:
        return None
    if (hands[0] | hands[1] | hands[2] | hands[3] | position.trick) & JOKERS:
        return None
    shifts = (0, PLACES, 2 * PLACES, 3 * PLACES)
    rows = [[REVERSED[hand >> shift & SUIT] for hand in hands] for shift in shifts]
    if position.trumps != NONE:
        rows[position.trumps] = [cards << PLACES for cards in rows[position.trumps]]
    if position.played:
        suit, bit = in_row(position, position.best)
        rows[suit][position.holder] |= bit
    return rows


def trick(position: Position) -> list[Forced]:
    """The cards of the trick under way; only the best one matters, and the suit led."""
    if not position.played:
        return []
    played = [(position.led, 0)] * position.played
    played[(position.holder - position.leader) % 4] = in_row(position, position.best)
    return played


def in_row(position: Position, card: int) -> Forced:
    """A card as one of a row."""
    suit = SUIT_OF[card % 67]
    bit = REVERSED[card >> PLACES * suit]
    return suit, bit << PLACES if suit == position.trumps else bit


def join(position: Position, rows: list[Row], state: int, leader: int) -> None:
    """The rows as hands, before a trick."""
    for seat in range(4):
        hand = 0
        for suit, row in enumerate(rows):
            cards = row[seat] >> PLACES if suit == position.trumps else row[seat]
            hand |= REVERSED[cards] << PLACES * suit
        position.hold(seat, hand)
    position.state = state
    position.leader = position.seat = leader
    position.played = position.first = position.trick = 0
    position.led = NONE


# --- tricks ---------------------------------------------------------------------------------------


class Errors:
    """Cards that are not the rule of thumb's: those that are `forced`, then some by chance, with
    `pause` cards before the next."""

    def __init__(self, draws: list[tuple[int, int]], forced: list[Forced]) -> None:
        self.draws, self.forced = iter(draws), forced[::-1]
        self.seed, self.then = next(self.draws)
        self.pause = 0 if forced else self.then

    def card(self, rows: list[Row], led: Row, seat: int) -> tuple[Row, int]:
        """The next one, of the suit led if `seat` can follow; as `position.some`."""
        if self.forced:
            suit, card = self.forced.pop()
            if not self.forced:
                self.pause = self.then
            return rows[suit], card
        number = self.seed >> 33 & 0x7FFF
        self.seed, self.pause = next(self.draws)
        home, cards = led, led[seat]
        if not cards:
            number %= sum([row[seat].bit_count() for row in rows])
            for home in rows:
                cards = home[seat]
                if number < cards.bit_count():
                    break
                number -= cards.bit_count()
        for _ in range(cards.bit_count() - 1 - number % cards.bit_count()):
            cards &= cards - 1
        return home, cards & -cards


def play_on(  # noqa: C901, PLR0912, PLR0915 - calls would take longer than what they do
    start: Position, rows: list[Row], errors: Errors
) -> tuple[int, int, int]:
    """Play whole tricks as long as they are plain; `rows` are used up.

    Gives how many cards come before the next error, the state, and who leads. See
    `Position.lead_to_win` and `Position.choose`: whoever can take the trick for their side, and
    must, does so as cheaply as possible.
    """
    states = plan(start.rules)
    assert states is not None
    suit, state, holder = start.trumps, start.state, start.leader
    trumps = rows[suit] if suit != NONE else NO_CARDS
    plain = rows[:suit] + rows[suit + 1 :]
    pulling, pulled = [trumps, *plain], [*plain, trumps]
    if suit != NONE:
        plain.insert(0, NO_CARDS)
    wait = errors.pause
    for _ in range(start.hand[start.seat].bit_count()):
        after = states[state]
        if after is None:
            break
        first, second, third, fourth = CLOCKWISE[holder]
        if wait:
            for row in pulling if trumps[second] or trumps[fourth] else pulled:
                cards = row[first]
                if cards:
                    theirs = row[second] or trumps[second]
                    ours = row[third] or trumps[third]
                    last = row[fourth] or trumps[fourth]
                    best = cards & -cards
                    if (ours > theirs and ours > last) or (best > theirs and best > last):
                        break
                    if cards > theirs and cards > last:
                        best = 1 << cards.bit_length() - 1
                        break
            else:
                row, best = weakest(plain, trumps, first)
                theirs = row[second] or trumps[second]
                ours = row[third] or trumps[third]
                last = row[fourth] or trumps[fourth]
        else:
            row, best = errors.card(rows, NO_CARDS, first)
            wait = 1 + errors.pause
            theirs = row[second] or trumps[second]
            ours = row[third] or trumps[third]
            last = row[fourth] or trumps[fourth]
        row[first] ^= best
        if wait == 1:
            home, card = errors.card(rows, row, second)
            wait = 2 + errors.pause
        elif theirs > best and theirs > ours and (last < ours or last < best):
            low = ours.bit_length() if ours > best else best.bit_length()
            card = theirs >> low << low
            card &= -card
            home = row if row[second] else trumps
        elif row[second]:
            home = row
            card = row[second]
            card &= -card
        else:
            home, card = weakest(plain, trumps, second)
        home[second] ^= card
        if card > best and (home is row or home is trumps):
            best = card
            holder = second
        if wait == 2:
            home, card = errors.card(rows, row, third)
            wait = 3 + errors.pause
        elif ours > best and ours > last and (last > best or holder == second):
            low = last.bit_length() if last > best else best.bit_length()
            card = ours >> low << low
            card &= -card
            home = row if row[third] else trumps
        elif row[third]:
            home = row
            card = row[third]
            card &= -card
        else:
            home, card = weakest(plain, trumps, third)
        home[third] ^= card
        if card > best and (home is row or home is trumps):
            best = card
            holder = third
        if wait == 3:
            home, card = errors.card(rows, row, fourth)
            wait = 4 + errors.pause
        elif last > best and holder != second:
            low = best.bit_length()
            card = last >> low << low
            card &= -card
            home = row if row[fourth] else trumps
        elif row[fourth]:
            home = row
            card = row[fourth]
            card &= -card
        else:
            home, card = weakest(plain, trumps, fourth)
        home[fourth] ^= card
        if card > best and (home is row or home is trumps):
            holder = fourth
        wait -= 4
        state = after[holder]
    return wait, state, holder


def weakest(plain: list[Row], trumps: Row, seat: int) -> tuple[Row, int]:
    """A card to throw away, as `Position.weakest`."""
    one, two, three, four = plain
    cards = one[seat] | two[seat] | three[seat] | four[seat]
    low = cards & -cards
    if four[seat] & low:
        return four, low
    if three[seat] & low:
        return three, low
    if two[seat] & low:
        return two, low
    if low:
        return one, low
    return trumps, trumps[seat] & -trumps[seat]
