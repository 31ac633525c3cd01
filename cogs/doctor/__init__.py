"""Trials of the features of Discord that the bot relies on."""
