"""Which stones are dead, when a game is over: proposed by playouts, corrected by the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.core.settlement import Part, Settlement
from halfmove.games.go.game import Go
from halfmove.games.go.rules import State

if TYPE_CHECKING:
    from halfmove.games.go.game import Go
    from halfmove.games.go.rules import State

# ---- a finished game counted for people: what each side's points are made of


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


class DeadStones(Settlement):
    """The chains called dead so far."""

    subject = "dead stones"
    mark = "dead"
    help = "Name a stone to change what becomes of its chain, none, or Enter to accept; resume to play on."
    touch = "Touch a stone to change its chain, an empty point to change all stones enclosed there."

    def __init__(self, game: Go, state: State, closing: int = 0) -> None:
        self.game, self.state, self.closing = game, state, closing
        self.points: set[int] = set()

    @property
    def chosen(self) -> list[str]:
        return [self.game.point_text(point) for point in sorted(self.points)]

    def choose(self, points: Iterable[str]) -> None:
        """Points with a stone on each; what others of their chains are is not asked."""
        chosen = {self.game.parse_point(point) for point in points}
        self.game.score(self.state, chosen)
        self.points = chosen

    def proposal(self) -> list[str]:
        from halfmove.games.go.ownership import dead_stones

        return [self.game.point_text(point) for point in dead_stones(self.game, self.state)]

    def change(self, line: str) -> None:
        """A stone stands for its chain, an empty point for all stones enclosed there (`Go.enclosed`): dead
        all of them, or, if they are already, alive."""
        if line.lower() == "none":
            self.points.clear()
            return
        changed = set(self.points)
        for word in line.replace(",", " ").split():
            group = self._group(self.game.parse_point(word))
            changed = changed - group if group <= changed else changed | group
        self.points = changed

    def _group(self, point: int) -> set[int]:
        game, state = self.game, self.state
        if bits.wide_has(game.empty(state.black, state.white), game.place(point)):
            group = game.enclosed(state, point)
            if not group:
                raise BadInput(f"There is no stone on {game.point_text(point)}, and none is enclosed there.")
            return set(group)
        return set(game.chain_at(state, point))

    def __str__(self) -> str:
        """`Dead: A1 of White; C3 D3 of Black.`"""
        told = []
        left = set(self.points)
        while left:
            chain = self.game.chain_at(self.state, min(left))
            left -= set(chain)
            owner = "Black" if bits.wide_has(self.state.black, self.game.place(chain[0])) else "White"
            told.append(f"{' '.join(map(self.game.point_text, chain))} of {owner}")
        return f"Dead: {'; '.join(told)}." if told else "Dead: no stones."

    # ---- what follows
    def owners(self) -> Mapping[str, int]:
        black, white, _ = self.game.without_dead(self.state, self.points)
        return {
            self.game.point_text(self.game.point(place)): player
            for player, territory in enumerate(self.game.territories(black, white))
            for place in bits.wide_squares(territory)
        }

    def parts(self) -> Sequence[Part]:
        return self._count().parts()

    def show(self) -> str:
        marks = list("".join(self.game.grid(self.state)))
        for name, player in self.owners().items():
            marks[self.game.parse_point(name)] = "bw"[player]
        for point in self.points:
            marks[point] = "x" if bits.wide_has(self.state.black, self.game.place(point)) else "o"
        return self.game.board_text("".join(marks), "x o: dead stones; b w: territory of Black, White")

    def margin(self) -> float:
        return self.game.score(self.state, self.points)

    def result(self) -> str:
        return self.game.result_text(self.state, self.points)

    def ending(self) -> str:
        return self._count().ending

    def count(self) -> str:
        return str(self._count())

    def _count(self) -> Count:
        return count(self.game, self.state, self.points)
