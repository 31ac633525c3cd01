"""Decides what is sent where and when: channel messages, hands, reminders, rate limit, retry."""
