"""The bot on Discord: commands, buttons and messages, each a thin translation."""
