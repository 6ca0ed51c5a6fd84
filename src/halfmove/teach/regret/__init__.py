"""Regret minimisation step by step: the tables as they grow, the tree with its information sets, and how fast
the average strategies of all variants become good.

    trace = record(hm.game("kuhn"), algorithm="cfr", iterations=5)
    print(trace.text())
    trace.save("kuhn.html")
"""

from halfmove.teach.regret.trace import RegretTrace, record

__all__ = ["RegretTrace", "record"]
