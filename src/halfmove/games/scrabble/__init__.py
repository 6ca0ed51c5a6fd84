"""Scrabble: a lexicon and its word graph."""
