"""The tastes of computer players among nearly equal actions."""
