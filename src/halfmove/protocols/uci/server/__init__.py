"""Halfmove as a UCI engine: `halfmove uci`."""
