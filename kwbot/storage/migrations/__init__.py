"""The steps from an empty database to `models`, one file each, never changed once released."""
