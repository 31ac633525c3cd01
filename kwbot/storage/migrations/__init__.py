"""The steps that lead from an empty database to `models`, one file each, never changed again."""
