"""All tables of a process: opened, found, resumed, and shared with other processes."""
