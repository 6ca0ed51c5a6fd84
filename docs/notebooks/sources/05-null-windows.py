# %% [markdown]
# # 5. Negamax, SCOUT, NegaScout, MTD(f)
#
# One value, five searches. What differs is the windows they ask with, and what they must ask twice.
# %%
import math

import halfmove as hm

tree = hm.tree([[[3, 4], [9]], [[5, 6], [8, 7]]])
hm.trace(tree)
# %% [markdown]
# ## Negamax: one function in the place of two
#
# max(a, b) = −min(−a, −b). So every node can maximise, if the values and the window are those of the player
# *to move*.
#
# **Predict:** a node is entered with the window (3, ∞). With which window does it enter its child?
# %%
hm.trace(tree, algorithm="negamax")
# %% [markdown]
# With (−∞, −3): negated *and* exchanged. The leaves visited are the same.
# %%
for form in ("F", "F2", "F3"):
    outcome = hm.negamax(tree, form=form)
    print(f"{form:2}  value {outcome.value}, {outcome.terminals} leaves")
# %% [markdown]
# Knuth and Moore's names: F has no window (it is minimax), F2 is fail-hard, Fishburn's F3 fail-soft.
#
# ## A question with two answers: the null window
#
# Where all values are whole numbers, nothing lies inside (3, 3.5). Such a window cannot bring out a value.
# It asks: *is it more than 3?*, and cuts as much as any window can.
# %%
for alpha in (3, 5, 6):
    outcome = hm.alphabeta(tree, alpha=alpha, beta=alpha + 0.5)
    answer = "more" if outcome.value > alpha else "not more"
    print(f"more than {alpha}? {answer}, after {outcome.terminals} leaves: the bound is {outcome.value}")
# %% [markdown]
# ## SCOUT and NegaScout
#
# Search the first move properly. Of every other move ask only whether it is better; if it is, search it
# again.
#
# **Predict:** which move of this tree must be searched twice?
# %%
scout = hm.trace(tree, algorithm="negascout")
scout
# %%
from halfmove.search.trace import Again

for event in scout.events:
    if isinstance(event, Again):
        print("again:", scout.label((*event.path, event.action)), "with", (event.alpha, event.beta))
# %% [markdown]
# The tree was in a bad order, so this cost more than alpha-beta. With the better move first:
# %%
for what, arranged in (("as given", tree), ("better move first", hm.reorder(tree, {"root": [1]}))):
    print(what, {s.__name__: s(arranged).terminals for s in (hm.alphabeta, hm.negascout, hm.scout)})
# %% [markdown]
# ## MTD(f): nothing but questions
#
# Guess the value, ask a null-window question, move the guess, ask again, until lower and upper bound meet. A
# memory keeps what was learnt.
#
# **Predict:** with which first guess are the fewest questions needed?
# %%
for first in (0, 6, 9):
    asked = hm.trace(tree, algorithm="mtdf", first=first)
    questions = 1 + sum(isinstance(event, Again) and event.action is None for event in asked.events)
    value, leaves = asked.outcome.value, asked.outcome.terminals
    print(f"first guess {first}: value {value}, {questions} questions, {leaves} leaves")
# %% [markdown]
# From the value itself two questions are always enough: one proves "at least", the other "at most". (From 9
# they happen to be enough here.) The two:
# %%
for line in hm.trace(tree, algorithm="mtdf", first=6).text("events").splitlines():
    if line.startswith(("enter root", "return root", "again")):
        print(line)
# %% [markdown]
# ## All of them, on a larger tree
#
# They agree on value and move; the leaves they visit differ.
# %%
larger = hm.exercise(5, depth=4, branching=3, ties=False).game
for search in (hm.minimax, hm.alphabeta, hm.negamax, hm.negascout, hm.scout, hm.mtdf):
    outcome = search(larger)
    print(f"{search.__name__:10} {outcome.value:4} by {outcome.action}: {outcome.terminals} leaves")
# %% [markdown]
# ## Exercises
#
# 1. Write the windows of the negamax picture as MAX sees them. Check with the first picture.
# 2. `hm.mtdf(tree, first=math.inf)` is Stockman's SSS*. How many leaves does it visit?
# 3. Find an order of `larger` in which NegaScout evaluates no more leaves than alpha-beta, and one in which
#    it evaluates many more. (The cell below has the first.)
# 4. Why is a re-search of NegaScout not needed at the last ply?
# %%
best = hm.orderings(larger, samples=0).best.tree
print(hm.alphabeta(best).terminals, hm.negascout(best).terminals)
print(hm.mtdf(tree, first=math.inf).terminals)
