"""Matches and tournaments in the terminal: what is asked for, the live table, the result."""
