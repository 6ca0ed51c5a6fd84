"""Halfmove as a GTP engine: Go for the programs that show and play it, and our other games too."""
