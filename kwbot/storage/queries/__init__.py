"""Queries of the database, an area a module."""
