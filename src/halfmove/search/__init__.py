"""Searches: one module an algorithm; none knows a particular game."""
