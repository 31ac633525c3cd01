"""Tables that have not begun: who sits there, what will be played, who is asked to come."""
