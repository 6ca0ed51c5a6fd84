# %% [markdown]
# # 1. Games as search, and minimax
#
# A game is a search problem with an opponent. This notebook takes tic-tac-toe apart into the six functions
# that define any game, and finds the best move by looking at everything that can happen.
#
# Wherever it says **Predict**, answer before you run the next cell.
# %%
import halfmove as hm

game = hm.game("tictactoe")
# %% [markdown]
# ## Six functions
#
# | the textbook (Russell and Norvig, section 5.1) | here |
# |---|---|
# | S₀, the initial state | `game.initial()` |
# | TO-MOVE(s) | `game.to_move(s)` |
# | ACTIONS(s) | `game.actions(s)` |
# | RESULT(s, a) | `game.result(s, a)` |
# | IS-TERMINAL(s) | `game.is_terminal(s)` |
# | UTILITY(s, p) | `game.utility(s, p)` |
# %%
s0 = game.initial()
print(game.show(s0))
print("player", game.to_move(s0), "moves;", [game.action_text(s0, a) for a in game.actions(s0)])
# %% [markdown]
# RESULT makes a new state and leaves the old one as it was: a search can come back to it.
# %%
s1 = game.result(s0, 4)
print(game.show(s1))
print("and the old one still has", len(list(game.actions(s0))), "actions")
# %% [markdown]
# ## A small tree first
#
# MAX (▲) chooses the largest value, MIN (▼) the smallest. Three moves for MAX, three answers each for MIN.
#
# **Predict:** what is each MIN node worth, and which move is best?
# %%
from IPython.display import SVG

from halfmove.teach.examples import FIG_5_2

tree = hm.tree(FIG_5_2)
found = hm.trace(tree, algorithm="minimax")
SVG(found.svg(show="blank", title="What is each node worth?"))
# %%
found
# %% [markdown]
# MAX plays **a1** although the leaf 14 lies below a3: MIN would never let him have it. The thick line is the
# *principal variation*, what happens if both play best.
#
# The same step by step in words; the first dozen lines:
# %%
print("\n".join(found.text("sentences").splitlines()[:12]))
# %% [markdown]
# ## The end of a game, whole
#
# A position of tic-tac-toe with O to move. O is MIN here: values are X's.
#
# **Predict:** which moves lose for O?
# %%
late, _ = hm.position(game, moves="a1 b2 c3 b1 b3")
print(game.show(late))
# %%
end = hm.trace(game, late, algorithm="minimax")
SVG(end.svg(windows="none"))
# %%
print(end.outcome.value, "by", game.action_text(late, end.outcome.action))
# %% [markdown]
# ## The whole game
#
# From the empty board, minimax enters every state of every game that can be played.
#
# **Predict:** how many games of tic-tac-toe are there: a thousand, a quarter of a million, 9! = 362,880?
# %%
whole = hm.minimax(game)
print(f"value {whole.value}; {whole.nodes:,} nodes, {whole.terminals:,} finished games")
print(*(game.action_text(s0, a) for a in whole.variation))
# %% [markdown]
# Fewer than 9!, as many games end before the board is full. The value 0 says that with best play it is a
# draw.
#
# ## A look ahead, with an evaluation
#
# Most games are too large for that. With a depth limit an *evaluation* stands in for what lies below.
# %%
for depth in range(1, 5):
    outcome = hm.minimax(game, depth=depth)
    print(f"depth {depth}: {outcome.nodes:5} nodes, exact: {outcome.exact}")


# %% [markdown]
# ## One MAX, several MINs
#
# Pac-Man moves, then the first ghost, then the second: one *turn* is three plies. Each ghost is a MIN of its
# own, and nothing in minimax changes except who moves next.
# %%
def ghosts(pacman):
    """What Pac-Man gains, each ghost loses."""
    return pacman, -pacman, -pacman


left = {"up": {"children": [ghosts(6), ghosts(4)]}, "down": {"children": [ghosts(9), ghosts(7)]}}
right = {"up": {"children": [ghosts(3), ghosts(8)]}, "down": {"children": [ghosts(5), ghosts(5)]}}
pacman = hm.tree({"children": {"left": {"children": left}, "right": {"children": right}}})
hm.trace(pacman, algorithm="minimax")
# %% [markdown]
# ## Exercises
#
# 1. Change one leaf of `tree` so that a3 becomes the best move. What is the least change that does it?
# 2. Evaluate `hm.minimax(hm.tree([[2, 7], [1, 8]]))` by hand, then here. Which numbers of the outcome did
#    you know?
# 3. How many nodes has a uniform tree with b = 3 and d = 4, leaves included? Check with
#    `hm.growth.worst_case_nodes(3, 4)`.
# 4. Take the last move back: `hm.position(game, moves="a1 b2 c3 b1")`. Who is to move, and what happens if
#    he does not play b3?
# %%
# Your cell: change a leaf here.
mine = hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
hm.minimax(mine)
