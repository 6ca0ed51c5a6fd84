"""The explicit game tree of the textbooks: `tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])`."""

from halfmove.games.tree.game import Tree, tree
from halfmove.games.tree.node import Node

__all__ = ["Node", "Tree", "tree"]
