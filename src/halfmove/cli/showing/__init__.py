"""What `halfmove tree` prints and writes."""
