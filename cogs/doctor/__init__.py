"""What the bot relies on at Discord, tried out."""
