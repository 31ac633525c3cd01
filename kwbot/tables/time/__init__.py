"""Clocks, alarms, due dates and time zones."""
