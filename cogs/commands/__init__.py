"""Commands and their buttons, by areas that do not know each other."""
