"""What one player may see, and what games say of it to whoever thinks."""
