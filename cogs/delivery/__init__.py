"""What is sent where and when: channel messages, hands, reminders, rate limit, retry."""
