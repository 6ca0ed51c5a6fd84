"""Stepping through recorded searches in the terminal: `tree … --steps`, `simulate … --steps`."""
