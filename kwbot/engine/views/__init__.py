"""Views of a match for one player, and the counsel that games give on them."""
