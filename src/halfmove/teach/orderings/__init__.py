"""What the order of children is worth: a tree's best and worst ordering, others by hand or at random.

found = hm.orderings(hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
print(found)
hm.trace(found.best.tree).counts.evaluations     # 5: no ordering of this tree does with less

extremes       the best and the worst ordering, exactly, by dynamic programming
orders         a tree with its children in another order, given or at random
report         everything put together
request        the operation
"""

from halfmove.teach.orderings.orders import reorder
from halfmove.teach.orderings.report import Ordering, Orderings, compare_orderings

__all__ = ["Ordering", "Orderings", "compare_orderings", "reorder"]
