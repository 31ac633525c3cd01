"""Interactions by HTTP: the page that Discord posts them to, and handing them on in a cluster."""
