"""Whist games for Discord: rules, tables, texts and storage."""

__version__ = "0.1.0"
