"""The games: one file or package each, found by discovery."""
