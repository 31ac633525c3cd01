"""Commands for tables that have not begun: to open, join, set up, plan them, and invite people."""
