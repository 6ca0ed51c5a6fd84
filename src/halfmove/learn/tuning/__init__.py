"""Weights of an evaluation tuned from the results of games."""
