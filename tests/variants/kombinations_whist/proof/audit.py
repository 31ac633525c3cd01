"""Pairs of a hand and a bid with neither a proof nor an example: an exact solver is asked.

``python -m tests.variants.kombinations_whist.proof.audit [PAIRS] [odd] [BID ...]``; `odd` takes odd
hands, and the keys of standard bids take bids with these alone.
"""

import sys
from collections import Counter
from importlib.util import find_spec
from random import Random

from kwbot.engine.values.cards import CardSet
from kwbot.variants.kombinations_whist import EXPLORER
from kwbot.variants.kombinations_whist.bids import Bids
from kwbot.variants.kombinations_whist.printed_bids import STANDARD_BIDS
from kwbot.variants.kombinations_whist.proof.counting import LOWEST_BID_VALUE
from tests.variants.kombinations_whist.proof.exact import answer
from tests.variants.kombinations_whist.proof.test_odd_deals import odd_hand
from tests.variants.kombinations_whist.table import GAME
from tests.variants.kombinations_whist.witness.acted import example

SECONDS, LONGER, SOLVING = 1.0, 20.0, 60.0


def main(pairs: int, *, odd: bool, keys: frozenset[str]) -> Counter[str]:
    rng, found = Random(3), Counter[str]()
    every = {
        players: [bid for bid in Bids().all(LOWEST_BID_VALUE, players) if bid.parts[0] in keys]
        for players in (3, 4)
    }
    for number in range(pairs):
        players = rng.choice((3, 4))
        deck = list(GAME.deck(players))
        hand = odd_hand(rng, players) if odd else CardSet(rng.sample(deck, 13))
        bid = rng.choice(every[players])
        if EXPLORER.refusal(bid, hand, players):
            found["proved"] += 1
        elif example(bid, hand, players, SECONDS, number):
            found["example"] += 1
        elif example(bid, hand, players, LONGER, number):
            found["example in 20 s"] += 1
        else:
            said = answer(hand, bid, players, SOLVING)
            found[f"solver: {said}"] += 1
            sys.stdout.write(f"  {said}: {bid.arguments()} {hand}\n")
            sys.stdout.flush()
    return found


if __name__ == "__main__":
    if find_spec("ortools") is None:
        sys.exit("OR-tools is missing: pip install ortools")
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), 1000)
    keys = frozenset(STANDARD_BIDS) & frozenset(sys.argv) or frozenset(STANDARD_BIDS)
    for what, many in main(count, odd="odd" in sys.argv, keys=keys).items():
        sys.stdout.write(f"{what:<20} {many:>7}\n")
