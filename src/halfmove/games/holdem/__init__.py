"""Texas hold'em."""
