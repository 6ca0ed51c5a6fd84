"""Learning: networks trained by self-play, and weights fitted to games."""
