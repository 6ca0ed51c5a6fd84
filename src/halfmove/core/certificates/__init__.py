"""Certificates: proofs of what a position is worth, in files."""
