"""The phases that a deal is made of."""
