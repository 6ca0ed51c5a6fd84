# %% [markdown]
# # 6. Chance: expectiminimax, Star1, Star2
#
# Dice have no wish to win or to lose. A chance node (○) is worth the *mean* of its outcomes, each weighted
# with its probability.
# %%
from pathlib import Path

import halfmove as hm
from halfmove.teach.examples import FIG_5_14, FIG_5_14_STRETCHED

# %% [markdown]
# ## Means
#
# **Predict:** the left move brings 2 with probability 0.9, else 3; the right one 1 with probability 0.9,
# else 4. Which is better?
# %%
hm.trace(hm.tree(FIG_5_14), algorithm="expectiminimax")
# %% [markdown]
# ## Only the order of the leaves?
#
# Minimax cares only which leaf is larger. Stretch the values to 20, 30, 1, 400: the order is the same.
#
# **Predict:** and the move?
# %%
hm.trace(hm.tree(FIG_5_14_STRETCHED), algorithm="expectiminimax")
# %% [markdown]
# The other one. With chance, an evaluation must say *how much* better, not only that.
#
# ## May one cut at a chance node?
#
# MAX has 4 for certain. The first of two equally likely outcomes of the other move is worth 1.
#
# **Predict:** need the second one be looked at?
# %%
gamble = hm.tree(
    {
        "children": {
            "sure": 4,
            "bet": {"player": "chance", "children": {"heads": 1, "tails": 5}, "probabilities": [0.5, 0.5]},
        }
    }
)
for bounds in ((0, 1_000_000), (0, 10), (0, 6)):
    found = hm.trace(gamble, algorithm="star1", bounds=bounds)
    print("bounds", bounds, "→ leaves", *found.leaves)
# %% [markdown]
# If tails might bring 10, the bet might be worth 5.5. If no payoff is above 6, it is worth 3.5 at most, and
# tails does not matter. **Without bounds on the payoffs nothing can be cut at a chance node.** (Where none
# are stated, Halfmove takes those that the game itself promises.)
#
# Here is what Star1 does with the bounds: it turns MAX's 4 into a window for each outcome.
# %%
hm.trace(gamble, algorithm="star1", bounds=(0, 6))
# %%
for line in hm.trace(gamble, algorithm="star1", bounds=(0, 6)).text("sentences", width=None).splitlines():
    if "Cut at" in line:
        print(line.strip())
# %% [markdown]
# ## Star1 and Star2
#
# Star2 *probes* first: one move below each outcome, which is a bound already. **Predict:** can probing ever
# cost more than it saves?
# %%
import random

dice = random.Random(3)


def throw(depth, player="max"):
    """MAX, dice, MIN, dice, … with random payoffs from 0 to 20."""
    if depth == 0:
        return dice.randint(0, 20)
    if player.startswith("chance"):
        after = player.removeprefix("chance ")
        return {"player": "chance", "children": [throw(depth - 1, after) for _ in range(3)]}
    other = "chance min" if player == "max" else "chance max"
    return {"player": player, "children": [throw(depth - 1, other) for _ in range(3)]}


searches = (hm.expectiminimax, hm.star1, hm.star2)
print("           ", *(f"{search.__name__:>15}" for search in searches))
for number in range(1, 5):
    tree = hm.tree(throw(5))
    costs = []
    for search in searches:
        stated = {} if search is hm.expectiminimax else {"bounds": (0, 20)}
        outcome = search(tree, **stated)
        costs.append(f"{outcome.terminals:4} ({outcome.value:.3f})")
    print(f"tree {number}, leaves", *(f"{cost:>14}" for cost in costs))


# %% [markdown]
# It can: a probe that proves nothing is searched again, and with moves in random order most prove little.
# Now the same tree with the best move first at every node of MAX and MIN.
# %%
def best_first(game, state, actions):
    if game.to_move(state) == hm.CHANCE:
        return actions
    worth = {action: hm.expectiminimax(game, game.result(state, action)).value for action in actions}
    return sorted(actions, key=worth.get, reverse=game.to_move(state) == 0)


for name in ("expectiminimax", "star1", "star2"):
    print(f"{name:15}", len(hm.trace(tree, algorithm=name, order=best_first).leaves), "leaves")
# %% [markdown]
# Good moves first are what Star2 lives on: its one probe is then as good as the whole search.
#
# ## Pig
#
# Roll as often as you dare and add up; a 1 ends the turn and takes what it has brought. Whoever has 20
# points first wins.
# %%
pig = hm.load(Path("../../examples/pig.py"))
state = pig.parse("A 12 B 15 A has 6")
print(pig.show(state))
# %% [markdown]
# **Predict:** roll, or hold the 6 and have 18 to 15?
# %%
for depth in (2, 4, 6):
    outcome = hm.expectiminimax(pig, state, depth=depth)
    move = pig.action_text(state, outcome.action)
    print(f"depth {depth}: {move}, {outcome.value:+.3f}, {outcome.nodes:6,} nodes")
# %% [markdown]
# Any throw from 2 to 6 wins, five times in six; but *roll, die, hold* are three plies, and a search of two
# does not see the win: it rolls because the evaluation counts what a roll brings on average, and takes the
# position for little better than even. Chance has a horizon as well. Utility is 1 for a win and −1 for a
# loss, so a value v is a chance of winning of (1 + v) / 2, as far as the evaluation is right.
# %%
hm.trace(pig, state, algorithm="expectiminimax", depth=3)
# %% [markdown]
# The same with pruning; Pig's payoffs lie from −1 to 1, and the game says so.
# %%
for name in ("expectiminimax", "star1", "star2"):
    found = hm.trace(pig, state, algorithm=name, depth=4)
    print(f"{name:15} {found.outcome.value:+.3f}  {found.counts.evaluations:4} evaluations")
# %% [markdown]
# ## Exercises
#
# 1. For which probability of the 400 are both moves of the stretched tree worth the same?
# 2. In `gamble`, what is the largest upper bound with which Star1 need not look at tails? Derive it, then
#    try it.
# 3. A die with three equally likely faces, payoffs from 0 to 10. MAX has 6 elsewhere, and the first face is
#    worth 2. What may the second be worth, at most, if the third is not to matter?
# 4. Both have 0 points in Pig. From which turn total on does a search of depth 4 hold? And if B has 18
#    points?
# %%
from IPython.display import SVG

exercise = hm.exercise(11, depth=3, branching=2, chance=True)
SVG(exercise.whole.svg(show="blank", title="5. Fill in the values"))
