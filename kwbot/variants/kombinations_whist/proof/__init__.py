"""The proof that a hand cannot make a bid, whatever the others hold and play (§7).

docs/impossible-bids.md states and proves every argument; the code refers to their numbers.
"""
