"""Activities of a server in words: evenings, the deal of the day, the weekly post."""
