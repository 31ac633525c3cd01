"""Players: by rule of thumb, and by looking ahead at cards and bids."""
