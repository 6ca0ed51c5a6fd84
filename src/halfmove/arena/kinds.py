"""The kinds of fields that requests about contests have: players, time controls, openings, rules, anchors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from halfmove.arena.clock import parse_time_control
from halfmove.arena.plan import OpeningSource, StopRule
from halfmove.core.errors import BadInput
from halfmove.core.naming import open_game
from halfmove.core.operation import Decimal, Text, TextList
from halfmove.core.operation.kinds import File, Kind
from halfmove.core.operation.position import GameKind
from halfmove.games.reference import GameReference

ANY_NUMBER = Decimal()


class AnyGame(GameKind):
    """A game; in Python also a `GameReference`."""

    def from_data(self, value: Any, name: str) -> Any:
        return value if isinstance(value, GameReference | str) else open_game(value)


class PlayerKind(Text):
    """A player's line; in Python also an object (`players.given`)."""

    def from_data(self, value: Any, name: str) -> Any:
        return super().from_data(value, name) if isinstance(value, str) else value


class PlayersKind(TextList):
    """Players, each a line or, in Python, an object."""

    def from_data(self, value: Any, name: str) -> Any:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise BadInput(f"{name} is a list of players.")
        return tuple(PlayerKind().from_data(one, name) for one in value)


class Controls(TextList):
    """Time controls: one for all players, or one for each."""

    def from_text(self, text: Any, name: str) -> tuple[str, ...]:
        return tuple(parse_time_control(word).text for word in super().from_text(text, name))

    def from_data(self, value: Any, name: str) -> tuple[str, ...]:
        given = (value,) if isinstance(value, str) else super().from_data(value, name)
        return self.from_text(given if any(given) else (), name)


class OpeningsKind(File):
    """A file of openings, `random` or `none`; in Python also an `OpeningSource`."""

    def from_data(self, value: Any, name: str) -> Any:
        return value if isinstance(value, OpeningSource) else super().from_data(value, name)


@dataclass(frozen=True)
class Numbers(Text):
    """Several numbers, each of its own kind: in one text as a person types them, or a list."""

    kinds: tuple[Kind, ...] = ()
    example: str = ""

    def from_text(self, text: str, name: str) -> tuple[Any, ...]:
        words = text.replace(",", " ").split()
        if len(words) != len(self.kinds):
            raise BadInput(f'{name} takes {len(self.kinds)} numbers, such as "{self.example}", not "{text}".')
        return tuple(kind.from_text(word, name) for kind, word in zip(self.kinds, words, strict=True))

    def from_data(self, value: Any, name: str) -> tuple[Any, ...]:
        return self.from_text(value if isinstance(value, str) else " ".join(map(str, value)), name)

    def to_data(self, value: Any) -> str:
        return " ".join(map(str, value))


class Sprt(Text):
    """A sequential test: two differences and perhaps a model; in Python also a `StopRule`."""

    def from_text(self, text: str, name: str) -> StopRule:
        words = text.replace(",", " ").split()
        if len(words) not in (2, 3):
            raise BadInput(f'{name} takes two Elo differences and perhaps a model, "0 5", not "{text}".')
        low, high = (ANY_NUMBER.from_text(word, name) for word in words[:2])
        return StopRule(low, high, words[2] if len(words) == 3 else StopRule.model)

    def from_data(self, value: Any, name: str) -> Any:
        return value if isinstance(value, StopRule) else super().from_data(value, name)

    def to_data(self, value: StopRule) -> str:
        return f"{value.elo0:.12g} {value.elo1:.12g} {value.model}"


class Anchor(Text):
    """A player's name with the rating that it is held at; in Python also a mapping."""

    def from_text(self, text: str, name: str) -> dict[str, float]:
        player, equals, rating = text.rpartition("=")
        if not equals or not player:
            raise BadInput(f"{name} takes NAME=ELO, such as alphabeta=1500, not '{text}'.")
        return {player: ANY_NUMBER.from_text(rating, name)}

    def from_data(self, value: Any, name: str) -> Any:
        return dict(value) if isinstance(value, Mapping) else super().from_data(value, name)

    def to_data(self, value: Mapping[str, float]) -> str:
        return ",".join(f"{player}={rating:.12g}" for player, rating in value.items())
