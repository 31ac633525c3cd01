"""The event log of a table: what each event changes, its body, and its replay."""
