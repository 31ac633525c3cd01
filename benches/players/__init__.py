"""Benchmarks of the computer players' strength, and of the truth of proofs."""
