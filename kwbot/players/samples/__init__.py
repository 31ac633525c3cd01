"""Hidden hands: what a view says of them, and samples for the kernel."""
