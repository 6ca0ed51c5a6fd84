"""What `halfmove book` does."""
