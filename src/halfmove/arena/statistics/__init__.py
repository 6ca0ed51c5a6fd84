"""The statistics of games: Elo differences, sequential tests, ratings; functions of counts alone."""
