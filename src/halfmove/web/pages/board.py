"""Play and analyse (being built)."""
