"""Cards that cannot be right, and partner's tricks taken for nothing.

A card is wrong if another one is never worse in the hands that fit what was seen, and better in at
least a quarter of them. All fitting hands are tried, or 200 of them if there are more, with all
cards open, by a solver that the players do not have. Partner's trick is taken for nothing if
leaving it is never worse in 1,000 hands.

Few hands are needed for this verdict. One of several touching cards stands for all. Another card is
given up once it is worse in one hand; once it could not be better in a quarter of all even if it
were in all that are left; or once it was better in so few of the first hands as would happen once
in 100,000 times if a quarter of all were better: none of 41, four of 78. (Hands come in random
order.) Without any other card left, no more hands are tried. Within a hand the only questions are
whether a card brings as much as the one played, and whether it brings more.

If somebody may hold an unseen card that counts as another, a card is worse in a hand if it is for
any of their cards that may be the one, and better if it is for all. If several play alone there are
more than two sides, and all play their best: each possible end is compared with each. What the
solver does not know is counted by its reason.

All bid as normal players do: hard ones spend up to nine tenths of a deal's time on bids, and only
cards are judged.
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
"""Most cards in hand at which a decision is judged by all fitting hands."""
BETTER_SHARE = 0.25
"""Share of the hands in which another card must be better."""
MAX_NODES = 60_000_000
"""Most cards tried with more in hand, which only partner's tricks need."""
DEALS = 1000
BIDDER = "normal"
MAX_WRONG = {"hard": 1 / 50, "normal": 1 / 20}
"""Most wrong cards a deal, by level."""
MAX_RUFFS, MAX_OVERTAKES = 3.0, 2.0
"""Most ruffs, and most overtakes in vain, of partner's safe tricks in a hundred deals."""
NOT_JUDGED = "not judged: "
"""Prefix of the counts of decisions without a verdict."""


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
    """Return the findings in one deal among four who play the cards at a level."""
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
    """Return the findings about a card played by somebody in turn."""
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
    """Return whether partner had a certain trick, and the findings about a card that takes it."""
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
    """Return which of the pending rules the solver does not know; "" if it knows all."""
    assert seen.rules
    for ban in pending_bans(seen):
        late = isinstance(ban.cards, TrumpsAfterOthers) and not known.trumps_follow
        if not (late or isinstance(ban.cards, MustFall | LedFirst)):
            return "bans"
    return ""
