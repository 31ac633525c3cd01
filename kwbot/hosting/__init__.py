"""The host's side of the bot: first start, health and metrics over HTTP, backups, the doctor."""
