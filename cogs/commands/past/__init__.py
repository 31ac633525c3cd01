"""What was played: games looked at again, played again, proven, and what they add up to."""
