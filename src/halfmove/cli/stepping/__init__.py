"""A search step by step in the terminal: `halfmove tree … --steps`."""
