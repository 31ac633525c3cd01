"""What a server does together, in words: evenings, the deal of the day, the weekly post."""
