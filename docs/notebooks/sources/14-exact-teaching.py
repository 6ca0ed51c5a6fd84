# %% [markdown]
# # 14. Exact teaching: what the truth is worth
#
# Where the solver knows the truth, a network can learn from it directly: each move that keeps the result is
# as good as the others, and the value is the result. This is the ceiling for all that learn from their own
# games: the same network, with a teacher who is never wrong.
# %%
import tempfile
from pathlib import Path

import halfmove as hm
from halfmove.learn.lesson import USUAL, Lesson
from halfmove.learn.solved import Solved
from halfmove.search.encoding import Encoding

game = hm.game("tictactoe")
folder = Path(tempfile.mkdtemp())

# %% [markdown]
# ## What the teacher says
#
# Positions of random games, solved. **Predict:** in how many of 300 are all moves equally good, so that
# nothing is to be learnt about the move?
# %%
samples = Solved(Encoding(game), seed=1).make(300, 60)
outcomes = [int(value) for value in samples.outcome[:, 0]]
for worth, name in ((1, "won"), (0, "drawn"), (-1, "lost")):
    print(name, outcomes.count(worth))
print("all moves equally good:", int((samples.policy_weight == 0).sum()))

# %% [markdown]
# ## The pupil
# %%
lesson = Lesson(game, folder / "exact", show=lambda look: None)
options = {**USUAL, "learner": "numpy", "backend": "numpy", "generations": "3", "outcome_share": "1"}
taught = hm.train(
    game,
    recipe="exact",
    folder=folder / "exact",
    positions=1500,
    workers=0,
    seed=1,
    options=options,
    see=lesson.see,
)
lesson.looks[-1]
# %%
first, last = lesson.looks[0], lesson.looks[-1]
print("errs less than at the beginning:", last.errors < first.errors)
print("errs in less than a third of the positions:", last.errors < 1 / 3)

# %% [markdown]
# ## What is it that remains?
#
# The teacher is never wrong, and the pupil still errs. It is a small network, and it has seen some thousand
# positions a few times. **Predict:** which helps more, twice the positions or twice the filters?
#
# ## Exercises
#
# 1. Answer the last question: `positions=6000`, or `options={**options, "filters": "32"}`.
# 2. Compare with notebook 12 at the same number of positions: how far is AlphaZero from the ceiling?
# 3. Connect Four (`hm.game("connect4")`) is taught from its last thirty plies only. What does a network that
#    was taught so play at the beginning, and why?
