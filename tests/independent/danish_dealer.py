"""Deals and plays random games of `hus` and `esmakker`, for the tests of their referee.

It knows the rules only by what the referee's own course of a deal asks and allows.
"""

from collections.abc import Sequence
from random import Random

from tests.independent.cards import SUITS
from tests.independent.danish import DECK, DRAWN, HUS, attachment_of, ladder
from tests.independent.danish_course import DanishCourse, Setting
from tests.independent.danish_game import Esmakkerwhist, HusetsWhist
from tests.independent.talk import Answer


def answer(course: DanishCourse, rng: Random) -> Answer:
    """Something that the one whose turn it is may do."""
    assert course.ask
    verb = rng.choice(course.ask.verbs)
    args = course.ask.only if course.ask.only is not None else arguments(course, verb, rng)
    return Answer("pass", ()) if args is None else Answer(verb, args)


def arguments(course: DanishCourse, verb: str, rng: Random) -> tuple[str, ...] | None:
    """None where nothing can be bid any more."""
    assert course.ask
    hand = sorted(course.hands[course.ask.who])
    match verb:
        case "bid":
            bids = course.setting.bids
            above = bids[bids.index(course.bid) + 1 if course.bid else 0 :]
            options = above[:15]
        case "suit":
            halve = attachment_of(course.bid) == "halve"
            options = tuple(suit for suit in SUITS if not (halve and suit == course.called[0]))
        case "card":
            options = (*hand, "none") if course.called else tuple(course.callable_cards())
        case "cards":
            counts: Sequence[int] = range(len(course.kitty) + 1)
            if course.hus:
                counts = (3,) if attachment_of(course.bid) == "vip" else (0, 3)
            return tuple(rng.sample(hand, rng.choice(counts)))
        case "play":
            options = tuple(sorted(course.legal(course.ask.who)))
        case _:
            return ()
    return (rng.choice(options),) if options else None


def head(game: str, players: int, options: dict[str, str]) -> list[str]:
    lines = ["whist-record 1", f"game {game}", "rules 1"]
    lines += [f"option {name}={value}" for name, value in options.items()]
    return lines + [f"player {player} P{player}" for player in range(players)]


def random_record(
    game: str, seed: int, count: int, *, players: int = 4, verbose: bool = False, **options: str
) -> str:
    """A record of that many deals that count; `verbose` writes the steps without a choice too."""
    rng = Random(seed)
    defaults = (HusetsWhist if game == HUS else Esmakkerwhist).options
    given = {name: default for name, (default, _) in defaults.items()} | options
    lines = head(game, players, options)
    dealer = 1 if game == HUS else rng.randrange(4)
    number = counted = 0
    while counted < count:
        number += 1
        lines.append(f"deal {number} dealer={dealer}")
        if game == HUS:
            lines.append(f"{(dealer - 1) % players} cut {rng.randrange(55)}")
        drawn = list(DRAWN)
        if given.get("attachments") == "drawn":
            rng.shuffle(drawn)
            lines.append(f"order {' '.join(drawn)}")
        deck = sorted(DECK)
        rng.shuffle(deck)
        ring = tuple((dealer + step) % players for step in range(1, 5))
        hands = {player: deck[13 * n : 13 * n + 13] for n, player in enumerate(ring)}
        lines += [f"hand {player} {' '.join(hands[player])}" for player in sorted(ring)]
        lines.append(f"kitty {' '.join(deck[52:])}")
        course = DanishCourse(
            Setting(
                game,
                ring,
                ladder(game, int(given.get("lowest", "7")), drawn),
                given.get("nolo_ace", "low") == "low",
                {player: frozenset(hand) for player, hand in hands.items()},
                tuple(deck[52:]),
            )
        )
        course.begin()
        while course.ask:
            done = answer(course, rng)
            if verbose or course.ask.only is None:
                lines.append(" ".join((str(course.ask.who), done.verb, *done.args)))
            course.tell(done)
        if course.bid:
            counted += 1
            dealer = (dealer + 1) % players
    return "\n".join(lines) + "\n"
