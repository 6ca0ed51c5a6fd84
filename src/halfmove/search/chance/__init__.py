"""The engine for games of chance: expectiminimax with Star2, a transposition table, deepening and threads.

`search` is its kernel, `root` one level of it, `engine` the algorithm `chance-engine`.
"""
