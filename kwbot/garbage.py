"""When Python looks for garbage.

Games are immutable values: one that nobody needs any more goes at once, by its count of references.
Only what refers to itself has to be looked for, which is little. To look through all open tables
takes a fifth of a second at 3,000 of them, in which nobody is answered; to look through the young
ones takes a millisecond for some thousands of them.
"""

import gc

THRESHOLDS = 5_000, 20, 80
"""New objects until the young ones are looked through; how often until older, and the oldest."""


def seldom() -> None:
    """Look more seldom than Python does by itself (700, 10, 10). For the whole process."""
    gc.set_threshold(*THRESHOLDS)
