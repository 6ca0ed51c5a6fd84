"""Distillation: a network learns from another's searches, so that a small one plays nearly as the large one.

The large network, the teacher, plays all games, each move by a search as in self-play; the small one learns
the searches' policies and values, and never plays (Hinton, Vinyals and Dean, *Distilling the Knowledge in a
Neural Network*, 2015: here the softened answers are those of searches, which are better than the teacher's
own).  The teacher is copied into the folder, so that the run goes on without its file.
"""

from __future__ import annotations

from halfmove.learn.recipes.alphazero import learn_from
from halfmove.learn.runs.run import Run


def train(run: Run) -> None:
    """Have the teacher play and the learner learn until the run is over."""
    teacher = run.folder.teacher
    if not teacher.exists():
        run.load_teacher().save(teacher)
    learn_from(run, run.play(teacher), lambda: None)
