"""What is stored: rows, documents, and the values read from them."""
