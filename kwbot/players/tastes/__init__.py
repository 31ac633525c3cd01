"""What computer players like where it hardly matters."""
