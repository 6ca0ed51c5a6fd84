"""Trees as pictures: SVG, PNG, PDF, Graphviz, LaTeX, and a page to step through.

subject     what is drawn, and how: a trace, a replay, an outline or a game, and the options
content     what is said of every node
layout      where the nodes stand from left to right, and how the edges run
glyph       one node with what is written at it; legend and titles
compose     all of it as a scene
frames      a scene after every event of a trace
svg         writes the scene, as PNG and PDF too
latex       writes the scene for TikZ, and the content for the package forest
dot         writes the content for Graphviz
"""

from halfmove.teach.drawing.picture import FORMATS, page, save, svg
from halfmove.teach.drawing.subject import Style

__all__ = ["FORMATS", "Style", "page", "save", "svg"]
