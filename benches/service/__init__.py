"""Quality of service: speed, memory, pictures, Discord's limits."""
