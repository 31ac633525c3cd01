"""What tables refuse, and what happens where something cannot be shown."""
