"""What is counted over many games: leaderboards, seasons, ratings, careers, lists of games."""
