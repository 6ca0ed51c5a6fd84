"""A library of games: kept in one SQLite file, found by what is known of them and by the positions in them.

positions   how a library calls positions and moves
entry       what a library knows of a game
store       the file
adding      games out of files of records and of matches
search      which games are wanted, page by page
explorer    what was played from a position, and with what success
"""
