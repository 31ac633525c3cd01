"""The deal of the day: everybody on a server privately plays the same cards from the same seat."""
