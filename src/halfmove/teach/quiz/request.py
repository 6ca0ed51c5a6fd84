"""The operation `quiz`: which exercises are wanted, and what is done with them."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from halfmove.core.bounded_file import TEXT, read_bounded
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.operation import LOCAL_FACES, OUTPUT, Choice, Switch, Text, Whole, Work, field, operation
from halfmove.core.operation.kinds import Kind, Schema
from halfmove.core.operation.request import Request
from halfmove.core.progress import at
from halfmove.games.registry import games
from halfmove.search.textbook.dialects import DIALECTS
from halfmove.teach.examples import EXAMPLES
from halfmove.teach.quiz.exercise import Exercise, exercise_on
from halfmove.teach.quiz.kinds import groups
from halfmove.teach.quiz.make import check, exercise
from halfmove.teach.quiz.marking import mark
from halfmove.teach.quiz.requirements import DEEPEST, MOST_LEAVES, Span, span
from halfmove.teach.quiz.response import plural
from halfmove.teach.quiz.results import (
    Exercises,
    Markings,
    Sheets,
    ending_of,
    target_of,
    write_each,
    write_sheets,
)
from halfmove.teach.quiz.usual import usual_wishes

TREE, SEARCH, WISHES, ASKED = "The tree", "The search", "What should happen in it", "What is asked"
MOST_SEED = 2**53


@dataclass(frozen=True)
class SpanKind(Kind):
    """A whole number, or a range with both ends: 3 or 2-4 as a person types them; also [2, 4] as data."""

    least: int
    most: int
    word: str = "N|A-B"

    def from_text(self, text: str, name: str) -> Span:
        return span(text, name, self.least, self.most)

    def from_data(self, value: Any, name: str) -> Span:
        return span(value, name, self.least, self.most)

    def to_data(self, value: Any) -> Any:
        low, high = value
        return low if low == high else f"{low}-{high}"

    def schema(self) -> Schema:
        whole = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return {"anyOf": [whole, {"type": "string"}, {"type": "array", "items": whole}]}


class TreeKind(Text):
    """A tree: as text, in a file, a textbook's by its name, or as data; a client names no files."""

    def from_data(self, value: Any, name: str) -> Any:
        return value if isinstance(value, list | dict) else super().from_data(value, name)

    def from_json(self, value: Any, name: str) -> Any:
        if isinstance(value, str) and value not in EXAMPLES:
            raise BadInput(f"{name} is data, or the name of a textbook's tree such as fig-5-2.")
        return self.from_data(value, name)

    def schema(self) -> Schema:
        return {"anyOf": [{"enum": list(EXAMPLES)}, {"type": "array"}, {"type": "object"}]}


@operation(
    "quiz",
    "Practise: exercises made from a seed, marked with reasons; sheets with solutions.",
    doing="making exercises",
)
@dataclass(frozen=True, kw_only=True)
class QuizRequest(Request):
    """Practise game search: fill in values, name the best move, mark what is pruned; marked with reasons.

    Each question takes an answer, or hint, skip, tree, help, quit. Without a seed one is drawn and shown.

    Example: halfmove quiz --depth 4 --branching 1-3 --leaves 12-20 --min-cuts 4 --deep-cut

    Example: halfmove quiz --seed 7 --count 3 --deep-cut --output week5.pdf

    Example: halfmove quiz --seed 7 --questions "values,move; leaves,nodes; when" --output exam.pdf

    Example: halfmove quiz --seed 7 --count 20 --questions all --format moodle
    """

    tree: Any = field(
        TreeKind(word="TREE"),
        "A tree of your own (a file, or as text) or a textbook's (fig-5-2).",
        default=None,
        usual="random trees",
        place=True,
        faces=("terminal", "python", "http"),
    )
    seed: int | None = field(
        Whole(0, MOST_SEED),
        "The same seed makes the same exercises.",
        default=None,
        usual="one is drawn",
        group=TREE,
        example=7,
    )
    depth: Span | None = field(
        SpanKind(1, DEEPEST),
        "Plies to the leaves.",
        default=None,
        usual="2; 4 with a deep cut",
        group=TREE,
        example="2",
    )
    branching: Span | None = field(
        SpanKind(1, 12), "Children of a node.", default=None, usual="3; 2 with a deep cut", group=TREE
    )
    leaves: Span | None = field(SpanKind(1, MOST_LEAVES), "Number of leaves.", default=None, group=TREE)
    values: Span | None = field(
        SpanKind(-9999, 9999, word="A-B"), "The range of leaf values.", default=None, group=TREE
    )
    root: str = field(Choice(("max", "min"), word="WHO"), "Who moves first.", default="max", group=TREE)
    players: int = field(
        Whole(2, 4), "How many players: 2, or 3 and 4 for payoff vectors.", default=2, group=TREE
    )
    chance: bool = field(Switch(), "Chance nodes in every second layer.", default=False, group=TREE)
    ghosts: int | None = field(
        Whole(1, 3),
        "As in Pac-Man: a layer of MIN for each of 1 to 3 ghosts; with chance the last moves at random.",
        default=None,
        usual="none",
        group=TREE,
    )
    source: str | None = field(
        Text(word="FILE"),
        "Exercises that --json or --output F.json wrote.",
        default=None,
        options=("--from",),
        group=TREE,
        faces=LOCAL_FACES,
    )
    algorithm: str | None = field(
        Text(word="NAME", most=100), "The search.", default=None, usual="what fits the tree", group=SEARCH
    )
    dialect: str | None = field(
        Choice(tuple(DIALECTS)),
        "The dialect, as a course or textbook writes alpha-beta.",
        default=None,
        usual="aima",
        group=SEARCH,
    )
    order: str = field(
        Choice(("left", "right"), word="SIDE"),
        "Children from the left or the right.",
        default="left",
        group=SEARCH,
    )
    min_cuts: int | None = field(
        Whole(0, 400, word="K"), "At least this many cuts that save something.", default=None, group=WISHES
    )
    deep_cut: bool | None = field(Switch(), "With a deep cut, or without.", default=None, group=WISHES)
    ties: bool | None = field(
        Switch(),
        "Require a value equal to the bound it is tested against, or exclude it.",
        default=None,
        group=WISHES,
    )
    evaluations: Span | None = field(
        SpanKind(1, MOST_LEAVES), "Leaves that the search evaluates.", default=None, group=WISHES
    )
    one_best: bool | None = field(
        Switch(),
        "Exactly one move is best, or more than one.",
        default=None,
        group=WISHES,
        old=("unique_best",),
    )
    dialect_free: bool = field(Switch(), "Every dialect searches the same.", default=False, group=WISHES)
    questions: str | None = field(
        Text(word="A,B,…", most=400),
        "What is asked: values, returned, move, pruned, leaves, nodes, order, next, count, cuts, window, "
        "when, dialect, or all; with a semicolon between, another group for each exercise in turn.",
        default=None,
        usual="what suits the search",
        group=ASKED,
        example="move",
    )
    count: int | None = field(
        Whole(1, 1000),
        "How many exercises.",
        default=None,
        usual="1, or one for each group of questions",
        group=ASKED,
    )
    output: str | None = field(
        Text(word="FILE"),
        "Write a sheet and, beside it, its solution: .pdf .tex .html .md .txt .json; or, for a learning "
        "platform, .xml (Moodle) .gift .zip (QTI 2.1).",
        default=None,
        options=("--output", "-o"),
        group=OUTPUT,
        faces=LOCAL_FACES,
    )
    each: bool = field(
        Switch(),
        "Write one sheet for each exercise, to the folder --output.",
        default=False,
        group=OUTPUT,
        faces=LOCAL_FACES,
    )
    form: str | None = field(
        Text(word="F"),
        "The format: moodle, gift or qti (2.1) for a learning platform, written to --output or to quiz.xml, "
        "quiz.gift, quiz.zip; or pdf … for --each.",
        default=None,
        options=("--format",),
        group=OUTPUT,
        faces=LOCAL_FACES,
    )
    title: str = field(
        Text(), "Above a sheet.", default="Game search: exercises", group=OUTPUT, faces=LOCAL_FACES
    )
    answers: str | None = field(
        Text(word="FILE"),
        "Mark the answers in a file of JSON.",
        default=None,
        group=OUTPUT,
        faces=LOCAL_FACES,
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.each and self.output is None:
            raise BadInput(f"{name('each')} writes into a folder; name it with {name('output')}.")
        if self.is_made:
            return
        for key, value in self._wishes.items():
            if value is not None:
                raise BadInput(f"{name(key)} is for trees made from a seed; here the tree is given.")
        if self.tree is not None and self.source is not None:
            raise BadInput(f"Give a tree or {name('source')}, not both.")
        if self.count is not None:
            raise BadInput(f"{name('count')} is for trees made from a seed; here the tree is given.")

    @property
    def is_made(self) -> bool:
        """Whether exercises are made from seeds."""
        return self.tree is None and self.source is None

    def is_displayed(self) -> bool:
        return self.answers is None and self.output is None and self.form is None

    def doing(self) -> str:
        return self.operation.doing

    @cached_property
    def first_seed(self) -> int:
        """The seed given, or one drawn now."""
        return secrets.randbelow(1_000_000) if self.seed is None else self.seed

    @property
    def number(self) -> int:
        """How many exercises are made."""
        return self.count or len(groups(self.questions))

    @property
    def _wishes(self) -> dict[str, Any]:
        """What `teach.quiz.exercise` is asked for, None where nothing was said."""
        keys = ("depth", "branching", "leaves", "values", "ghosts", "min_cuts", "deep_cut", "ties")
        return {
            **{key: getattr(self, key) for key in (*keys, "one_best", "evaluations")},
            **{key: getattr(self, key) or None for key in ("chance", "dialect_free")},
            "root": None if self.root == "max" else self.root,
            "players": None if self.players == 2 else self.players,
        }

    @property
    def _search(self) -> dict[str, Any]:
        return {"algorithm": self.algorithm, "order": self.order, "dialect": self.dialect}

    def exercises(self) -> Iterator[Exercise]:
        """The exercises, one after the other."""
        if not self.is_made:
            yield from self._given()
            return
        asked = groups(self.questions)
        for i in range(self.number):
            yield exercise(self.first_seed + i, **self._wanted, questions=asked[i % len(asked)])

    @property
    def _wanted(self) -> dict[str, Any]:
        """What `exercise` is asked for besides the seed and the questions."""
        wishes = self._wishes
        wishes["unique_best"] = wishes.pop("one_best")
        return {**usual_wishes(wishes, self.algorithm), **self._search}

    def check_wishes(self) -> None:
        """`BadInput` for wishes that contradict each other; whether there is such an exercise only making one
        shows."""
        for asked in groups(self.questions):
            check(**self._wanted, questions=asked)

    def _given(self) -> list[Exercise]:
        """The exercises on a tree of one's own, or from a file."""
        if isinstance(self.tree, str) and (self.tree in games() or self.tree.endswith(".py")):
            raise BadInput(f"{self.tree} is a game, and halfmove quiz asks about trees{_instead(self.tree)}.")
        if self.tree is not None:
            return [
                exercise_on(self.tree, **self._search, questions=asked) for asked in groups(self.questions)
            ]
        data = read_json(str(self.source))
        found = data.get("exercises", [data]) if isinstance(data, dict) else data
        if not isinstance(found, list) or not found:
            raise BadInput(f"There are no exercises in '{self.source}'.")
        return [Exercise.from_dict(item) for item in found]

    def run(self, work: Work) -> Iterator[Exercises]:
        """The exercises; they are written or marked where that is asked."""
        writes = self.answers is None and (self.output is not None or self.form is not None)
        target = target_of(self.output, self.form, each=self.each) if writes else None
        made: list[Exercise] = []
        for one in self.exercises():
            made.append(one)
            at(len(made), self.number, unit="exercises")
        if self.answers is not None:
            yield self._marked(made)
        elif target is None:
            yield Exercises(made)
        elif self.each:
            yield Sheets(made, write_each(made, target, ending_of(self.form), self.title))
        else:
            yield Sheets(made, write_sheets(made, target, self.title))

    def _marked(self, made: list[Exercise]) -> Markings:
        """The answers in the file, marked: an object by question, or a list with one for each exercise."""
        given = _answers(read_json(str(self.answers)), str(self.answers))
        if len(given) != len(made):
            raise BadInput(
                f"There are {plural(len(made), 'exercise')} and {plural(len(given), 'set')} of answers in "
                f"'{self.answers}'."
            )
        return Markings(made, [mark(one, answers) for one, answers in zip(made, given, strict=True)])


def _answers(data: Any, path: str) -> list[Any]:
    if isinstance(data, dict) and set(data) == {"answers"}:
        data = data["answers"]
    if isinstance(data, dict):
        return [data]
    if isinstance(data, list) and all(isinstance(item, dict) for item in data):
        return data
    raise BadInput(f'The answers in \'{path}\' are an object such as {{"move": "a1"}}, or a list of them.')


def _instead(name: str) -> str:
    """What shows a search of a game, where there is one to be shown."""
    from halfmove.games.reference import GameReference
    from halfmove.teach.trace import choose_search

    try:
        choose_search(GameReference(name, {}).open(), "auto")
    except Unsuitable:
        return ""
    return f"; halfmove tree {name} --depth 2 --steps shows a search of the game's"


def read_json(path: str) -> Any:
    """What a file of JSON holds, `-` being standard input; `BadInput` where it cannot be read."""
    try:
        text = sys.stdin.read() if path == "-" else read_bounded(path, TEXT).decode("utf-8-sig")
        return json.loads(text)
    except FileNotFoundError:
        raise BadInput(f"There is no file '{path}'.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The file '{path}' cannot be read: {error}.") from None
    except json.JSONDecodeError as error:
        raise BadInput(f"'{path}' is not JSON: {error.msg} at line {error.lineno}.") from None
