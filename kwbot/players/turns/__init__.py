"""Turns of computer players by level, alone, in a row, and in a process of their own."""
