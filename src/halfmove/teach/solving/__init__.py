"""How `solve` finds its answers: proofs, strategies, and hold'em on buckets and in subgames."""
