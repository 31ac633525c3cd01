"""What Discord sees: commands, buttons and messages, each a thin translation."""
