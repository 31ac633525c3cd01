"""Pictures that people see: the bot's, their own, and those from elsewhere."""
