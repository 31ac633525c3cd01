"""What a running table is: its events, and everything that follows from them."""
