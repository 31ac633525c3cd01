"""The deal of the day: all on a server play the same cards from the same seat, in private."""
