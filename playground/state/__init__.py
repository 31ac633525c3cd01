"""What is there, what Discord allows of it, and how it is written down."""
