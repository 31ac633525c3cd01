"""Views and choices in words, in every language."""
