"""Looks: scenes as pictures, emojis or symbols. They know neither rules nor Discord."""
