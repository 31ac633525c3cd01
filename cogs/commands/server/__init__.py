"""What is set and kept: settings, preferences, bans, personal data, and the bot's greeting."""
