# %% [markdown]
# # 3. What it costs
#
# Alpha-beta's answer never depends on the order of moves. Its cost depends on nothing else.
# %%
import halfmove as hm
from halfmove.teach.examples import BEST_ORDER, FIG_5_2, WORST_ORDER

# %% [markdown]
# ## The best and the worst case
#
# Three plies of three moves: 27 leaves. **Predict:** how few can alpha-beta do with, if the best move always
# comes first?
# %%
hm.trace(hm.tree(BEST_ORDER))
# %% [markdown]
# 11 = 3² + 3¹ − 1. In general b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth and Moore 1975). The same sort of tree in the
# worst order:
# %%
worst = hm.trace(hm.tree(WORST_ORDER))
print(worst.counts.evaluations, "of 27 leaves,", worst.counts.cut_edges, "edges cut")
# %% [markdown]
# The formulas, as functions. **Predict** before you run: is the step from depth 2 to 3 as dear as that from
# 3 to 4?
# %%
print("depth  best  worst")
for depth in range(1, 7):
    print(f"{depth:5} {hm.growth.best_case(3, depth):5} {hm.growth.worst_case(3, depth):6}")
# %% [markdown]
# It is dearer. In the best case one player has one move a node and the other all of them, and an odd ply
# goes to the one who needs all.
#
# ## The mean
#
# With random leaves it is neither. There is an exact formula for that too, and real searches of random trees
# agree with it within their sampling error.
# %%
for depth in range(2, 6):
    point = hm.growth.sampled("alphabeta", 2, depth, samples=400)
    formula = hm.growth.mean_case(2, depth)
    print(f"d = {depth}: formula {formula:6.3f}, measured {point.count:6.3f} ± {point.error:.3f}")
# %% [markdown]
# ## The curve of the lectures
#
# Ten branches, on a logarithmic scale: equal steps are equal factors.
# %%
curves = hm.growth.uniform_curves(10, 8)
curves
# %% [markdown]
# A million evaluations buy so many plies:
# %%
deeper = hm.growth.uniform_curves(10, 11)
print(str(hm.growth.depth_reached(deeper, [1_000_000])).strip())
# %% [markdown]
# ## A real game
#
# Nodes to look so many plies ahead in tic-tac-toe, from the empty board. `+order` tries the game's most
# promising moves first.
# %%
measured = hm.growth.game_curves(
    hm.game("tictactoe"),
    algorithms=["minimax", "alphabeta", "alphabeta+order"],
    depth=6,
    seconds=None,
)
for series in measured.series:
    print(f"{series.name:16}", *(f"{point.count:8,.0f}" for point in series.points[:6]))
# %% [markdown]
# The last row is the best case of a *uniform* tree as broad as minimax found the game. A real game is not
# uniform, so a good order can do with less.
#
# ## One tree, all orderings
#
# **Predict:** fig. 5.2 as printed takes 7 evaluations. Could another order of its children do with fewer?
# What is the least that *any* order needs, and why can it not be 4?
# %%
print(hm.orderings(hm.tree(FIG_5_2), samples=0))
# %% [markdown]
# One exchange is enough: the 2 first under D. Do it by hand:
# %%
hm.trace(hm.reorder(hm.tree(FIG_5_2), {"D": ["d3"]}))
# %% [markdown]
# ## Exercises
#
# 1. Two searches, both alpha-beta, differ by a factor of a hundred on the same position. What may differ?
# 2. Reorder `WORST_ORDER` by hand with `hm.reorder` until it needs fewer than 15 evaluations.
# 3. `hm.growth.limit_branching(b)` is what a ply multiplies the cost by, for random leaves and deep trees.
#    Compare it with √b and with b for b = 2, 10, 40.
# 4. Why is a search to depth 2·d with perfect ordering about as dear as minimax to depth d?
# %%
for b in (2, 10, 40):
    print(b, round(hm.growth.limit_branching(b), 2), round(b**0.5, 2))
