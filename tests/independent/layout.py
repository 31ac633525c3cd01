"""Records for tests: deals in which chosen players win chosen tricks, and random games."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from tests.independent.cards import FULL_DECK, RANKS, SUITS
from tests.independent.checker import referee
from tests.independent.frame import Game, words_of
from tests.independent.talk import Ask

DRAWN = ("draw 0 SA", "draw 1 C2", "draw 2 HA", "draw 3 D2")  # player 1 deals first

Plays = list[tuple[int, str]]


def head(game: str, *options: str, draws: Iterable[str] = ()) -> list[str]:
    lines = ["whist-record 1", f"game {game}", "rules 1"]
    lines += [f"option {option}" for option in options]
    return [*lines, *(f"player {player} {'ABCD'[player]}" for player in range(4)), *draws]


def honour_tricks(suit: str, honours: Sequence[int]) -> list[dict[int, str]]:
    """Three tricks of `suit`, by player: A, K and Q win them; J and T fall where they can."""
    tricks = [{honours[place]: suit + "AKQ"[place]} for place in range(3)]
    for holder, rank in zip(honours[3:], "JT", strict=False):
        next(trick for trick in tricks if holder not in trick)[holder] = suit + rank
    rest = [suit + rank for rank in RANKS[1:10] if rank not in "JT"[: len(honours) - 3]]
    for trick in tricks:
        trick.update({player: rest.pop() for player in range(4) if player not in trick})
    return tricks


def laid_out(
    dealer: int,
    tricks: Sequence[int],
    honours: Sequence[int],
    *,
    suit: str = "S",
    leader: int | None = None,
) -> tuple[dict[int, list[str]], Plays]:
    """Hands and plays of a deal in which every player wins so many `tricks`.

    `honours` are the holders of A, K, Q (and J, T) of `suit`, which is led first. Everybody has
    three cards of each suit and a 2, which falls in the last trick; that one goes to the 2 of
    `suit` where it is trumps, else to whoever won the trick before it.
    """
    left = Counter(dict(enumerate(tricks)))
    left.subtract(honours[:3])
    winners = [*honours[:3], *left.elements()]
    assert len(winners) == 13, "the test itself is broken"
    others = [other for other in SUITS if other != suit]
    played = honour_tricks(suit, honours)
    for place, winner in enumerate(winners[3:12]):
        ranks = ("AKQJ", "T987", "6543")[place // 3]
        around = [winner, *(player for player in range(4) if player != winner)]
        cards = [others[place % 3] + rank for rank in ranks]
        played.append(dict(zip(around, cards, strict=True)))
    last = [winners[12], *(player for player in range(4) if player != winners[12])]
    played.append(dict(zip(last, [card + "2" for card in (suit, *others)], strict=True)))
    hands = {player: [trick[player] for trick in played] for player in range(4)}
    plays: Plays = []
    lead = (dealer + 1) % 4 if leader is None else leader
    for trick, winner in zip(played, winners, strict=True):
        plays += [((lead + steps) % 4, trick[(lead + steps) % 4]) for steps in range(4)]
        lead = winner
    return hands, plays


def deal_lines(
    number: int, dealer: int, dealt: tuple[dict[int, list[str]], Plays], *between: str
) -> list[str]:
    """The lines of a deal; `between` the hands and the plays stand `turn` or `show` lines."""
    hands, plays = dealt
    lines = [f"deal {number} dealer={dealer}"]
    lines += [f"hand {player} {' '.join(cards)}" for player, cards in hands.items()]
    return [*lines, *between, *(f"{player} play {card}" for player, card in plays)]


def first_of(suit: str, player: int, dealt: tuple[dict[int, list[str]], Plays]) -> str:
    """The first card of a suit in a hand."""
    return next(card for card in dealt[0][player] if card[0] == suit)


def score_line(scores: Sequence[int]) -> str:
    return "score " + " ".join(f"{player}={score}" for player, score in enumerate(scores))


def whole_suits(dealer: int) -> tuple[dict[int, list[str]], Plays]:
    """Everybody has a suit, the dealer that of trumps, and wins every trick."""
    hands = {player: [SUITS[player] + rank for rank in RANKS] for player in range(4)}
    order = [(dealer + steps) % 4 for steps in (1, 2, 3, 0)]
    plays = [(player, hands[player][0]) for player in order]
    order = [dealer, *order[:3]]
    plays += [(player, hands[player][place]) for place in range(1, 13) for player in order]
    return hands, plays


# --- Random games -------------------------------------------------------------------------------


class Author:
    """Writes a record line by line, and lets the referee read each at once."""

    def __init__(self, lines: Sequence[str], rng: Random) -> None:
        self.lines: list[str] = []
        self.rng = rng
        self.game: Game = referee([words_of(line) for line in lines])
        for line in lines:
            self.write(line)

    def write(self, line: str) -> None:
        self.game.read(words_of(line), ())
        self.lines.append(line)

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def deal(self) -> None:
        """One deal, dealt and played at random, up to its last card."""
        game, rng = self.game, self.rng
        if not game.scores:
            game.start()
        due = game.next_dealer
        dealer = rng.randrange(4) if due is None else due
        self.write(f"deal {len(game.deals) + 1} dealer={dealer}")
        deck = sorted(FULL_DECK)
        rng.shuffle(deck)
        for player in range(4):
            self.write(f"hand {player} {' '.join(deck[player::4])}")
        deal = game.running()
        if deal.turns:
            self.write(f"turn {deck[dealer::4][-1]}")
        while (ask := deal.begun().ask) is not None:
            self.write(f"{ask.who} {ask.verbs[0]} {self.card(ask)}")

    def card(self, ask: Ask) -> str:
        course = self.game.running().begun()
        cards = course.fitting(ask.who) if ask.verbs == ("play",) else course.hands[ask.who]
        return self.rng.choice(sorted(cards))


def random_game(lines: Sequence[str], rng: Random) -> Author:
    """A whole game, with a score after every deal; the author's game is read to its end."""
    author = Author(lines, rng)
    while author.game.winners is None:
        author.deal()
        author.game.close()
        author.write(score_line(author.game.scores))
    author.write("end winner=" + ",".join(map(str, author.game.winners)))
    return author


def spoilt(line: str, rng: Random) -> str:
    """A score line with one wrong number, or a card that its player cannot hold any more."""
    words = line.split()
    if words[0] != "score":
        return f"{words[0]} play J{rng.randrange(1, 4)}"
    at = rng.randrange(1, len(words))
    player, _, score = words[at].partition("=")
    words[at] = f"{player}={int(score) + rng.choice([-2, -1, 1, 2, 3])}"
    return " ".join(words)
