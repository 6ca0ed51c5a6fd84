# %% [markdown]
# # 2. Alpha-beta, step by step
#
# The same answer as minimax, from a part of the tree. What makes it work is two numbers that every node is
# given:
#
# - **α**, what MAX is already sure of, somewhere above;
# - **β**, what MIN can already hold MAX to, somewhere above.
#
# Only a value between them can matter. Together they are the *window* (α, β).
# %%
from IPython.display import SVG

import halfmove as hm
from halfmove.teach.examples import DEEP_CUT, FIG_5_2, WINSTON

# %% [markdown]
# ## The smallest cut
#
# Winston's tree: two moves, two answers each.
#
# **Predict:** MAX knows that the left move is worth 2. The first answer to the right move is worth 1. Need
# he look at the other?
# %%
hm.trace(hm.tree(WINSTON))
# %% [markdown]
# Whatever the last leaf is worth, MIN takes 1 or less there, and MAX has 2. The double bar is the cut, and
# `≤ 1` says that the node's value is only a bound. 3 static evaluations in the place of 4.
#
# ## Fig. 5.2, with pauses
#
# **Predict:** which of the nine leaves are never visited?
# %%
found = hm.trace(hm.tree(FIG_5_2))
SVG(found.svg(show="blank", title="Cross out what alpha-beta never visits"))
# %% [markdown]
# A picture after so many steps. Here B is finished: MAX is sure of 3.
# %%
from halfmove.search.trace import Cutoff

cuts = [i for i, event in enumerate(found.events, 1) if isinstance(event, Cutoff)]
print(len(found.events), "events; cuts are the events number", *cuts)
# %%
SVG(found.svg(steps=17))
# %% [markdown]
# And here the first cut: 2 ≤ 3, and c2 and c3 do not matter.
# %%
SVG(found.svg(steps=cuts[0]))
# %% [markdown]
# **Predict:** D has the leaves 14, 5, 2. Which are visited?
# %%
found
# %% [markdown]
# All three: 14 and 5 leave it open whether a3 is better than a1. After the 2 the node is given up as well,
# but a cut after the last child removes nothing. So there are *two* cutoffs and *one* node where leaves were
# saved.
# %%
found.counts
# %% [markdown]
# Each number has its definition, because lectures count differently.
# %%
for name, definition in found.counts.definitions().items():
    print(f"{name}: {definition}")
# %% [markdown]
# ## Why a cut is allowed: in words
# %%
for line in found.text("sentences", width=None).splitlines():
    if "Cut at" in line:
        print(line.strip())
# %% [markdown]
# ## A deep cut
#
# The bound need not come from the parent. **Predict:** which leaf does the 5 at the root make irrelevant?
# %%
hm.trace(hm.tree(DEEP_CUT))
# %% [markdown]
# The 9, three plies below the root. No sibling of the nodes in between has been seen yet: it is MAX's 5 that
# counts.
#
# ## Dialects
#
# Lectures write alpha-beta differently, and the numbers beside the nodes differ with them. Know yours.
# %%
for name, dialect in hm.DIALECTS.items():
    print(f"{name:8} returns {dialect.returns}")
# %% [markdown]
# On a tree with equal values ≥ and > are not the same. **Predict:** how many leaves does each dialect visit
# here?
# %%
tied = hm.tree([[3, 5], [3, 1]])
for name in hm.DIALECTS:
    outcome = hm.alphabeta(tied, dialect=name)
    print(f"{name:8} value {outcome.value}, {outcome.terminals} leaves, {outcome.cutoffs} cutoffs")
# %% [markdown]
# `cs188` cuts only where v is *beyond* the window, so it looks at the last leaf.
#
# Fail-soft and fail-hard return different bounds from the same visits:
# %%
print(hm.trace(hm.tree(DEEP_CUT), dialect="aima").text("tree").partition("\n\n")[0])
# %%
print(hm.trace(hm.tree(DEEP_CUT), dialect="winston").text("tree").partition("\n\n")[0])
# %% [markdown]
# ## Exercises
#
# An exercise is known by its number, and is marked with reasons. Draw it on paper, then answer.
# %%
exercise = hm.exercise(21, depth=3, branching=(2, 3), min_cuts=2, ties=False)
SVG(exercise.whole.svg(show="blank", title="Exercise 21"))
# %% [markdown]
# Put your answers in the place of these, and run the cell again.
# %%
marking = hm.mark(exercise, {"values": "A=5 B=8", "move": "a2", "pruned": "none"})
print(marking.points, "of", marking.most, "points")
# print(marking.text())  # the reasons, when you are done
# %% [markdown]
# More to do:
#
# 1. Turn the children of fig. 5.2 round: `hm.trace(tree, order="right")`. How many leaves are visited now?
#    Why?
# 2. Find leaves for `[[?, ?], [?, ?]]` so that alpha-beta saves nothing. Which leaf decides it?
# 3. MIT's GAME1 is `halfmove.teach.examples.MIT_GAME1`: 13 of its 16 leaves are visited. Which three are
#    not?
# 4. `hm.tree(MIT_GAME1, root="min")` lets MIN begin. Predict value and count before you run it.
