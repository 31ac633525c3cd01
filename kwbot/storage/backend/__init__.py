"""SQLite and PostgreSQL: connections, transactions, the schema."""
