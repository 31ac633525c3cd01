"""Scoring, the score sheet and the winner. § numbers: data/rulebook/kombinations-whist/."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kwbot.engine.deals.score_sheet import Sheet
from kwbot.engine.phases.playrules import PlayState
from kwbot.engine.phases.script import DealResult
from kwbot.engine.phases.tricks import TrickPlay
from kwbot.engine.values.actions import Bid, Seat
from kwbot.engine.values.cards import Suit
from kwbot.engine.values.layout import Layout
from kwbot.engine.values.trick import Trick
from kwbot.engine.values.wording import N_, Sentence, Who

from .bids import goal_of, value_of
from .effects import TWOS, Setup
from .goal import COMPARED, DEAL_TRICKS, EARLY, LOCKED_TRICKS, later_more, progress_of, verdicts
from .printed_bids import STANDARD_BIDS

TARGET = 13
BARRED_BELOW = -5
SHAME = -5
LOST_POINTS = -2
FREE_POINT = 1
FOUL_CANCELLED = -2
FOUL_RESTORED = -1
OBESUDLAD = "obesudlad"
TITLE_VALUE = 13
HONOURABLE = "honourable"
"""The mark of a declarer who took all plague cards and made the bid."""

Notes = tuple[Sentence, ...]


@dataclass(frozen=True)
class KombinationsSheet(Sheet):
    """A sheet with everyone's potentials."""

    potentials: tuple[int, ...] = ()

    @property
    def edition(self) -> str:
        """The edition of the rules."""
        return self.options["edition"]

    @property
    def is_limited(self) -> bool:
        """Whether the match is limited to a number of rounds, not played to a target."""
        return self.options["winning"] == "limited"

    @property
    def rounds(self) -> int:
        """Number of completed rounds, in each of which everyone dealt one played deal."""
        return self.played // self.players

    @property
    def target(self) -> int:
        """§5, classic: 13, less 1 for every completed round, but at least 1."""
        return max(1, TARGET - self.rounds)

    def is_barred(self, seat: Seat) -> bool:
        """§2: whether a player is below −5 and may not bid."""
        return self.scores[seat] < BARRED_BELOW

    def public(self) -> dict[str, Any]:
        """Return the sheet's facts other than the scores: potentials, round and target."""
        shown: dict[str, Any] = {"potentials": list(self.potentials), "round": self.rounds + 1}
        return shown if self.is_limited else {**shown, "target": self.target}

    def remarks(self) -> tuple[Sentence, ...]:
        """Return the progress, potentials and barred players, for the screen."""
        potentials = (
            Sentence(N_("Potentials: {player} {count}"), player=Who(seat), count=held)
            for seat, held in enumerate(self.potentials)
            if held
        )
        barred = (
            Sentence(N_("Barred (below {limit}): {side}"), side=Who(seat), limit=BARRED_BELOW)
            for seat in range(self.players)
            if self.is_barred(seat)
        )
        return (*self._progress(), *potentials, *barred)

    def _progress(self) -> Iterator[Sentence]:
        """Yield the target or the round; for a single round the number of the deal suffices."""
        if not self.is_limited:
            yield Sentence(N_("Target {target}"), target=self.target)
            return
        rounds = int(self.options["rounds"])
        if rounds > 1:
            text = N_("Round {round} of {rounds}")
            yield Sentence(text, round=min(self.rounds + 1, rounds), rounds=rounds)


def points_of(bid: Bid) -> int:
    """§4: return the points of the standard part; the combination's value for Obesudlat bids."""
    standard = STANDARD_BIDS[bid.parts[0]]
    return value_of(standard, bid.parts[1:]) if standard.points is None else standard.points


def is_taintless(bid: Bid) -> bool:
    """§5: whether making the bid wins the game at once and brings the title."""
    return STANDARD_BIDS[bid.parts[0]].points is None and points_of(bid) >= TITLE_VALUE


def decides_alone(setup: Setup) -> bool:
    """Whether only the tricks that declarer takes matter, not which of the others take the rest,
    nor the cards in them."""
    standard = STANDARD_BIDS[setup.standard]
    return not (standard.need in COMPARED or standard.gathers_twos or setup.plague is not None)


def counted_from(setup: Setup) -> int:
    """Return the number of tricks after which it matters only how many more declarer takes."""
    if "sluthund" in setup.specials:
        return DEAL_TRICKS
    if STANDARD_BIDS[setup.standard].need is later_more:
        return EARLY
    return LOCKED_TRICKS if "las" in setup.specials else 0


def is_settled(setup: Setup, play: PlayState) -> bool:
    """§8: whether the remaining tricks can change nothing, counting tricks and twos; with Pest only
    if the bid has failed."""
    if _failed_by_foul(play.layout, setup.declarer):
        return True
    found = _verdicts(setup, play)
    return found == {False} or (found == {True} and setup.plague is None)


def _verdicts(setup: Setup, play: PlayState) -> frozenset[bool]:
    goal = goal_of(STANDARD_BIDS[setup.standard], setup.specials, setup.guess)
    winners = [trick.winner for trick in play.tricks]
    course = progress_of(winners, setup.declarer, play.layout.seats)
    found = verdicts(goal, course)
    if not goal.gathers:
        return found
    missing = len(TWOS) - twos_taken(setup.declarer, play.tricks)
    if not missing:
        return found
    fallen = sum(len(trick.cards & TWOS) for trick in play.tricks)
    lost = fallen + missing > len(TWOS)
    if lost or not goal.leaves_room(course, missing, len(play.layout.seats)):
        return frozenset({False})
    return found | {False}


def twos_taken(declarer: Seat, tricks: Iterable[Trick]) -> int:
    """Obesudlat Bud: return the number of twos in declarer's tricks."""
    return sum(len(trick.cards & TWOS) for trick in tricks if trick.winner == declarer)


def _failed_by_foul(layout: Layout, declarer: Seat) -> bool:
    return any(foul.ruling == "fail" and foul.offender == declarer for foul in layout.fouls)


def plague_of(declarer: Seat, layout: Layout, tricks: Iterable[Trick], suit: Suit) -> str:
    """Pest: return "spared", "honourable" (all plague cards taken) or "plagued"."""
    taken = dict.fromkeys(layout.seats, 0)
    for trick in tricks:
        taken[trick.winner] += len(trick.cards.of_suit(suit))
    mine = taken.pop(declarer)
    if mine <= max(taken.values()):
        return "spared"
    return "honourable" if mine == len(layout.deck.of_suit(suit)) else "plagued"


def result_of(sheet: KombinationsSheet, setup: Setup, bid: Bid, play: TrickPlay) -> DealResult:
    """§4: return the result of a deal with a declarer."""
    declarer, layout = setup.declarer, play.layout
    by_tricks = _verdicts(setup, play) == {True}
    plague = "spared"
    if setup.plague is not None:
        plague = plague_of(declarer, layout, play.tricks, setup.plague)
    made = by_tricks and plague != "plagued" and not _failed_by_foul(layout, declarer)
    if made:
        gained, notes = _result_made(setup, bid, plague)
    else:
        gained, notes = _not_made(setup, bid, layout, plague if by_tricks else "")
    fouls, foul_notes = _fouls(layout, bid)
    free, free_notes = _free_points(layout, sheet)
    fouls[declarer] += gained
    return DealResult(
        played=True,
        points=tuple(a + b for a, b in zip(fouls, free, strict=True)),
        tricks=play.tricks_taken(),
        declarer=declarer,
        contract=bid,
        made=made,
        notes=(*notes, *(() if made else _missed_twos(setup, play)), *foul_notes, *free_notes),
        marks=_marks(setup, bid, plague) if made else (),
    )


def passed_out(layout: Layout, sheet: KombinationsSheet) -> DealResult:
    """Return the result when all passed or were barred: the same dealer deals again, and barred
    players get their free points."""
    fouls, foul_notes = _fouls(layout, None)
    free, free_notes = _free_points(layout, sheet)
    points = tuple(a + b for a, b in zip(fouls, free, strict=True))
    notes = (Sentence(N_("All passed: redeal.")), *foul_notes, *free_notes)
    return DealResult(False, points, (0,) * layout.players, notes=notes)


def cancellation(layout: Layout) -> DealResult:
    """§6: return the result of a deal cancelled for a foul before there was a declarer; nobody gets
    a free point."""
    points, notes = _fouls(layout, None)
    return DealResult(False, tuple(points), (0,) * layout.players, notes=notes)


def _result_made(setup: Setup, bid: Bid, plague: str) -> tuple[int, Notes]:
    who, points = Who(setup.declarer), points_of(bid)
    notes = [Sentence(N_("{player} made {bid}: {points:+d}."), player=who, bid=bid, points=points)]
    if "girighet" in setup.specials:
        points += 1
        notes.append(Sentence(N_("Greed: {points:+d}."), points=1))
    if plague == "honourable":
        points += 1
        notes.append(Sentence(N_("Honourably plagued: {points:+d}."), points=1))
    if "potential" in setup.specials:
        notes.append(Sentence(N_("{player} gains a potential."), player=who))
    return points, tuple(notes)


def _not_made(setup: Setup, bid: Bid, layout: Layout, plague: str) -> tuple[int, Notes]:
    who = Who(setup.declarer)
    notes = []
    if _failed_by_foul(layout, setup.declarer):
        notes.append(Sentence(N_("The bid fails, because {player} fouled."), player=who))
    elif plague == "plagued":
        notes.append(Sentence(N_("{player} is plagued."), player=who))
    if any(foul.ruling == "deduct" for foul in layout.fouls):
        text = N_("{player} went down in {bid} but lost nothing: someone else fouled.")
        return 0, (*notes, Sentence(text, player=who, bid=bid))
    text = N_("{player} went down in {bid}: {points:+d}.")
    notes.append(Sentence(text, player=who, bid=bid, points=LOST_POINTS))
    if "straff" not in setup.specials:
        return LOST_POINTS, tuple(notes)
    return 2 * LOST_POINTS, (*notes, Sentence(N_("Penalty: {points:+d}."), points=LOST_POINTS))


def _missed_twos(setup: Setup, play: TrickPlay) -> Notes:
    """Return a note on how many twos declarer took, if they needed all."""
    if not STANDARD_BIDS[setup.standard].gathers_twos:
        return ()
    who, count = Who(setup.declarer), twos_taken(setup.declarer, play.tricks)
    return (Sentence(N_("{player} took {count} of the four twos."), player=who, count=count),)


def _marks(setup: Setup, bid: Bid, plague: str) -> tuple[tuple[str, Seat], ...]:
    marks = [("potential", setup.declarer)] if "potential" in setup.specials else []
    if plague == "honourable":
        marks.append((HONOURABLE, setup.declarer))
    if is_taintless(bid):
        marks.append((OBESUDLAD, setup.declarer))
    return tuple(marks)


def _fouls(layout: Layout, bid: Bid | None) -> tuple[list[int], Notes]:
    """§6: return the points of offenders in this deal, by player number, with notes."""
    points, notes = [0] * layout.players, []
    for foul in layout.fouls:
        lost = {
            "cancel": FOUL_CANCELLED,
            "restore": FOUL_RESTORED,
            "deduct": -points_of(bid) if bid else 0,
        }.get(foul.ruling, 0)
        if lost:
            points[foul.offender] += lost
            text = N_("Foul by {player}: {points:+d}.")
            notes.append(Sentence(text, player=Who(foul.offender), points=lost))
    return points, tuple(notes)


def _free_points(layout: Layout, sheet: KombinationsSheet) -> tuple[list[int], Notes]:
    """§2: return 1 point for each player of the deal who was barred at its start, with notes."""
    points, notes = [0] * layout.players, []
    for seat in sorted(layout.seats):
        if sheet.is_barred(seat):
            points[seat] = FREE_POINT
            text = N_("Free point for {other} (barred from bidding): {points:+d}.")
            notes.append(Sentence(text, other=Who(seat), points=FREE_POINT))
    return points, tuple(notes)


def winner(before: KombinationsSheet, after: KombinationsSheet, result: DealResult) -> Seat | None:
    """§5: return the player who won with this deal, if anyone did."""
    declarer = result.declarer
    if declarer is not None and result.made:
        if (OBESUDLAD, declarer) in result.marks:
            return declarer
        score = after.scores[declarer]
        alone = sorted(after.scores)[-2] < score
        if alone and _within_reach(before, after, score):
            return declarer
    unashamed = [seat for seat, score in enumerate(after.scores) if score > SHAME]
    return unashamed[0] if len(unashamed) == 1 else None


def _within_reach(before: KombinationsSheet, after: KombinationsSheet, score: int) -> bool:
    """Whether `score` can win. Classic: if it reaches the target of this deal. Limited: from the
    last deal of the last round on; in edition 1.5 only after it."""
    if before.is_limited:
        played = after.played if before.edition == "1.4" else before.played
        return played >= int(before.options["rounds"]) * before.players
    return score >= before.target
