"""Matrix games solved by hand, step by step: dominated actions struck out, then all supports tried.

trace = record(hm.game("matrix", table="3 0; 1 2; 0 1"))
print(trace.text())
trace.save("matrix.html")
"""

from halfmove.teach.matrix.trace import MatrixTrace, record

__all__ = ["MatrixTrace", "record"]
