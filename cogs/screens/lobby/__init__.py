"""Tables that have not begun: who sits there, what will be played, and invitations."""
