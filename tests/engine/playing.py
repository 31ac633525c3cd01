"""Matches for tests: dealt by a seeded source, played by legal actions drawn from it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from kwbot.engine.deals.deal import Move
from kwbot.engine.deals.match import Match
from kwbot.engine.deals.variant import Variant
from kwbot.engine.phases.base import Dealing
from kwbot.engine.values.actions import CHANCE, Action, Dealt, Foul, Seat, parse_action
from kwbot.engine.values.cards import NO_CARDS, Card, CardSet
from kwbot.engine.values.errors import IllegalAction
from kwbot.variants import games

NAMES = ("Anna", "Bo", "Cleo", "Dag", "Eva", "Fredrik", "Greta", "Hanna")
DRAWN = ("SK", "C2", "HA", "D9")
"""What the players draw for partners: player 1 deals first."""
DEALS_OF_A_HOST = 6
"""A host who ends games does so after so many deals that count."""


@dataclass(frozen=True)
class Setting:
    """A game, how many play it, and its options where they are not the usual ones."""

    variant: Variant
    players: int
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.variant.key, str(self.players), *self.options.values()])

    def begin(self) -> Match:
        return begin(self.variant, self.players, self.options)

    def played(self, rng: Random, most_deals: int = 100) -> Match:
        """A whole match, played at random."""
        return random_match(self.variant, self.players, rng, self.options, most_deals)


def forms(variant: Variant) -> Iterator[dict[str, str]]:
    """Options that together have every named value of every option; first the usual ones."""
    yield {}
    named = {option.key: [value for value, _ in option.values] for option in variant.options}
    named = {key: values for key, values in named.items() if len(values) > 1}
    for number in range(1, max(map(len, named.values()), default=1)):
        yield {key: values[number % len(values)] for key, values in named.items()}
    for option in variant.options:  # an edition whole, without options that make it simpler
        for value, _ in option.values[1:]:
            if variant.edition({option.key: value}) != variant.edition():
                yield {option.key: value}


def settings() -> list[Setting]:
    """Every game with every number of players, and in each of its forms."""
    found = []
    for variant in games().values():
        fitting = [players for players in (3, 4, 5, 7) if fits(variant, players)]
        usual, *others = forms(variant)
        found += [Setting(variant, players, usual) for players in fitting]
        found += [Setting(variant, fitting[-1], options) for options in others]
    return found


def fits(variant: Variant, players: int) -> bool:
    try:
        variant.check_players(players)
    except IllegalAction:
        return False
    return True


def begin(variant: Variant, players: int, options: Mapping[str, str] | None = None) -> Match:
    """A match before its first deal; where partners are drawn, they have drawn."""
    match = Match.begin(variant, NAMES[:players], options or {})
    return match.with_draw(tuple(map(Card.parse, DRAWN))) if match.must_draw else match


def begun(match: Match, rng: Random) -> Match:
    """The next deal begun, before anything of it has happened."""
    dealer = match.next_dealer()
    return match.deal_begun(rng.randrange(len(match.names)) if dealer is None else dealer)


def shuffled(match: Match, rng: Random) -> Match:
    """The next deal begun, with cards dealt by `rng`; where somebody cuts, they have cut."""
    match = begun(match, rng)
    while match.to_act() != (CHANCE,):
        match, _ = one_move(match, rng)
    return deal_out(match, rng)


def deal_out(match: Match, rng: Random) -> Match:
    """The cards of the running deal dealt by `rng`."""
    assert match.deal
    dealing = match.deal.current
    assert isinstance(dealing, Dealing)
    deck, order = list(dealing.layout.deck), list(dealing.words)
    rng.shuffle(deck)
    rng.shuffle(order)
    return match.apply(CHANCE, dealing.deal_out(tuple(deck), tuple(order)))


def one_move(match: Match, rng: Random) -> tuple[Match, Move]:
    """After one legal action of somebody who must act."""
    seat = rng.choice(match.to_act())
    action = match.choice(seat).sample(rng)
    return match.apply(seat, action), (seat, action)


def played_out(match: Match, rng: Random) -> Match:
    """The running deal to its end, not yet scored."""
    while match.to_act():
        match, _ = one_move(match, rng)
    return match


def random_match(
    variant: Variant,
    players: int,
    rng: Random,
    options: Mapping[str, str] | None = None,
    most_deals: int = 100,
) -> Match:
    match = begin(variant, players, options)
    while not match.is_won and len(match.deals) < most_deals:
        match = played_out(shuffled(match, rng), rng).with_score()
        match = hosted(match)
    return match


def hosted(match: Match) -> Match:
    """Ended by the host, where one must, once enough deals are played."""
    enough = match.variant.host_ends and match.sheet.played >= DEALS_OF_A_HOST
    return match.finished_by(0) if enough and not match.is_won else match


def dealt(match: Match, hands: Mapping[Seat, str], dealer: Seat = 0, turned: str = "") -> Match:
    """The next deal with these cards in these hands; the others fill up in the deck's order.

    Where a card of the dealer's is turned up and none is named, it is the last one of the hand.
    """
    match = match.deal_begun(dealer)
    assert match.deal
    dealing, table = match.deal.current, match.deal.layout
    assert isinstance(dealing, Dealing)
    given = {seat: CardSet.parse(text) for seat, text in hands.items()}
    left = list(table.deck - CardSet(card for cards in given.values() for card in cards))
    for seat in sorted(table.seats):
        missing = 13 - len(given.get(seat, NO_CARDS))
        given[seat] = given.get(seat, NO_CARDS) | CardSet(_drawn(left, missing))
    whole = tuple(given.get(seat, NO_CARDS) for seat in range(table.players))
    up = (Card.parse(turned) if turned else list(whole[dealer])[-1]) if dealing.turned else None
    return match.apply(CHANCE, Dealt(whole, turned=up))


def _drawn(pile: list[Card], count: int) -> Iterable[Card]:
    return [pile.pop(0) for _ in range(count)]


def act(match: Match, line: str) -> Match:
    """One line as in a record; `pass*` is a pass by everybody in turn until the bid stands, `rest`
    plays the first legal card again and again until the deal is over."""
    word, _, rest = line.partition(" ")
    match word:
        case "foul":
            offender, by, ruling = rest.split()
            foul = Foul(int(offender), int(by.removeprefix("by=")), ruling.removeprefix("ruling="))
            return match.with_foul(foul)
        case "undo":
            return match.undone(int(rest))
        case "score":
            return match.with_score()
        case "pass*":
            return _first(match, "pass")
        case "rest":
            return _first(_past_unwritten(match), "play")
    match = match if rest.startswith("card") else _past_unwritten(match)
    return match.apply(int(word), parse_action(rest))


def _past_unwritten(match: Match) -> Match:
    return replace(match, deal=match.deal.past_unwritten()) if match.deal else match


def _first(match: Match, verb: str) -> Match:
    while match.to_act():
        seat = match.to_act()[0]
        action: Action = next(iter(match.choice(seat)))
        if action.verb != verb:
            break
        match = match.apply(seat, action)
    return match


def acted(match: Match, lines: str) -> Match:
    """Several lines, parted by slashes or line ends; questions that get no line are answered."""
    for line in lines.replace("/", "\n").splitlines():
        if line.strip():
            match = act(match, line.strip())
    return _past_unwritten(match)
