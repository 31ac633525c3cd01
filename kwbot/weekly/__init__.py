"""The weekly post of a server: who played, who rose, the hand of the week."""
