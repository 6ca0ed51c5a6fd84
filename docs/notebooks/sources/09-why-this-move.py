# %% [markdown]
# # 9. Why this move? And any game's tree
#
# A search knows more than its move: for every other move it found an answer. This notebook asks for them.
# %%
from IPython.display import SVG

import halfmove as hm
from halfmove.teach.arrangement import merge_symmetric

# %% [markdown]
# ## The best line, and every refutation
#
# O is to move. **Predict:** how many of O's four moves do not lose?
# %%
game = hm.game("tictactoe")
state, _ = hm.position(game, moves="a1 b2 c3 b1 b3")
print(game.show(state))
# %%
found = hm.explain(game, state)
print(found)
# %% [markdown]
# With drawn boards in a notebook (`print` gives the text above, the object itself the pictures):
# %%
found
# %% [markdown]
# The same as data: each move with its value, whether that is proven, and the reply.
# %%
for verdict in found.verdicts:
    reply = verdict.reply.text if verdict.reply else "-"
    line = verdict.line
    print(f"{verdict.text}: value {line.value:+}, proven {line.proven}, reply {reply}, {verdict.standing}")
# %% [markdown]
# ## One question: why not that move?
#
# Connect Four. X has three in column 1 and threatens the fourth. **Predict:** what must O do, and what if he
# plays 4?
# %%
connect4 = hm.game("connect4")
threat, _ = hm.position(connect4, moves="1 2 1 2 1")
print(connect4.show(threat))
# %%
why = hm.explain(connect4, threat, hm.Limit(depth=6))
print(why.sentences[0])
print(why.why_not(3))
# %% [markdown]
# Columns are numbered from 1 on the board; as actions they count from 0, so `3` is column 4.
#
# ## The tree below a position
#
# The search that settles it, drawn with the game's own boards. **Predict:** how many of the endings does
# alpha-beta visit?
# %%
below = hm.trace(game, state)
print(below.counts.evaluations, "of", hm.minimax(game, state).terminals)
below
# %% [markdown]
# What is drawn faint was never visited.
#
# ## Symmetric positions are one
#
# The empty board has nine first moves. **Predict:** how many that are not mirror images or turns of one
# another?
# %%
whole = hm.trace(game, algorithm="minimax", depth=1)
few = hm.trace(merge_symmetric(game), algorithm="minimax", depth=1)
print(whole.counts.evaluations, few.counts.evaluations)
few
# %% [markdown]
# Two plies: 9 · 8 = 72 positions, and so many when symmetric ones are merged:
# %%
two = hm.trace(merge_symmetric(game), algorithm="minimax", depth=2)
print(two.counts.evaluations)
SVG(two.svg(windows="none", values=False, title="The first two plies of tic-tac-toe, up to symmetry"))
# %% [markdown]
# Over the whole game:
# %%
print(hm.count_positions(game), "positions,", hm.count_positions(game, symmetric=True), "up to symmetry")
# %% [markdown]
# ## From the command line
#
#     halfmove explain tictactoe --moves "a1 b2 c3 b1 b3"
#     halfmove explain connect4 --moves "1 2 1 2 1" --why-not 4
#     halfmove tree tictactoe --depth 2 --merge --output tictactoe.svg
#
# ## Exercises
#
# 1. X opens in a corner. Explain O's replies: `hm.explain(game, hm.position(game, moves="a1")[0])`. Which
#    one does not lose?
# 2. Find a position of tic-tac-toe in which exactly two moves draw and the rest lose.
# 3. The same in Nim: `hm.game("nim", heaps="3,4,5")`. Does the explanation name the move you know from
#    theory?
# 4. Draw `hm.trace(hm.game("nim", heaps="1,2"))`. Which positions come up more than once? Why does a tree
#    show them twice?
# %%
nim = hm.game("nim", heaps="1,2")
hm.trace(nim)
