"""Commands for settings, preferences, bans and personal data; and the bot's greeting."""
