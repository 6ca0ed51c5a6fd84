"""An exercise: a tree, a search, and what is asked about it.  Its solution is the trace of the real search.

exercise = hm.exercise(7, depth=3, branching=(2, 3), min_cuts=2)
print(exercise.text())
print(hm.mark(exercise, {"move": "a1", "pruned": "c2 c3"}).text())
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.results import Result
from halfmove.games.tree import Tree, tree
from halfmove.teach.examples import open_tree
from halfmove.teach.quiz.findings import Findings, findings
from halfmove.teach.quiz.naming import Names, named
from halfmove.teach.trace import Trace, teachable, trace, with_defaults

if TYPE_CHECKING:
    from halfmove.teach.quiz.marking import Marking
    from halfmove.teach.quiz.question import Question

FORMAT = "halfmove exercise 1"


@dataclass(frozen=True)
class Exercise(Result):
    """A tree with questions on it; compared by content, so that equal seeds give equal exercises.

    Made by `exercise` from a seed and wishes, or by `exercise_on` from a tree of one's own.
    """

    spec: str
    """The tree as JSON, every node named (see `games.tree.spec`)."""
    algorithm: str
    asked: tuple[str, ...]
    """The kinds of the questions, in order."""
    options: tuple[tuple[str, Any], ...] = ()
    """The algorithm's own options, as far as they are not the defaults: (("dialect", "cs188"),)."""
    order: str = "left"
    seed: int | None = None

    # ---- the search that solves it
    @cached_property
    def game(self) -> Tree:
        """The tree as a game."""
        return tree(json.loads(self.spec))

    @cached_property
    def trace(self) -> Trace:
        """The search that the questions are about; every answer is read off it."""
        return trace(self.game, algorithm=self.algorithm, order=self.order, **dict(self.options))

    @cached_property
    def findings(self) -> Findings:
        """Its cuts."""
        return findings(self.trace)

    @cached_property
    def whole(self) -> Trace:
        """The same search from left to right whatever the order asked for: the tree as it is drawn."""
        if self.order == "left":
            return self.trace
        return trace(self.game, algorithm=self.algorithm, **dict(self.options))

    @cached_property
    def names(self) -> Names:
        """Its nodes by name, in the order in which they are drawn."""
        return Names(self.whole.outline)

    # ---- the questions
    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """What is asked, in order."""
        from halfmove.teach.quiz.kinds import question

        return tuple(question(kind, self) for kind in self.asked)

    def question(self, kind: str) -> Question:
        """The question of that kind; `BadInput` if the exercise does not ask it."""
        for question in self.questions:
            if question.kind == kind:
                return question
        raise BadInput(f"The exercise has no question '{kind}'; it asks: {', '.join(self.asked)}.")

    @property
    def points(self) -> int:
        """The most that can be had."""
        return sum(question.points for question in self.questions)

    def solution(self) -> dict[str, Any]:
        """The answers, as `mark` takes them: plain data, by the kind of question."""
        return {question.kind: question.solution() for question in self.questions}

    def mark(self, answers: Mapping[str, Any]) -> Marking:
        """`mark(self, answers)`."""
        from halfmove.teach.quiz.marking import mark

        return mark(self, answers)

    # ---- as text and as data
    def text(self, *, solution: bool = False) -> str:
        """The exercise as plain text: the search, the tree, the questions; and the answers with reasons."""
        from halfmove.teach.quiz.text import text

        return text(self, solution=solution)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        """What a notebook shows: the blank tree and the questions."""
        from halfmove.teach.quiz.sheets.web import section

        return section(self)

    def task(self) -> str:
        """What to do on the tree, in a sentence: which search, in which dialect and order."""
        from halfmove.teach.quiz.text import task

        return task(self)

    def to_dict(self, *, solution: bool = False) -> dict[str, Any]:
        """The exercise as plain data that `from_dict` reads; with the questions' texts, and their answers."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "seed": self.seed,
            "tree": json.loads(self.spec),
            "algorithm": self.algorithm,
            "options": dict(self.options),
            "order": self.order,
            "task": self.task(),
            "points": self.points,
            "questions": [
                {"kind": q.kind, "text": q.ask(), "items": list(q.items), "points": q.points}
                for q in self.questions
            ],
        }
        if solution:
            data["solution"] = self.solution()
            data["reasons"] = {question.kind: list(question.reasons()) for question in self.questions}
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Exercise:
        """The exercise that `to_dict` wrote; `BadInput` for anything else."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise BadInput(f'This is no exercise; one is an object with "format": "{FORMAT}".')
        try:
            kinds = [q if isinstance(q, str) else q["kind"] for q in data["questions"]]
            return exercise_on(
                data["tree"],
                algorithm=data["algorithm"],
                questions=kinds,
                order=data.get("order", "left"),
                seed=data.get("seed"),
                **data.get("options", {}),
            )
        except (KeyError, TypeError) as error:
            raise BadInput(f"The exercise is damaged: {type(error).__name__}, {error}.") from None


def exercise_on(
    spec: Any,
    *,
    algorithm: str | None = None,
    questions: Any = None,
    order: str = "left",
    seed: int | None = None,
    **options: Any,
) -> Exercise:
    """An exercise on a tree of one's own: a specification as `hm.tree` takes it, or a `Tree`.

    Nodes without a name get one (A, B, C, …; a leaf is a1, b2, …).  `algorithm` is alphabeta if nothing is
    said, expectiminimax where there is chance, maxn where a leaf has several payoffs.  `questions` are kinds
    (see `exercise`); `options` are the algorithm's own, such as `dialect="cs188"`.  `BadInput` and
    `Unsuitable` as for `hm.trace`.

    >>> exercise_on([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).solution()["pruned"]
    ['c2', 'c3']
    """
    from halfmove.teach.quiz.kinds import chosen

    given: Any = spec if isinstance(spec, Game) and spec.explicit else open_tree(spec)
    text = json.dumps(named(json.loads(given.parameters["spec"])), sort_keys=False)
    chosen_algorithm = algorithm or usual_algorithm(given)
    options = {key: _frozen(value) for key, value in options.items() if value is not None}
    table = teachable()
    if chosen_algorithm in table:
        full = with_defaults(table[chosen_algorithm], options)
        plain = with_defaults(table[chosen_algorithm], {})
        options = {key: value for key, value in full.items() if value != plain[key]}
    bare = Exercise(text, chosen_algorithm, (), tuple(sorted(options.items())), order, seed)
    bare.trace  # noqa: B018  (refuses what does not fit)
    return Exercise(
        text, chosen_algorithm, chosen(questions, bare), tuple(sorted(options.items())), order, seed
    )


def _frozen(value: Any) -> Any:
    """An option's value as it is kept: what JSON makes a list is a tuple."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def usual_algorithm(game: Tree) -> str:
    """The search that a lecture would run on a tree of this kind."""
    if game.players > 2:
        return "maxn"
    return "expectiminimax" if game.has_chance else "alphabeta"
