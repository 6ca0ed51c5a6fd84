# %% [markdown]
# # 8. Practice: exercises, marking, sheets for a course
#
# Every answer here is read off the trace of the real search. What is asked in your lecture's dialect is
# marked in that dialect.
# %%
import json
import tempfile
from pathlib import Path

from IPython.display import SVG

import halfmove as hm

# %% [markdown]
# ## An exercise is a number and some wishes
#
# The same ones give the same exercise on every machine.
# %%
exercise = hm.exercise(7, depth=3, branching=(2, 3), min_cuts=2, ties=False)
print(exercise.task())
SVG(exercise.whole.svg(show="blank", title="Exercise 7"))
# %% [markdown]
# What is asked, and what it brings:
# %%
for question in exercise.questions:
    print(f"{question.kind}: {question.points} points")
# %% [markdown]
# **Your turn.** Fill in the values on paper, cross out what alpha-beta never visits, and put your answers
# here. Blank ones are allowed.
# %%
answers = {"values": "", "move": "", "pruned": ""}
marking = hm.mark(exercise, answers)
print(marking.points, "of", marking.most, "points")
# print(marking.text())  # with reasons, when you are done
# %% [markdown]
# ## Marking gives reasons
#
# A tree of your own becomes an exercise too. This student forgot one leaf, and crossed out one too many.
# %%
fig_5_2 = hm.exercise_on([[3, 12, 8], [2, 4, 6], [14, 5, 2]], dialect="aima")
marked = hm.mark(fig_5_2, {"values": "A=3 B=3 C=2 D=2", "move": "a1", "pruned": "c2 d3"})
for kind in ("values", "move", "pruned"):
    print(kind, fig_5_2.question(kind).points)
print(marked.points, "of", marked.most, "points")
# %%
print(marked.text(brief=True))
# %% [markdown]
# A wrong answer may be right for another way of thinking. Those are recognised, each by running the real
# search that way:
# %%
for thought in marked.misconceptions:
    print(thought.name)
# %% [markdown]
# **Predict:** what did a student think whose answer is "the search visits 3 12 8 2 4 6 14 5 2"?
# %%
order = hm.exercise_on([[3, 12, 8], [2, 4, 6], [14, 5, 2]], questions=["order", "count"])
thinks = hm.mark(order, {"order": "b1 b2 b3 c1 c2 c3 d1 d2 d3", "count": "9"})
print(thinks.points, "of", thinks.most, {thought.name for thought in thinks.misconceptions})
# %% [markdown]
# ## Wishes
#
# At least three cuts, a deep one among them, one best move alone. (`evaluations=` and `ties=` are wishes,
# too.)
# %%
hard = hm.exercise(3, depth=4, branching=(2, 3), leaves=(18, 24), min_cuts=3, deep_cut=True, unique_best=True)
print(len(hard.findings.cuts), "cuts,", len(hard.findings.deep), "of them deep")
SVG(hard.whole.svg(show="blank", title="A hard one"))
# %% [markdown]
# Wishes that cannot be met are refused, and the wish is named.
# %%
try:
    hm.exercise(1, depth=2, branching=2, min_cuts=5)
except hm.BadInput as reason:
    print(reason)
# %% [markdown]
# ## A course
#
# A different sheet for every student, with its solution; formats are PDF, LaTeX, HTML, Markdown, text and
# JSON. Here two of them, as Markdown.
# %%
with tempfile.TemporaryDirectory() as folder:
    for number in (1, 2):
        paper = hm.exercises(2, seed=1000 * number, depth=3, branching=(2, 3), min_cuts=2, dialect="cs188")
        hm.sheet(paper, f"{folder}/sheet-{number}.md", title=f"Sheet {number}")
        hm.sheet(paper, f"{folder}/sheet-{number}-solution.md", solution=True, title=f"Sheet {number}")
    for path in sorted(Path(folder).iterdir()):
        print(path.name)
# %% [markdown]
# From the command line: `halfmove quiz --count 100 --each -o sheets/`.
#
# For an autograder: the exercise as JSON, a student's answers as JSON, and the result as data.
# %%
paper = json.loads(json.dumps(exercise.to_dict()))
again = hm.Exercise.from_dict(paper)
print(again == exercise)
result = hm.mark(again, {"move": exercise.solution()["move"]})
print(result.points, "of", result.most)
# %% [markdown]
# ## Exercises
#
# 1. Solve `hm.exercise(seed, depth=3, branching=(2, 3), min_cuts=2)` for three seeds, without a mistake.
# 2. The same with `order="right"`. What changes in the picture, and what in your head?
# 3. Ask only `questions=["window"]`, in the dialect of your lecture.
# 4. Make a tree of eight leaves on which `aima` and `cs188` visit different leaves (`ties=True` is the
#    wish).
# %%
windows = hm.exercise(2, depth=3, branching=2, questions=["window"])
print(windows.text().strip().splitlines()[-1])
SVG(windows.whole.svg(show="blank", title="Which window is each asked node entered with?"))
