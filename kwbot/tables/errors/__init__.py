"""What tables refuse, and errors of showing something in a place."""
