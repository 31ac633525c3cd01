"""Proofs that a claim is certain, from what one player may see."""
