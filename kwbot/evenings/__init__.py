"""Evenings of a club: several tables for one set of people, drawn anew each round."""
