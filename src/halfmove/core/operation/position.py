"""What requests about a position have in common: the game, where it began, the moves since."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.naming import open_game
from halfmove.core.operation.kinds import Kind, Schema, Settings, Text, Texts
from halfmove.core.operation.request import Request, field

GROUP = "Position"
WATCHING, ALL = "spectator", "all"

_FILE_OR_TREE = (
    "It may also be a .py file of your own, another library's game (open_spiel:hex), or a tree: a .tree or "
    ".json file, its text, or - to read it."
)


class GameKind(Kind):
    """A game: its name as text; in Python also the object, or a `History` for the position as well."""

    word = "GAME"

    def from_text(self, text: Any, name: str) -> Any:
        return text

    def from_data(self, value: Any, name: str) -> Any:
        if isinstance(value, str | History):
            return value
        open_rules = getattr(value, "open_rules", None)  # a `GameReference`, which stands above this floor
        return open_game(value if open_rules is None else open_rules())

    def from_json(self, value: Any, name: str) -> str:
        return str(Text(most=100).from_data(value, name))

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": 100}


class PositionKind(Kind):
    """A position in the game's notation; in Python also a state, or a `History`."""

    word = "TEXT"

    def from_text(self, text: Any, name: str) -> Any:
        return text

    def from_data(self, value: Any, name: str) -> Any:
        return value

    def from_json(self, value: Any, name: str) -> str:
        return str(Text().from_data(value, name))

    def schema(self) -> Schema:
        return Text().schema()


class MovesKind(Texts):
    """Moves in the game's notation: in one text as a person types them, a list as data."""

    def from_text(self, text: Any, name: str) -> Any:
        return text  # the game says where a move ends: `Game.split_moves`

    def from_data(self, value: Any, name: str) -> Any:
        return value if isinstance(value, str) else super().from_data(value, name)

    def from_json(self, value: Any, name: str) -> tuple[str, ...]:
        return super().from_data(value, name)

    def to_data(self, value: Any) -> Any:
        return value if isinstance(value, str) else list(value)


class ViewerKind(Kind):
    """Through whose eyes a game is seen: a player's number, `spectator` or `all`."""

    def from_data(self, value: Any, name: str) -> int | str:
        if value in (WATCHING, ALL) or type(value) is int:
            return value  # type: ignore[no-any-return]
        raise BadInput(f"{name} is the number of a player, '{WATCHING}' or '{ALL}'.")

    def schema(self) -> Schema:
        numbers = {"type": "integer", "minimum": 0, "maximum": 2**53}
        return {"anyOf": [numbers, {"enum": [WATCHING, ALL]}]}


def game_number() -> Any:
    """A field `number` for requests about whole games: which one of the file that `position` names."""
    return field(
        Text(),
        "The number of the game, where --position is a file with several.",
        default=None,
        options=("--game",),
        word="N",
        group=GROUP,
        faces=("terminal",),
    )


@dataclass(frozen=True, kw_only=True)
class GameRequest(Request):
    """A request about a game."""

    game: Game | History | str = field(
        GameKind(),
        "A game's name.",
        terminal=_FILE_OR_TREE,
        place=True,
        example="connect4",
    )
    parameters: Mapping[str, Any] = field(
        Settings(),
        "Parameters of the game (for a tree: root=min, who moves first).",
        terminal="Repeatable.",
        default={},
        options=("--set",),
        group=GROUP,
    )

    def doing(self) -> str:
        if self.game is None:
            return self.operation.doing
        game = self.game.game if isinstance(self.game, History) else self.game
        name = game if isinstance(game, str) else game.title()
        return f"{self.operation.doing} {name}"


@dataclass(frozen=True, kw_only=True)
class OptionalGameRequest(GameRequest):
    """A request about a game, or about all of them."""

    game: Game | History | str | None = field(  # type: ignore[assignment]
        GameKind(),
        "A game's name.",
        terminal=_FILE_OR_TREE,
        default=None,
        usual="all games",
        place=True,
        example="connect4",
    )

    def check(self, name: Callable[[str], str]) -> None:
        if self.game is None and self.parameters:
            raise BadInput(f"{name('parameters')} needs the game whose parameter it sets.")


@dataclass(frozen=True, kw_only=True)
class PositionRequest(GameRequest):
    """A request about a position."""

    position: Any = field(
        PositionKind(),
        "The position in the game's notation.",
        terminal="It may also be a file, for the end of a game in it: games.pgn, games.sgf#3.",
        default=None,
        usual="the initial position",
        python="state",
        group=GROUP,
    )
    moves: str | Sequence[str] = field(
        MovesKind(word='"M M …"', separator=" "),
        "Moves to play first, in the game's notation.",
        default=(),
        group=GROUP,
    )
    roll: str | None = field(
        Text(),
        "The dice after those moves, in the game's notation: 31.",
        default=None,
        group=GROUP,
    )

    viewer: int | str = field(
        ViewerKind(),
        "Of a game in which something is hidden: through whose eyes it is seen, a player's (from 0) or a "
        "spectator's; `all` is the analyst's view, for one who owns the whole game.",
        default=WATCHING,
        faces=("http",),
    )

    @property
    def is_named(self) -> bool:
        """Whether the game is one that a server opens by its name."""
        return self.game is not None

    def throw(self, history: History) -> History:
        """The game after the `roll`, if there is one; `BadInput` where nobody is to throw."""
        if self.roll is not None:
            if history.over or history.game.to_move(history.state) != CHANCE:
                raise BadInput(f"The roll {self.roll}: in this position nobody is to throw.")
            history.play(history.game.parse_action(history.state, self.roll))
        return history
