"""Tables that have not begun: opened, joined, set up, planned, and who is asked to come."""
