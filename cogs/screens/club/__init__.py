"""What a server does together: evenings, the deal of the day, the weekly post."""
