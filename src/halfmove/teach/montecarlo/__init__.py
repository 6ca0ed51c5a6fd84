"""Monte Carlo tree search to look at: iterations recorded, drawn as text, told in sentences.

counts      a tree of wins and playouts as text
trace       a search recorded, and what can be read off it
sketch      the tree after k steps
labels      wins/playouts, and what is proven, as people write them
branches    the tree as text, a node a line
drawing     the tree as a picture, and what a player steps through
table       the terms of the formula at a node, a line an action
sentences   each step in words
text        the whole of it
jsons       the whole of it as data
figures     textbooks' figures to replay
"""

from halfmove.teach.montecarlo.trace import SimulationTrace, simulate

__all__ = ["SimulationTrace", "simulate"]
