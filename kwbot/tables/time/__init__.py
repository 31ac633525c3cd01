"""Clocks, alarms and leases: what the tables need to know of time and of other processes."""
