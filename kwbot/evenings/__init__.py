"""Evenings of a club: several tables for one group of people, drawn again each round."""
