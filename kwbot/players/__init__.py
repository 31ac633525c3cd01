"""Computer players. They see a view and return an action, like everybody else."""
