"""Calls to Discord: how they are sent, their limits, and retries."""
