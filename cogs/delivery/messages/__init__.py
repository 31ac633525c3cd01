"""Messages that are kept up to date: what each shows, when and where."""
