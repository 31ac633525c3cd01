"""Players by rule of thumb, and players who search cards and bids."""
