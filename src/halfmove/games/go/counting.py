"""A finished game counted for people: what each side's points are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core import bits
from halfmove.core.settlement import Part

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
    handicap: float
    """What White gets for handicap stones."""

    @property
    def points(self) -> float:
        """All of it."""
        return self.territory + self.stones + self.dead + self.prisoners + self.komi + self.handicap

    def __str__(self) -> str:
        told = [f"{self.territory} territory"]
        told += [_count_text(self.stones, "stone")] if self.stones else []
        told += [_count_text(self.dead, "dead stone")] if self.dead else []
        told += [f"{_count_text(self.prisoners, 'prisoner')} more"] if self.prisoners else []
        told += [f"{self.komi:g} komi"] if self.komi else []
        told += [f"{self.handicap:g} for handicap stones"] if self.handicap else []
        return f"{self.name}: {self.points:g} = {' + '.join(told)}"


def _count_text(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


class Count(NamedTuple):
    """Both sides' points; `score` is that of `Go.score`."""

    black: Side
    white: Side

    @property
    def score(self) -> float:
        """Black's points less White's."""
        return self.black.points - self.white.points

    @property
    def ending(self) -> str:
        """Who wins, by how much."""
        lead = self.score
        winner = self.black if lead > 0 else self.white
        return f"{winner.name} wins by {abs(lead):g}." if lead else "A draw."

    def parts(self) -> list[Part]:
        """What the points are made of, without what nobody has."""
        rows = [
            Part("Territory", (self.black.territory, self.white.territory)),
            Part("Stones", (self.black.stones, self.white.stones)),
            Part("Dead stones", (self.black.dead, self.white.dead)),
            Part("More prisoners", (self.black.prisoners, self.white.prisoners)),
            Part("Komi", (self.black.komi, self.white.komi)),
            Part("Handicap", (self.black.handicap, self.white.handicap)),
        ]
        return [row for row in rows if row.name == "Territory" or any(row.points)]

    def __str__(self) -> str:
        return f"{self.black}\n{self.white}\n{self.ending}"


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
    handicap = game.advance - game.komi
    for name, sign, territory, stones, taken, given in zip(
        game.player_names,
        (1, -1),
        territories,
        (black, white),
        gone,
        ((0.0, 0.0), (game.komi, handicap)),
        strict=True,
    ):
        by_area = not game.territory
        sides.append(
            Side(
                name,
                territory,
                bits.wide_count(stones) if by_area else 0,
                0 if by_area else taken,
                0 if by_area else max(sign * state.prisoners, 0),
                *given,
            )
        )
    return Count(*sides)
