"""A deal in words: auction, hand, tricks, result, story, advice, and scenes for looks to draw."""
