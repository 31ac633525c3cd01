"""Interactions by HTTP: the page to which Discord posts them, and forwarding in a cluster."""
