"""Which exercises are wanted, from the command line to the exercises."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from halfmove.cli.tree.named import example_named
from halfmove.core.bounded_file import TEXT, read_bounded
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.games.registry import games
from halfmove.presentation.practising import usual_wishes
from halfmove.teach.quiz import Exercise, exercise, exercise_on
from halfmove.teach.quiz.kinds import groups


@dataclass(frozen=True)
class Request:
    """The exercises asked for; they are made when they are needed."""

    tree: str | None
    """A tree of one's own."""
    source: str | None
    """A file of exercises made before."""
    seed: int | None
    count: int | None
    """How many; None where nothing is said: one for each group of questions."""
    wishes: dict[str, Any]
    """What was wished for, None where nothing was; as in `teach.quiz.exercise`."""
    search: dict[str, Any]
    """The search and the questions, likewise."""

    @cached_property
    def first_seed(self) -> int:
        """The seed given, or one drawn now."""
        return secrets.randbelow(1_000_000) if self.seed is None else self.seed

    @property
    def made(self) -> bool:
        """Whether exercises are made from seeds."""
        return self.tree is None and self.source is None

    @property
    def number(self) -> int:
        """How many exercises are made."""
        return self.count or len(groups(self.search["questions"]))

    def each(self) -> Iterator[Exercise]:
        """The exercises, one after the other."""
        if not self.made:
            yield from self.given()
            return
        wanted = usual_wishes(self.wishes, self.search["algorithm"])
        asked = groups(self.search["questions"])
        for i in range(self.number):
            search = {**self.search, "questions": asked[i % len(asked)]}
            yield exercise(self.first_seed + i, **wanted, **search)

    def exercises(self) -> list[Exercise]:
        """All of them."""
        return list(self.each())

    def given(self) -> list[Exercise]:
        """The exercises on a tree of one's own, or from a file; wishes are for trees that are made."""
        for wish, value in self.wishes.items():
            if value is not None:
                option = f"--{wish.replace('_', '-').replace('unique-best', 'one-best')}"
                raise BadInput(f"{option} is for trees made from a seed; here the tree is given.")
        if self.tree is not None and self.source is not None:
            raise BadInput("Give a tree or --from, not both.")
        if self.count is not None:
            raise BadInput("--count is for trees made from a seed; here the tree is given.")
        if self.tree is not None:
            if self.tree in games() or self.tree.endswith(".py"):
                raise BadInput(
                    f"{self.tree} is a game, and halfmove quiz asks about trees{_instead(self.tree)}."
                )
            example = example_named(self.tree)
            return [
                exercise_on(
                    self.tree if example is None else example.text(), **{**self.search, "questions": asked}
                )
                for asked in groups(self.search["questions"])
            ]
        assert self.source is not None
        data = read_json(self.source)
        found = data.get("exercises", [data]) if isinstance(data, dict) else data
        if not isinstance(found, list) or not found:
            raise BadInput(f"There are no exercises in '{self.source}'.")
        return [Exercise.from_dict(item) for item in found]


def _instead(name: str) -> str:
    """What shows a search of a game, where there is one to be shown."""
    from halfmove.games.reference import GameReference
    from halfmove.teach.trace import fitting

    try:
        fitting(GameReference(name, {}).open(), "auto")
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
