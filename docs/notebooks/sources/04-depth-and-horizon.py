# %% [markdown]
# # 4. Depth limits, evaluation, and the horizon
#
# A real game is too large. A search stops at some depth, and an evaluation says what it thinks of the
# positions there. This notebook is about what goes wrong at that line, and about four answers to it.
# %%
import halfmove as hm
from halfmove.teach.examples import DELAY, HORIZON, SACRIFICE, SINGULAR, TAPERED

# %% [markdown]
# ## Evaluations at inner nodes
#
# Numbers in pawns. QxP wins a pawn (+1); the reply RxQ loses the queen (−8).
#
# **Predict:** what does a search of *one* ply play, and what should be played?
# %%
exchange = hm.tree(HORIZON)
hm.trace(exchange, depth=1)
# %% [markdown]
# The dashed line is the *horizon*: EVAL is asked there and nothing below is seen. A ply deeper the search
# knows better.
# %%
for depth in (1, 2, 3):
    outcome = hm.alphabeta(exchange, depth=depth)
    print(f"depth {depth}: {outcome.action} is worth {outcome.value}")
print("the truth:", hm.minimax(exchange)[:2])
# %% [markdown]
# ## Iterative deepening
#
# One ply, then two, then three: there is always an answer when the clock runs out, and what the last level
# found orders the next. **Predict:** does that not waste a lot of work?
# %%
game = hm.game("tictactoe")
print("depth   alone   all levels up to it")
for depth in range(1, 6):
    alone = hm.alphabeta(game, depth=depth).nodes
    deepened = hm.deepening(game, depth=depth).nodes
    print(f"{depth:5} {alone:7,} {deepened:9,}")
# %% [markdown]
# The last level is most of the cost, so the others add only a part; and with `best=True` every state tries
# its last best move first.
# %%
print(hm.deepening(game, depth=5, best=True).nodes)
# %% [markdown]
# ## Quiescence: do not stop in the middle of an exchange
#
# At the horizon a player may *stand pat* (take EVAL), or go on with a forcing move: a capture.
# %%
hm.trace(exchange, algorithm="quiescence", depth=1)
# %% [markdown]
# The captures are followed beyond the horizon to where it is quiet, and d4 is played.
#
# ## The horizon effect
#
# Here MAX will lose a bishop (−3), whatever he does. **Predict:** what does a search of two plies do about
# it?
# %%
threat = hm.tree(DELAY)
hm.trace(threat, depth=2)
# %% [markdown]
# It gives a pawn with check. The loss of the bishop has not gone away; it has gone *out of sight*, beyond
# the line. In the end both are lost (−4). More depth is not more truth at every step:
# %%
for depth in (1, 2, 3, 4):
    outcome = hm.alphabeta(threat, depth=depth)
    really = hm.minimax(threat, threat.result(threat.initial(), outcome.action)).value
    print(f"depth {depth}: {outcome.action:5} seems worth {outcome.value}, is worth {really}")
# %% [markdown]
# ## Singular extensions
#
# A move that has no alternative costs no choice, so the search looks a ply deeper along it. Two plies deep
# MIN's `accept` seems to refute the sacrifice (−6).
#
# **Predict:** what makes `accept` singular among its siblings?
# %%
trap = hm.tree(SINGULAR)
print("two plies:", hm.alphabeta(trap, depth=2)[:2], "   the truth:", hm.minimax(trap)[:2])
hm.trace(trap, algorithm="singular", depth=2, margin=5.0, budget=1)
# %% [markdown]
# ## Tapered search
#
# Branches(child) = branches(parent) − rank(child): the less plausible a move looks, the less is looked at
# below it.
# %%
plausible = hm.tree(TAPERED)
hm.trace(plausible, algorithm="tapered")
# %% [markdown]
# Cheap, and right as long as the static values tell the truth. This is forward pruning, not alpha-beta:
# nothing *proves* that what is left out does not matter.
# %%
misleading = hm.tree(SACRIFICE)
print("tapered:", hm.tapered(misleading)[:2], "   minimax:", hm.minimax(misleading)[:2])
# %% [markdown]
# ## Exercises
#
# 1. In `HORIZON`, which single evaluation would you change so that a search of one ply plays right? Is that
#    a cure?
# 2. Why does a quiescence search not help with `DELAY`? Whose move is it when the search stops?
# 3. Try `hm.singular(threat, depth=2, margin=100.0)`: which moves does it extend, and what does it play?
# 4. Change one static value in `SACRIFICE` so that the tapered search finds c.
# %%
hm.singular(threat, depth=2, margin=100.0)
