"""What the terminal and the browser share: words, games described, analyses as data."""
