"""The basis of all texts: languages, terms, cards, markdown, and pieces that screens share."""
