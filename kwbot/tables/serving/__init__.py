"""All tables of a process: opening, finding and resuming them, and sharing with other processes."""
