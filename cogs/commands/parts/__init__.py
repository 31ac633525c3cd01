"""Parts of several areas: a deal played by presses, the place of a hand, the first lesson, checks
of moderators."""
