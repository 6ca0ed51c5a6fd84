"""Trees as pictures: SVG, PNG, PDF, Graphviz, LaTeX, and a page to step through.

subject     what is drawn: a trace, a replay, an outline or a game
content     what is said of every node
layout      where the nodes stand from left to right
glyph       one node with what is written at it; edges, legend and titles likewise
compose     all of it as a scene
svg, tikz   write the scene; dot and forest write the content, and lay it out themselves
typeset     makes PNG and PDF of the SVG
"""

from halfmove.teach.drawing.picture import FORMATS, save, svg
from halfmove.teach.drawing.subject import Style

__all__ = ["FORMATS", "Style", "save", "svg"]
