"""The bot as its host meets it: first start, health and metrics over HTTP, backups, the doctor."""
