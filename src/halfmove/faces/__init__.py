"""What the faces share, the terminal and the browser: words, games described, analyses as data."""
