"""What is asked of the database, an area a module."""
