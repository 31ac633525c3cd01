"""How well people are served: speed, memory, pictures, Discord's limits."""
