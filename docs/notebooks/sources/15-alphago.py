# %% [markdown]
# # 15. AlphaGo: experts, a gradient, and a value
#
# The first of the three learnt from people. A policy network learnt experts' moves; by playing earlier
# versions of itself it learnt which of them win; a value network learnt from its games who will win; and a
# Monte Carlo search used both, with playouts (Silver et al., 2016). Here it is tic-tac-toe, in some seconds,
# by NumPy, and the expert is a Monte Carlo search of 100 playouts.
# %%
import json
import tempfile
from pathlib import Path

import numpy as np
from IPython.display import HTML

import halfmove as hm
from halfmove.learn.errors import Results, error_rate, sample_positions
from halfmove.learn.lesson import USUAL, questions, thought
from halfmove.learn.recipes.alphago import HELD
from halfmove.learn.samples import Sizes
from halfmove.learn.window import Window
from halfmove.search.encoding import Encoding
from halfmove.search.neural.initial import draw_parameters

game = hm.game("tictactoe")
folder = Path(tempfile.mkdtemp()) / "run"

# %% [markdown]
# ## The gradient, by hand
#
# REINFORCE makes each move of a game likelier by z − b, where z is its result and b a baseline. Three moves
# are there, and the policy holds them for equally likely; the first was played, and the game was won. The
# gradient of log p by the logits is 1 for the move that was played, less the shares. **Predict:** what
# happens to the moves that were not played? And where b is 1, as the position is won anyhow?
# %%
shares, played = np.full(3, 1 / 3), np.array([1.0, 0.0, 0.0])
for result, baseline in ((1, 0), (-1, 0), (1, 1)):
    step = (result - baseline) * (played - shares)
    moved = np.exp(np.log(shares) + step)
    print(f"z = {result:+}, b = {baseline}:", *(f"{share:.0%}" for share in moved / moved.sum()))
# %% [markdown]
# The baseline does not change where the gradient leads in the mean. It takes away what is mere luck: a
# win in a won position says nothing about the move. A value network is such a baseline: the policy is the
# actor, and the value network its critic.

# %% [markdown]
# ## All stages
#
# Each has its share of the run's positions. The last two are the gradient and the value once more, now with
# the value network as the baseline.
# %%
options = {name: text for name, text in USUAL.items() if name not in ("simulations", "publish")} | {
    "learner": "numpy",
    "backend": "numpy",
    "generations": "5",
    "first": "64",
    "reuse": "16",
    "expert_simulations": "100",
    "reinforce_games": "32",
}
trained = hm.train(game, recipe="alphago", folder=folder, positions=3500, workers=0, seed=1, options=options)
reports = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
for stage in dict.fromkeys(report["stage"] for report in reports):
    print(stage)

# %% [markdown]
# A tenth of the expert's games was put aside. In how many of their positions is the policy's likeliest move
# the expert's? **Predict:** why can it never be all? (Which move does the expert play from the start?)
# %%
held = Window(folder / "held", Sizes.of(Encoding(game)), HELD)
positions = held.read(np.arange(held.oldest, held.written))
legal = (positions.places >= 0).sum(axis=1)
print("more often than a move drawn at random:", trained.last.accuracy > (1 / legal).mean())

# %% [markdown]
# ## What each stage has come to
#
# Each network is a file of the folder. What the policy thinks after the experts, and after the gradient; a
# policy network has no value, and says 0:
# %%
networks = {
    name: hm.Network.load(folder / f"{name}.safetensors", game)
    for name in ("supervised", "policy", "value", "best")
}
rows = "".join(
    "<tr>" + "".join(thought(networks[name], question).html() for question in questions(game)) + "</tr>"
    for name in ("supervised", "policy")
)
HTML(f"<table>{rows}</table>")
# %% [markdown]
# The gradient has moved the policy a little, in some hundred games. It learns slowly from them: a game says
# who won, and not which of the moves it was.

# %% [markdown]
# ## How often each is wrong
#
# The exact solver knows which moves throw a win or a draw away. **Predict:** which of these err most and
# least: a policy that has learnt nothing, the experts' pupil, the search with 50 simulations by the pupil and
# playouts, and the search by both networks?
# %%
results = Results(game)
positions = sample_positions(results, 200, seed=3)
architecture = networks["supervised"].architecture
nothing = error_rate(hm.Network(game, architecture, draw_parameters(architecture), {}), results, positions)
pupil = error_rate(networks["supervised"], results, positions)
playouts = error_rate(networks["supervised"], results, positions, simulations=50)
both = error_rate(networks["best"], results, positions, simulations=50)
print("the pupil errs less than one that has learnt nothing:", pupil < nothing)
print("with a search and playouts it errs less than alone:", playouts < pupil)
print("so do both networks with a search:", both < pupil)

# %% [markdown]
# ## λ: what is a leaf worth?
#
# In the search a leaf is worth (1 − λ) v + λ z: v is what the value network says, and z the result of one
# playout. AlphaGo's λ was ½. Here is a position in which a single move wins, with each λ:
# %%
(question,) = (one for one in questions(game) if one.title == "one move wins")
print(game.show(question.state))
limit = hm.Limit(simulations=100)
for rollouts in ("0", "0.5", "1"):
    chosen = {"file": str(trained.file), "rollouts": rollouts}
    found = hm.analyze(game, question.state, limit, algorithm="network", options=chosen)
    print(f"λ = {rollouts}: the right move:", found.best in question.right)

# %% [markdown]
# ## Exercises
#
# 1. `expert_simulations="5"` and `"500"`: how good is the pupil of a bad expert, and of a good one? Is it
#    ever better than its expert?
# 2. `reinforce_rate="0.1"` is usual. What does `"1"` do to the policy, and to its games?
# 3. Why does each position for the value network come from a game of its own? (What do the positions of one
#    game have in common?)
# 4. AlphaGo Zero has neither experts nor playouts, and one network for both. Compare with notebook 13 at as
#    many positions.
