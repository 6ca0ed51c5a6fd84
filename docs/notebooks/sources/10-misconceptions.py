# %% [markdown]
# # 10. Misconceptions
#
# Common beliefs about game search, and what the runs show. For each: read the belief, decide whether it
# is true and when, then run the next cell.
# %%
from IPython.display import SVG, Markdown, display

import halfmove as hm


def show(name):
    """The runs of one entry, drawn, with what is to be seen in them."""
    found = hm.misconception(name)
    display(Markdown(f"**{found.answer}** {found.exhibit.happens}"))
    for run in found.runs:
        display(Markdown(f"**{run.verdict}:** {run.heading}. {run.seen}"), SVG(run.svg(title="")))
    display(Markdown(f"{found.why}\n\n*The right rule:* {found.rule}"))


# %% [markdown]
# The whole gallery. Which of these would you have signed?
# %%
hm.misconceptions()
# %% [markdown]
# ## equal-moves
#
# > Root moves that return the same value are equally good, so one may be chosen at random.
#
# **Predict:** what is wrong with it?
# %%
show("equal-moves")
# %% [markdown]
# ## inner-values
#
# > Alpha-beta gives the inner nodes the same values as minimax, only fewer of them.
#
# **Predict:** what is wrong with it?
# %%
show("inner-values")
# %% [markdown]
# ## window-reset
#
# > Each root move is a separate search, so it starts with α = −∞ and β = ∞.
#
# **Predict:** what is wrong with it?
# %%
show("window-reset")
# %% [markdown]
# ## cut-after-last-child
#
# > Wherever the cutoff test succeeds, something is pruned.
#
# **Predict:** what is wrong with it?
# %%
show("cut-after-last-child")
# %% [markdown]
# ## several-ghosts
#
# > MAX and MIN layers alternate, so with two ghosts it is Pac-Man, ghost, Pac-Man, ghost.
#
# **Predict:** what is wrong with it?
# %%
show("several-ghosts")
# %% [markdown]
# ## chance-pruning
#
# > If the first outcomes of a chance node are bad, the rest can be pruned as at a MIN node.
#
# **Predict:** what is wrong with it?
# %%
show("chance-pruning")
# %% [markdown]
# ## Odd depths
#
# Not every entry is a tree. This one has a belief and counts.
# %%
found = hm.misconception("odd-depths")
print(found.belief)
print(found.exhibit.happens)
# %% [markdown]
# ## Exercises
#
# 1. Take an entry that you did not know, and find a tree of four leaves that shows it too, or prove that
#    there is none.
# 2. Which of the wrong procedures can return a wrong *value*, and which only cost time? Sort the gallery.
# 3. Write a wrong procedure of your own into an exercise: `hm.mark` names the thought behind an answer.
#    Which thoughts of your fellow students does it not know?
