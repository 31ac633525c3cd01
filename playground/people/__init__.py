"""People at the keyboard: what Discord's own client lets them do and shows them."""
