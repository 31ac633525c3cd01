"""How well computer players play, and whether what is proven is true."""
