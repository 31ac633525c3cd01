"""Looks: scenes drawn as a picture, in emojis or in symbols. They know no rule and no Discord."""
