"""The weekly post of a server: the players, the climbers and the hand of the week."""
