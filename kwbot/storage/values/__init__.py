"""The stored values: rows, documents, and the values read from them."""
