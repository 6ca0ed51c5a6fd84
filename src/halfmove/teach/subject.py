"""What a request about a recorded search is about: a game, an explicit tree, or a tree of a textbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.operation import Choice, PositionRequest, Work, field
from halfmove.core.operation.kinds import Schema
from halfmove.core.operation.position import GROUP, GameKind
from halfmove.games.reference import GameReference, tree_game
from halfmove.games.registry import games
from halfmove.teach.examples import EXAMPLES, Example


class SubjectKind(GameKind):
    """A game, as `GameKind` has it, or the specification of a tree: numbers in lists or objects."""

    def from_data(self, value: Any, name: str) -> Any:
        return value if isinstance(value, list | tuple | dict) else super().from_data(value, name)

    def from_json(self, value: Any, name: str) -> Any:
        return value if isinstance(value, list | dict) else super().from_json(value, name)

    def schema(self) -> Schema:
        return {"anyOf": [super().schema(), {"type": "array"}, {"type": "object"}]}


def subject(**more: Any) -> Any:
    """The field `game` of a request about a game or a tree."""
    return field(
        SubjectKind(),
        "A game's name, a textbook's tree by its name, or an explicit tree as data: numbers are leaves, "
        "lists inner nodes.",
        terminal="Or a .py file of your own, or a tree: a .tree or .json file, its text, or - to read it.",
        place=True,
        example="fig-5-2",
        old=("tree", "figure"),
        **more,
    )


@dataclass(frozen=True, kw_only=True)
class SubjectRequest(PositionRequest):
    """A request about a position of a game or of a tree."""

    game: Game | History | str | Sequence[Any] | Mapping[str, Any] = subject()  # type: ignore[assignment]
    root: str | None = field(
        Choice(("max", "min", "chance"), word="WHO"),
        "Who moves at the root of a tree that does not say.",
        default=None,
        usual="MAX",
        group=GROUP,
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.root is not None and self.parameters.get("root", self.root) != self.root:
            both = f"{name('root')} {self.root} and {name('parameters')} root={self.parameters['root']}"
            raise BadInput(f"{both} contradict each other; give one of them.")

    @property
    def textbook(self) -> Example | None:
        """The tree of a textbook that `game` names; a registered game of that name comes first."""
        if not isinstance(self.game, str) or self.game in games():
            return None
        return EXAMPLES.get(self.game)

    @property
    def is_specified(self) -> bool:
        """Whether the game is a tree that is given as data."""
        return not isinstance(self.game, str | History | Game | None)

    @property
    def is_named(self) -> bool:
        return super().is_named and not self.is_specified and self.textbook is None

    def doing(self) -> str:
        return f"{self.operation.doing} a tree" if self.is_specified else super().doing()

    def open(self, work: Work) -> History:
        """The position that it is about; `BadInput` says what is wrong with it."""
        parameters = {**self.parameters} if self.root is None else {**self.parameters, "root": self.root}
        if self.is_named:
            self._check_root()
            return work.open(replace(self, parameters=parameters))
        spec = self.game if self.textbook is None else self.textbook.text()
        return Work().open(replace(self, game=tree_game(spec, parameters), parameters={}, root=None))

    def _check_root(self) -> None:
        """`BadInput` where somebody is to move first in a game, whose rules say who does."""
        name = self.game
        if (
            self.root is not None
            and isinstance(name, str)
            and name != "-"
            and not GameReference(name).is_tree
        ):
            raise BadInput(f"The root: who moves first can be said of a tree only, and {name} is none.")
