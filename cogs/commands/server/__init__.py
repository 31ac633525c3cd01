"""Commands on settings, preferences, bans and personal data; and the bot's greeting."""
