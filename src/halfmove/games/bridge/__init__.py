"""Contract bridge: four players, hidden hands, an auction and thirteen tricks."""

GAMES = {"bridge": "game:Bridge"}
