"""Queries of the database, one module for each area."""
