# %% [markdown]
# # 13. AlphaGo Zero: only the better network plays
#
# The best network plays all games of self-play, and the learner makes a challenger from them. Only a
# challenger that wins 55 % of 400 games against the best takes its place (Silver et al., 2017).
# %%
import json
import tempfile
from math import comb
from pathlib import Path

import halfmove as hm
from halfmove.learn.gate import Gate
from halfmove.learn.lesson import USUAL, Lesson
from halfmove.search.encoding import Encoding
from halfmove.search.neural.initial import draw_parameters


# %% [markdown]
# ## Why 400 games, and why 55 %?
#
# **Predict:** a challenger that is exactly as good as the best. How likely does it pass with 55 % of 40
# games, and of 400?
#
# Without draws the points are binomial:
# %%
def passes(games, skill, share=0.55):
    """How likely somebody who wins each game with probability `skill` gets the share of the games."""
    needed = -(-round(100 * share * games) // 100)
    return sum(comb(games, k) * skill**k * (1 - skill) ** (games - k) for k in range(needed, games + 1))


for games in (40, 400):
    told = ", ".join(f"{skill:.0%} wins: {passes(games, skill):.1%}" for skill in (0.5, 0.55, 0.6))
    print(f"{games} games: {told}")
# %% [markdown]
# A short match lets an equal pass every third time, and the best network is then no better for it. A long
# one costs games that nobody learns from.

# %% [markdown]
# ## A run with a gate
#
# Tic-tac-toe again, 60 games a match. A match ends as soon as the games that are left change nothing.
# %%
folder = Path(tempfile.mkdtemp()) / "run"
options = {**USUAL, "learner": "numpy", "backend": "numpy", "generations": "4", "gate_games": "60"}
lesson = Lesson(hm.game("tictactoe"), folder, show=lambda look: None)
trained = hm.train(
    "tictactoe",
    recipe="alphago-zero",
    folder=folder,
    positions=2000,
    workers=0,
    seed=1,
    options=options,
    see=lesson.see,
)
reports = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
verdicts = [report["gate"] for report in reports if "gate" in report]
print("a verdict is there:", len(verdicts) > 0)
passed = [text for text in verdicts if text.endswith("the challenger plays from now on")]
print(
    "the log and the last report agree on the networks that played:",
    1 + len(passed) == trained.last.published,
)

# %% [markdown]
# What the last challenger thinks, whether it passed or not:
# %%
lesson.looks[-1]

# %% [markdown]
# ## Is the best network better than nothing?
#
# A match of 100 games, by the same gate: the run's best network against one that has learnt nothing. Both
# search, with 16 simulations a move. **Predict:** a network that knows nothing searches all the same. How
# much does that save it in tic-tac-toe?
# %%
game = trained.game
best = trained.network
fresh = hm.Network(game, best.architecture, draw_parameters(best.architecture), {})
gate = Gate(
    Encoding(game),
    best.evaluate("numpy"),
    fresh.evaluate("numpy"),
    trained.settings.play,
    games=100,
    share=0.5,
)
while not gate.decided:
    gate.step()
print("it gets half of the points and more:", gate.passed)

# %% [markdown]
# ## Exercises
#
# 1. With `gate_share="0.5"` and with `"0.7"`: how many challengers pass, and how good is the best network?
# 2. AlphaZero has no gate. What does it save, and what can go wrong? Run notebook 12 with as many positions.
# 3. How many games does it take to tell 52 % from 50 %? (`passes` answers.)
