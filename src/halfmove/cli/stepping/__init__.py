"""A search step by step in the terminal: `halfmove tree … --steps`, `halfmove simulate … --steps`."""
