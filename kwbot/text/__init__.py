"""Views and choices in words, in all languages."""
