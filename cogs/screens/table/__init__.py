"""What everybody sees of a running table: its message, buttons and votes, and ways to leave."""
