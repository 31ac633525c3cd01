"""Cards that cannot be right, and tricks of partner's that are taken for nothing.

A card is wrong if another one is never worse in any of the hands that fit what was seen, and better
in a quarter of them or more. All hands are tried where few are left, 200 of them where there are
more, with all cards open, by a solver that the players do not have. A trick of partner's is taken
for nothing if that is better in none of 1,000.

Most hands need not be tried for the same verdict. Of cards that touch, one is enough. Another card
makes none wrong once it is worse in one hand; or once it would not be better in a quarter of all
even if it were in each that is left; or once it was better in so few of the first hands as happens
once in 100,000 times if a quarter of all are better: in none of 41, in four of 78. (Hands come in
any order.) Where no other card is left, no more is tried. Within a hand it is only asked whether a
card brings as much as the one that was played, and whether it brings more.

Where somebody may hold a card that counts as another, unseen, a card is worse in a hand if it is so
for any card of theirs that may be the one, and better if it is for each. Where several play alone
there are more than two sides, all of which play their best: each of the ends to which that may lead
is held against each. What the solver does not know is counted by its reason.

All bid as normal players do: of the time of a deal, hard ones take up to nine tenths for bids, and
nothing but cards is judged.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from benches.figures import Figure, Sample, benchmark
from benches.players.card_trial import UNLIMITED, CardTrial
from benches.players.claim_endings import ending
from benches.players.pending_bans import pending_bans
from kwbot.commands.simulate import first_deal
from kwbot.engine.deals.match import Match
from kwbot.engine.phases.rulepoints import LedFirst, MustFall, TrumpsAfterOthers
from kwbot.engine.values.actions import Play, Seat
from kwbot.engine.values.cards import Card
from kwbot.engine.values.choices import PlayCard
from kwbot.engine.views.view import View, view
from kwbot.players.turns.levels import COMPUTERS, decide
from kwbot.variants import games
from tests.independent.endings import Ending

MAX_CARDS = 6
"""With so many cards in hand or fewer a decision is held against all hands."""
BETTER_SHARE = 0.25
"""In this share of the hands another card must be better."""
MAX_NODES = 60_000_000
"""So many cards are tried at most where more are in hand, which only a trick of partner's needs."""
DEALS = 1000
BIDDER = "normal"
MAX_WRONG = {"hard": 1 / 50, "normal": 1 / 20}
"""Wrong cards a deal."""
MAX_RUFFS, MAX_OVERTAKES = 3.0, 2.0
"""In a hundred deals: of a trick that partner has for sure."""
NOT_JUDGED = "not judged: "
"""Begins the names of what the solver does not know, in place of a verdict."""


def _enter(game: str, level: str) -> None:
    @benchmark(f"cards-{game}-{level}", f"{game}: cards that cannot be right, level {level}", DEALS)
    def measure(sample: Sample) -> Iterable[Figure]:
        sample.take(lambda number: dict(looked_at(game, level, number)))
        yield from _figures(sample, level)


for _game in games():
    for _level in MAX_WRONG:
        _enter(_game, _level)


def _figures(sample: Sample, level: str) -> Iterator[Figure]:
    total, deals = sample.sums, len(sample.kept)
    yield Figure("deals", deals, "")
    yield Figure("decisions held against the hands that fit", total["tried"], "")
    yield Figure("hands that settled these", total["layouts"], "")
    for kind in sorted(one for one in total if one.startswith(NOT_JUDGED)):
        yield Figure(kind, total[kind], "decisions")
    yield Figure("wrong cards a deal", total["wrong"] / deals, "", MAX_WRONG[level])
    yield Figure("partner's safe tricks", total["safe"], "decisions")
    for kind, most_of_all, most_in_vain in (
        ("ruffs", MAX_RUFFS, None),
        ("overtakes", None, MAX_OVERTAKES),
    ):
        of_all, in_vain = (100 * total[key] / deals for key in (kind, f"{kind} in vain"))
        judged_ones = total[f"{kind} judged"]
        yield Figure(f"{kind} of these in 100 deals", of_all, "", most_of_all)
        yield Figure(f"{kind} judged", judged_ones, "decisions")
        yield Figure(f"{kind} not judged", total[kind] - judged_ones, "decisions")
        yield Figure(f"{kind} that gain nothing in 100 deals", in_vain, "", most_in_vain)


def looked_at(game: str, level: str, number: int) -> Counter[str]:
    """Return what is found in one deal among four who play the cards at a level."""
    name = f"cards {game} {number}"
    rng, found = Random(name), Counter[str]()
    match = first_deal(game, rng)
    while match.to_act():
        seat = match.to_act()[0]
        choice = match.choice(seat)
        player = COMPUTERS[level if isinstance(choice, PlayCard) else BIDDER]
        action = decide(player, match, seat, rng)
        if isinstance(action, Play) and len(choice) > 1:
            found.update(judged(match, seat, action.card, Random(f"{name} {len(found)}")))
        match = match.apply(seat, action)
    return found


def judged(match: Match, seat: Seat, card: Card, rng: Random) -> Counter[str]:
    """Return what is found of a card that somebody in turn plays."""
    seen = view(match, seat)
    known, few = ending(seen, seat, len(seen.hand)), len(seen.hand) <= MAX_CARDS
    untried = "what is seen" if known is None else _untried(seen, known)
    if known is None or untried:
        return Counter({f"{NOT_JUDGED}{untried}": int(few)})
    trial = CardTrial(seen, known, card)
    found = _taken_from_partner(trial, rng, UNLIMITED if few else MAX_NODES)
    if not few or not trial.others:
        return found
    verdict = trial.better_card(trial.others, BETTER_SHARE, rng)
    if verdict is None:
        found[f"{NOT_JUDGED}{trial.unjudged}"] += 1
        return found
    found.update({"tried": 1, "layouts": verdict.hands})
    if verdict.card is not None:
        found["wrong"] += 1
        right = trial.name(verdict.card)
        sys.stderr.write(f"{card} is wrong, {right} is right: {seen.hand} {seen.plays}\n")
    return found


def _taken_from_partner(trial: CardTrial, rng: Random, max_nodes: int) -> Counter[str]:
    """Return whether partner had a trick for sure, and what is found of a card that takes it."""
    leaving = trial.leaving_cards()
    found = Counter({"safe": int(bool(leaving))})
    if leaving and trial.takes:
        kind = "overtakes" if trial.follows else "ruffs"
        found[kind] += 1
        verdict = trial.better_card(leaving, 0.0, rng, max_nodes)
        if verdict is not None:
            found[f"{kind} judged"] += 1
            found[f"{kind} in vain"] += verdict.card is not None
    return found


def _untried(seen: View, known: Ending) -> str:
    """Return what the solver does not know of the rules that still hold here; "" if it knows
    all."""
    assert seen.rules
    for ban in pending_bans(seen):
        late = isinstance(ban.cards, TrumpsAfterOthers) and not known.trumps_follow
        if not (late or isinstance(ban.cards, MustFall | LedFirst)):
            return "bans"
    return ""
