"""Parts that several areas share: a deal played by presses, the place of a hand, the first lesson,
the check for moderators."""
