# %% [markdown]
# # 7. Several players: max^n, paranoid, collusion
#
# With three players "what I win the others lose" no longer says who loses. A leaf has a *vector* of payoffs,
# one for each.
# %%
import halfmove as hm
from halfmove.teach.examples import FIG_5_4

# %% [markdown]
# ## Max^n: everyone for himself
#
# Each player takes the child whose vector has the largest number *at his own place*. Russell and Norvig's
# fig. 5.4: A moves, then B, then C.
#
# **Predict:** what does C choose between (1, 2, 6) and (4, 2, 3)? What does A get in the end?
# %%
three = hm.tree(FIG_5_4)
hm.trace(three, algorithm="maxn")
# %% [markdown]
# ## Paranoid: all against me
#
# The player to move takes the others for one enemy. That is minimax on his own payoffs, so alpha-beta's cuts
# are allowed.
#
# **Predict:** can what the paranoid search promises be more than what max^n says?
# %%
hm.trace(three, algorithm="paranoid")
# %%
selfish, paranoid = hm.maxn(three), hm.paranoid(three)
print("max^n:   ", selfish.value, selfish.terminals, "leaves")
print("paranoid:", paranoid.value, paranoid.terminals, "leaves")
# %% [markdown]
# Never more: it is what A gets whatever the others do. And it needs fewer leaves.
#
# ## Collusion
#
# Here each of the others does well for himself.
# %%
bargain = hm.tree([[[(9, 0, 5), (0, 6, 3)], [(8, 1, 1), (8, 1, 0)]], [[(5, 2, 2), (5, 2, 1)]]])
hm.trace(bargain, algorithm="maxn")
# %% [markdown]
# Now players 1 and 2 agree to make their *sum* large. **Predict:** what does player 1 choose on the left,
# and what does player 0 do about it?
# %%
hm.trace(bargain, algorithm="maxn", teams=[(1, 2)])
# %% [markdown]
# On the left they would take (0, 6, 3) together, nine points in place of two, so player 0 moves right and is
# content with 5. Nobody threatened him; that they *could* agree was enough.
#
# ## Ties matter
#
# In two-player zero-sum games it does not matter which of two equal moves is taken. Here it does: C is
# indifferent, A is not.
# %%
tied = hm.tree([[[(0, 1, 2), (9, 1, 2)]], [[(5, 0, 0), (4, 0, 0)]]])
for order in ("left", "right"):
    found = hm.trace(tied, algorithm="maxn", order=order)
    print(f"from the {order}: {found.outcome.value}")


# %% [markdown]
# ## Two ghosts are not one
#
# If all others are MINs with the same aim (Pac-Man's ghosts), it is minimax after all, with two layers of
# MIN.
#
# **Predict:** the second ghost moves below the first. Can a bound of the *first ghost* cut what the second
# one looks at?
# %%
def against(pacman):
    """What Pac-Man gains, each ghost loses."""
    return pacman, -pacman, -pacman


pairs = [[(6, 4), (9, 7)], [(3, 8), (5, 5)]]
ghosts = hm.tree([[[against(value) for value in pair] for pair in move] for move in pairs])
for line in hm.trace(ghosts).text("sentences", width=None).splitlines():
    if "Cut at" in line:
        print(line.strip())
# %%
hm.trace(ghosts)
# %% [markdown]
# No: it is always Pac-Man's α. Both ghosts look for *less*, so what one has found never makes the other
# stop.
# %% [markdown]
# ## A search that does not fit says so
# %%
try:
    hm.trace(hm.tree([(3, 1), (1, 3)]), algorithm="alphabeta")
except hm.Unsuitable as reason:
    print(reason)
# %% [markdown]
# ## Exercises
#
# 1. In fig. 5.4, which single payoff of C would you change so that A gets 7? There is more than one.
# 2. When do max^n and paranoid give the player to move the same value? Find a tree in which they do, and
#    different moves.
# 3. Let players 0 and 1 collude in `bargain`: `teams=[(0, 1)]`. Who gains?
# 4. Why may max^n not cut as alpha-beta does? What must be known of the sums of the payoffs for it to cut at
#    all?
# %%
from IPython.display import SVG

exercise = hm.exercise(4, depth=3, branching=2, players=3)
SVG(exercise.whole.svg(show="blank", title="5. Fill in the vectors"))
