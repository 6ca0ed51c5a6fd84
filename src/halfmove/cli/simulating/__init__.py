"""What `halfmove simulate` shows."""
