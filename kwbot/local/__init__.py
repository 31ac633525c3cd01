"""Kwbot on a playground, without Discord: guests who play there, and their evening."""
