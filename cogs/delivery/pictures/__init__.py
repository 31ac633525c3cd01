"""Pictures and emojis, and the looks in which a channel accepts them."""
