"""Games that are over: their list, their deals looked at again, reviewed, or played again."""
