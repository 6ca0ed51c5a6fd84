"""Matches that mean something: players, games between them, ratings, sequential tests."""
