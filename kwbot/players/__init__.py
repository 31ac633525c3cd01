"""Computer players. Like everybody else, they see a view and return an action."""
