"""Kwbot on a playground, without Discord: guests who play there, and a scripted evening."""
