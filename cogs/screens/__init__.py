"""Turns values into components: each screen and its controls. Knows no connection and no state."""
