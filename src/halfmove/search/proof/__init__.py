"""Proofs: searches that end with the true value, and how far it is."""
