"""What several areas share: a deal that is played by presses, a hand's place, who may moderate."""
