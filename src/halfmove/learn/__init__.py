"""Learning: weights fitted to games."""
