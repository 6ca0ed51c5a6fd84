"""Scrabble: rules, lexicons, a generator of plays, positions and pictures."""

GAMES = {"scrabble": "game:Scrabble"}
