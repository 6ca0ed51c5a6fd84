"""A finished game counted for people: what each side's points are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core import bits

if TYPE_CHECKING:
    from halfmove.games.go.game import Go
    from halfmove.games.go.rules import State


class Side(NamedTuple):
    """What one player has."""

    name: str
    territory: int
    """Empty points that only this player's stones reach, once the dead ones are gone."""
    stones: int
    """On the board and alive; 0 under rules that count territory."""
    dead: int
    """Dead stones of the other player's; 0 under rules that count area."""
    prisoners: int
    """Stones taken during the game beyond those that the other player took; 0 under rules that count area."""
    komi: float
    """Komi, and what White gets for handicap stones."""

    @property
    def points(self) -> float:
        """All of it."""
        return self.territory + self.stones + self.dead + self.prisoners + self.komi

    def __str__(self) -> str:
        told = [f"{self.territory} territory"]
        told += [_numbered(self.stones, "stone")] if self.stones else []
        told += [_numbered(self.dead, "dead stone")] if self.dead else []
        told += [f"{_numbered(self.prisoners, 'prisoner')} more"] if self.prisoners else []
        told += [f"{self.komi:g} komi"] if self.komi else []
        return f"{self.name}: {self.points:g} = {' + '.join(told)}"


def _numbered(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


class Count(NamedTuple):
    """Both sides' points; `score` is that of `Go.score`."""

    black: Side
    white: Side

    @property
    def score(self) -> float:
        """Black's points less White's."""
        return self.black.points - self.white.points

    def __str__(self) -> str:
        lead = self.score
        winner = self.black if lead > 0 else self.white
        won = f"{winner.name} wins by {abs(lead):g}." if lead else "A draw."
        return f"{self.black}\n{self.white}\n{won}"


def count(game: Go, state: State, dead: Iterable[int] = ()) -> Count:
    """Count a position without the dead stones; `BadInput` as `Go.score`."""
    dead = set(dead)
    black, white, _ = game.without_dead(state, dead)
    territories = map(bits.wide_count, game.territories(black, white))
    gone = [
        bits.wide_count(all_of) - bits.wide_count(alive)
        for all_of, alive in ((state.white, white), (state.black, black))
    ]
    sides = []
    for name, sign, territory, stones, taken, komi in zip(
        game.player_names, (1, -1), territories, (black, white), gone, (0.0, game.advance), strict=True
    ):
        by_area = not game.territory
        sides.append(
            Side(
                name,
                territory,
                bits.wide_count(stones) if by_area else 0,
                0 if by_area else taken,
                0 if by_area else max(sign * state.prisoners, 0),
                komi,
            )
        )
    return Count(*sides)
