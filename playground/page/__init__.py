"""The page in the browser: its files, its windows, and what they show."""
