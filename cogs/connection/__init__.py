"""The connection to Discord: the client, its supervision, and how interactions are answered."""
