"""Commands for tables that have not begun: to open, join, set up and plan them, and invite
people."""
