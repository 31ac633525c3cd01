"""All tables of a process: found, opened, resumed, and told of servers that come and go."""
