"""Commands for what a server does together: evenings and the deal of the day."""
