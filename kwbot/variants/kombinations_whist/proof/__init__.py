"""The proof that a bid cannot be made with a hand, whatever the others hold and play (§7).

docs/impossible-bids.md states and proves every argument; its numbers are in the code.
"""
