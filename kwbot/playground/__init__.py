"""An embedded server that speaks Discord's protocol, so that the bot runs without a token."""
