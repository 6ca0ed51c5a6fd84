"""Monte Carlo tree search to look at: iterations recorded, drawn as text, told in sentences.

counts    a tree of wins and playouts as text
trace     a search recorded, and the tree after each step
text      labels, the tree, the formula's terms and sentences
drawing   the growing tree as frames
jsons     the whole of it as data
data      what these data are
request   the operation `simulate`
figures   textbooks' figures to replay
"""

from halfmove.teach.montecarlo.trace import SimulationTrace, simulate

__all__ = ["SimulationTrace", "simulate"]
