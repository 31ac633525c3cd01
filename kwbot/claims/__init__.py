"""Proofs that a claim is certain, by what one player may see."""
