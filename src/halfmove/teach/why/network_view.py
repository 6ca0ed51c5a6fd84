"""What an evaluation network makes of a position, piece by piece: how much less it would be without each.

A network has no named features, so that nobody can say why it says what it says; but each piece can be left
out.  What the pieces add does not sum up to the estimate: of two rooks on an open file each is worth what the
pair is worth less the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Annotated, Any, TypedDict

from halfmove.core.analysis import position_text
from halfmove.core.contract import Game
from halfmove.core.evaluation_network import EvaluationNetwork
from halfmove.core.figures import columns
from halfmove.core.history import History
from halfmove.core.results import Table
from halfmove.core.surface import Point
from halfmove.core.term import unit_of


class PieceData(TypedDict):
    """An input of the network."""

    place: Annotated[str, "Where it is on the board."]
    name: str
    worth: Annotated[float, "What it adds to the estimate for the first player, in the game's unit."]


class NetworkViewData(TypedDict):
    """What a network says of a position."""

    game: str
    position: str | None
    estimate: Annotated[float, "To the first player, in the game's unit."]
    network: Annotated[str, "How it was made."]
    pieces: list[PieceData]


@dataclass(frozen=True)
class NetworkView(Table):
    """The estimate of a position by a network, and what each piece adds to it."""

    history: History
    network: EvaluationNetwork

    @property
    def game(self) -> Game:
        """The game."""
        return self.history.game

    @property
    def estimate(self) -> float:
        """To the first player, in the game's unit."""
        game, state = self.game, self.history.state
        mover = game.to_move(state)
        value = game.refine(state, mover, self.network.evaluate(game, state, mover))
        return (value if mover == 0 else -value) / unit_of(game)

    def pieces(self) -> list[PieceData]:
        """The inputs, those that add most first."""
        game, state = self.game, self.history.state
        surface = game.surface()
        standing = {} if surface is None else surface.occupied(state)
        sign = 1 if game.to_move(state) == 0 else -1
        found: list[PieceData] = []
        for word, bit, worth in self.network.list_worths(game, state):
            place = game.input_place(word, bit)
            name = standing.get(place) or game.input_name(word, bit)
            found.append({"place": place, "name": name, "worth": sign * worth / unit_of(game)})
        return sorted(found, key=lambda piece: -abs(piece["worth"]))

    def to_dict(self) -> NetworkViewData:
        return {
            "game": self.game.name,
            "position": position_text(self.game, self.history.state),
            "estimate": self.estimate,
            "network": self.network.origin,
            "pieces": self.pieces(),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a piece."""
        return [dict(piece) for piece in self.pieces()]

    def to_text(self) -> str:
        from halfmove.core.analysis_text import position_lines

        game = self.game
        rows = [[piece["name"], piece["place"], f"{piece['worth']:+.2f}"] for piece in self.pieces()]
        table = columns(["piece", "on", "adds"], rows, right=["adds"], rule=False)
        unit = game.estimate_unit or "shares of a win"
        note = (
            f"In {unit}, for {game.player_name(0)}: how much less the estimate would be without the piece, "
            "the others as they are."
        )
        estimate = f"The network's estimate: {self.estimate:+.2f}"
        return "\n".join(
            [*position_lines(game, self.history.state, self.history), estimate, "", *table, "", note]
        )

    def _repr_svg_(self) -> str | None:
        """The board, each piece with what it adds to the estimate for its own side."""
        game, state = self.game, self.history.state
        surface = game.surface()
        if surface is None:
            return None
        cells = {cell.name: cell for cell in surface.cells(state)}
        parts = [
            label(cells[piece["place"]], f"{piece['worth']:+.2f}")
            for piece in self.pieces()
            if piece["place"] in cells
        ]
        return surface.picture(state).removesuffix("</svg>") + "".join(parts) + "</svg>"


def label(cell: Point, text: str) -> str:
    """A text in the lower part of a cell, as part of an SVG document."""
    size = cell.height / 4
    middle, top = cell.x + cell.width / 2, cell.y + cell.height - 1.1 * size
    return (
        f'<rect x="{cell.x:g}" y="{top:g}" width="{cell.width:g}" height="{1.1 * size:g}" fill="#fff" '
        f'opacity="0.8"/><text x="{middle:g}" y="{top + 0.85 * size:g}" font-size="{size:g}" fill="#111" '
        f'font-family="sans-serif" text-anchor="middle">{escape(text)}</text>'
    )
