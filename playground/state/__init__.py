"""The state of the server, Discord's limits on it, and its JSON."""
