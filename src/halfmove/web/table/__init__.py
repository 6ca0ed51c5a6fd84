"""A game on the table, in the browser: played, analysed, looked into.

table        the game with its variations, and who is told when something changes
seats        who plays: people, engines, their clocks
moves        the list of moves with its variations
study        the analysis: lines, value, settings, side by side
growth       the tree of the running search, opened node by node
review       the report of a game: values, mistakes, refutations
counting     the dead stones of a game of Go
arranging    a position set up by hand
papers       positions and games in the field's notations, in and out
"""
