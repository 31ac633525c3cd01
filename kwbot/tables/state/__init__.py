"""The state of a table as immutable values, with its limits, options and shuffle."""
