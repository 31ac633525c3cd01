"""Trials of what the bot relies on at Discord."""
