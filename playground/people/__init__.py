"""People at the keyboard: their actions in Discord's own client, and what it shows them."""
