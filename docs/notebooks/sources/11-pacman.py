# %% [markdown]
# # 11. Pac-Man: one MAX, several MINs
#
# Pac-Man moves, then each ghost in turn. He wants a large score, every ghost a small one: one MAX against
# several MINs. A **round** is Pac-Man and all ghosts once, and here a depth counts rounds.
# %%
from IPython.display import SVG

import halfmove as hm

corridor = hm.game("pacman", maze="corridor", evaluation="score")
print(corridor.show(corridor.initial()))
SVG(corridor.draw(corridor.initial()))
# %% [markdown]
# One food (10 points, and 500 as it is the last one), a ghost at either end; each move of his costs a point,
# and to be caught 500.
#
# **Predict:** how many layers of MIN lie between two layers of MAX? How many plies is a depth of 2?
# %%
hm.trace(corridor, algorithm="minimax", depth=1)
# %% [markdown]
# As many as there are ghosts; with two of them a depth of 2 is 6 plies. Now alpha-beta, step by step.
#
# **Predict:** ghost 1 has found a bound. Can it cut what ghost 2 looks at?
# %%
trap = hm.game("pacman", maze="trap", evaluation="score")
print(trap.show(trap.initial()))
steps = hm.trace(trap, algorithm="alphabeta", depth=1)
for line in steps.text("sentences", width=None).splitlines():
    if "Cut at" in line:
        print(line.strip())
# %%
steps
# %% [markdown]
# No: all cuts are by α, which is Pac-Man's. Both ghosts look for *less*, so what one has found never makes
# the other stop.
#
# ## Ghosts who collude, ghosts at random
#
# Minimax takes the ghosts for players who pull together. Expectimax takes their moves for chance. In the
# trap there is no food in reach, and a ghost on either side.
#
# **Predict:** where does each of them go, and why?
# %%
for algorithm in ("minimax", "expectiminimax"):
    found = hm.analyze(trap, None, hm.Limit(depth=3), algorithm=algorithm, lines=3)
    worth = (f"{trap.action_text(found.state, line.action)} {line.value:g}" for line in found.lines)
    print(f"{algorithm:15}", ", ".join(worth))
# %% [markdown]
# Against ghosts who collude he is lost either way. Every move costs a point, so minimax rushes to the nearer
# ghost and his death. Expectimax hopes: in the west the ghost may take the other way, with probability ½.
# Neither is wrong. Each is right for the ghosts it believes in.
#
# ## What if it believes the wrong thing?
#
# Rows: what Pac-Man expects of the ghosts in the trap, and where he goes; columns: what this move is worth
# against the ghosts that come, three rounds on. **Predict:** which cell is the worst?
# %%
limit = hm.Limit(depth=3)
worth, goes = {}, {}
for kind in ("players", "random", "directional"):
    supposed = "random" if kind == "players" else kind
    algorithm = "minimax" if kind == "players" else "expectiminimax"
    game = hm.game("pacman", maze="trap", evaluation="score", thought=supposed)
    found = hm.analyze(game, None, limit, algorithm=algorithm, lines=3)
    worth[kind] = {line.action: line.value for line in found.lines}
    goes[kind] = found.best
print(f"{'expects':12} {'goes':6}", *(f"{kind:>12}" for kind in worth), "  ghosts that come")
for kind, action in goes.items():
    values = (f"{worth[other][action]:12g}" for other in worth)
    print(f"{kind:12} {trap.action_text(trap.initial(), action):6}", *values)
# %% [markdown]
# Minimax is a promise: he gets at least that, whoever comes. Expectimax is a bet, which pays against the
# ghosts it reckons with and may cost against others. That is one position; what counts for more over whole
# games the arena tells (`halfmove match`).
#
# ## A poor evaluation: thrashing
#
# With the score alone as evaluation, food beyond the horizon is worth nothing, and food within it is worth as
# much eaten later as eaten now. Between two foods many moves are equally good; here one of them is drawn.
#
# **Predict:** what does a Pac-Man do who looks four moves ahead, three steps from a food on either side?
# %%
import random

between = "%%%%%%%%%/%.  P  .%/%%%%%%%%%"
for evaluation in ("score", "features"):
    game = hm.game("pacman", maze=between, evaluation=evaluation)
    state, walk, dice = game.initial(), [], random.Random(2)
    while not game.is_terminal(state) and len(walk) < 16:
        lines = hm.analyze(game, state, hm.Limit(depth=4), algorithm="minimax", lines=5).lines
        best = [line.action for line in lines if line.value == lines[0].value]
        action = dice.choice(sorted(best))
        walk.append(game.action_text(state, action))
        state = game.result(state, action)
    print(f"{evaluation:9}", *walk, "→", state.score)


# %% [markdown]
# He thrashes: with the second food beyond the horizon one move is as good as another, and each new plan may
# undo the last. One feature more, the distance to the nearest food, tells the moves apart.
#
# Features have flaws of their own. **Predict:** what if to *stand beside* food is worth more than
# to *eat* it?
# %%
class Hoarder(type(hm.game("pacman"))):
    """Pac-Man who is paid 50 points for standing next to food, more than the food brings."""

    compiled = False

    def evaluate(self, s, player):
        points = s.score + (50 if self.nearest_food(s) == 1 else 0)
        return (points if player == 0 else -points) * 1_000_000


game = Hoarder(maze="%%%%%%%%%%%/%.   P.  .%/%%%%%%%%%%%")
state, walk = game.initial(), []
for _ in range(8):
    action = hm.alphabeta(game, state, depth=1).action
    walk.append(game.action_text(state, action))
    state = game.result(state, action)
print(*walk, "→", state.score)
# %% [markdown]
# He stands still beside the food and starves on −1 a move. The evaluation is what he plays for, not the
# score.
#
# ## The tree of the move before
#
# After a round, part of the tree that was searched is still good: the new root's subtree. Of a search of h
# plies it holds h − 2 in a game of two, and h − (1 + k) with k ghosts. **Predict:** how much of the next
# search does that save?
# %%
tiny = hm.game("pacman", maze="tiny", evaluation="score")
print("depth   nodes of the search   held by the tree before   share")
for depth in (2, 3, 4, 5):
    before = hm.minimax(tiny, depth=depth)
    state = tiny.initial()
    for action in before.variation[:2]:  # Pac-Man and his one ghost
        state = tiny.result(state, action)
    whole, held = hm.minimax(tiny, state, depth=depth).nodes, hm.minimax(tiny, state, depth=depth - 1).nodes
    print(f"{depth:5} {whole:21,} {held:25,} {held / whole:7.0%}")
# %% [markdown]
# A tree's last plies hold most of its nodes, and those are the ones that are missing. What the tree does help
# with is the *order*: try first what was best before, and alpha-beta cuts sooner. The
# [benchmarks](../benchmarks.md) have the figures for other mazes and games.
#
# ## Exercises
#
# 1. Let the ghosts in the trap be `thought="directional"`. Does expectimax still go west? From which
#    probability on does it not?
# 2. How many plies has a search of depth 3 with four ghosts? With a branching of 3 for each, how many leaves?
# 3. Let the `Hoarder` look two rounds ahead. Why does it not help?
# 4. Minimax against ghosts at random: find a maze in which it is too careful to win.
# %%
exercise = hm.exercise(3, ghosts=2, depth=3, branching=2, min_cuts=1)
SVG(exercise.whole.svg(show="blank", title="5. Two ghosts: fill in the values, and mark what is pruned"))
# %%
exercise = hm.exercise(3, ghosts=2, chance=True, depth=3, branching=2)
SVG(exercise.whole.svg(show="blank", title="6. The second ghost moves at random"))
