# %% [markdown]
# # 12. AlphaZero: a network learns from nothing
#
# One network plays itself, and learns from its games: from the search of each move what the policy should
# have said, and from the result what the position was worth (Silver et al., 2018). Nobody tells it more than
# the rules. Here it is tic-tac-toe, in some seconds, by NumPy.
# %%
import tempfile
from pathlib import Path

import halfmove as hm
from halfmove.learn.errors import Results, error_rate, sample_positions
from halfmove.learn.lesson import USUAL, Lesson

game = hm.game("tictactoe")
folder = Path(tempfile.mkdtemp())

# %% [markdown]
# ## What it is asked
#
# After each generation the network says what it thinks of three positions, before any search. **Predict:**
# which will it understand first, and why?
# %%
lesson = Lesson(game, folder / "run", show=lambda look: None)
for question in lesson.questions:
    print(question.title)
    print(game.show(question.state))

# %% [markdown]
# ## Some seconds of self-play
#
# 16 simulations a move. `seed` repeats the run on the same machine.
# %%
options = {**USUAL, "learner": "numpy", "backend": "numpy", "generations": "4"}
trained = hm.train(
    game, folder=folder / "run", positions=2500, workers=0, seed=1, options=options, see=lesson.see
)
print(trained.last.positions >= 2500, trained.last.generation, "generations")

# %% [markdown]
# Before it had learnt anything:
# %%
lesson.looks[0]
# %% [markdown]
# And at the end. The darker, the likelier; the policy of the start tends to the middle.
# %%
lesson.looks[-1]

# %% [markdown]
# ## How often it is wrong
#
# The exact solver knows which moves throw a win or a draw away. **Predict:** does the network alone err more
# often than the same network with 50 simulations?
# %%
results = Results(game)
positions = sample_positions(results, 200, seed=3)
alone = error_rate(trained.network, results, positions)
searched = error_rate(trained.network, results, positions, simulations=50)
print("fewer errors than at the beginning:", lesson.looks[-1].errors < lesson.looks[0].errors)
print("fewer errors with a search:", searched < alone)

# %% [markdown]
# ## Where its lessons come from
#
# The search thinks further than the network, and the network is moved towards what the search found: it
# learns what it would have thought after thinking. So it is with every position of every game.
# %%
question = lesson.questions[1]
limit = hm.Limit(simulations=100)
found = hm.analyze(game, question.state, limit, algorithm="network", options={"file": str(trained.file)})
print("the search finds the move that wins:", found.best in question.right)

# %% [markdown]
# ## Exercises
#
# 1. Train with `simulations="2"` and with `"64"`, the same number of positions. What is a simulation worth?
# 2. `outcome_share="0"` learns the value from the search alone, `"1"` from the results alone. Which is
#    faster?
# 3. `auxiliary="reply"` also predicts the opponent's answer. Does that help here?
# 4. A game of your own in a file: `hm.game("chomp.py")`. What must it say for a network to learn it?
