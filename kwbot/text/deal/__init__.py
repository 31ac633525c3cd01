"""A deal in words: auction, hand, tricks, result, story, advice, and the scenes that looks draw."""
