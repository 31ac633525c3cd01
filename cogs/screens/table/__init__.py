"""What everybody sees of a running table: its message, buttons and votes, and how one leaves."""
