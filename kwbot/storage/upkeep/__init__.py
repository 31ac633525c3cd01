"""Copies of whole databases: backups, moves, restores, recounts."""
