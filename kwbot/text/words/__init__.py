"""What all texts are made of: languages, terms, cards, markdown, and pieces that screens share."""
