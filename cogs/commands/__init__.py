"""Commands and the buttons that belong to them, an area each, which do not know each other."""
