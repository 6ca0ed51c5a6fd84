"""How a game is spoken of to programs that play it: what a protocol needs to know of a game.

A game offers a dialect for each protocol in which it is played (`Game.dialects`); protocols ask for theirs,
so that neither knows the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.core.settlement import Settlement


class Dialect:
    """What a protocol needs to know of a game."""


class MoveDialect(Dialect, ABC):
    """For protocols that tell a position and the moves from there: UCI and USI."""

    @abstractmethod
    def position_text(self, s: Any) -> str:
        """A position as the protocol writes it: FEN, SFEN."""

    @abstractmethod
    def move_text(self, s: Any, a: Any) -> str:
        """A move as the protocol writes it: `e2e4`, `e7e8q`, `P*5e`."""

    @abstractmethod
    def parse_move(self, s: Any, text: str) -> Any:
        """The legal action that the protocol writes so; `BadInput` if there is none."""


class UciDialect(MoveDialect, ABC):
    """For the Universal Chess Interface."""

    chess960: bool
    """Whether castling is written as king takes rook, which engines are told by their option UCI_Chess960."""


class UsiDialect(MoveDialect, ABC):
    """For the Universal Shogi Interface."""

    variant: str
    """What engines of several games call this one, by their option USI_Variant or UCI_Variant."""


class Step(NamedTuple):
    """What a file has next: a move, or stones set up between two moves."""

    move: tuple[str, str] | None = None
    """A colour, `b` or `w`, and a vertex."""
    stones: Mapping[str, str] = {}
    """What is to stand on a vertex: `b`, `w`, or nothing."""
    mover: int | None = None
    """Whose turn it is then; None where that stays as it is."""


class GtpDialect(Dialect, ABC):
    """For the Go Text Protocol: a board of points with stones, which GTP calls by vertex (`D4`) and colour
    (`b`, `w`)."""

    points: int
    """Of the board."""
    handicap: int
    """Stones that stand on the board in the initial position, where GTP's fixed handicap puts them."""

    # ---- an outside engine told of the game
    @abstractmethod
    def setup(self) -> list[str]:
        """The commands that make an empty board of the game's size, with its komi."""

    @abstractmethod
    def handicap_stones(self) -> list[str]:
        """Where the handicap's stones stand."""

    @abstractmethod
    def stones(self, s: Any) -> list[tuple[str, str]]:
        """All stones, row by row from the top: colour and vertex."""

    @abstractmethod
    def rules_to_say(self) -> Sequence[str]:
        """The game's rules by the names that `kgs-rules` takes, the best first: not all engines know all."""

    # ---- a controller telling us
    @abstractmethod
    def rules_meant(self, name: str) -> str:
        """The game's parameter `rules` for a name that controllers use; `BadInput` for an unknown one."""

    @abstractmethod
    def rules_described(self) -> dict[str, Any]:
        """The rules as KataGo tells them."""

    @abstractmethod
    def turned(self, s: Any, seat: int) -> Any:
        """The position with that seat to move and nothing forbidden."""

    @abstractmethod
    def with_stones(self, s: Any, stones: Mapping[str, str], mover: int) -> Any:
        """The position with other stones on some points (`Step.stones`); `BadInput` if it cannot be."""

    @abstractmethod
    def read_file(self, data: bytes) -> tuple[dict[str, Any], list[Step]]:
        """The first game of an SGF file: the parameters that it says, and its main line.  `ValueError`,
        `BadInput` among them, for what cannot be read."""

    # ---- questions about a position
    @abstractmethod
    def settlement(self, s: Any) -> Settlement:
        """What is dead in a position, whether or not the game is over."""

    @abstractmethod
    def chains(self, s: Any) -> list[list[str]]:
        """Every chain by its vertices, Black's first."""

    @abstractmethod
    def liberties(self, s: Any, vertex: str) -> list[str]:
        """Those of the chain on a vertex; `BadInput` where there is no stone."""

    @abstractmethod
    def ladder(self, s: Any, vertex: str) -> str | None:
        """The vertex at which the chain on another is caught in a ladder by the player to move; None where
        it is not."""

    @abstractmethod
    def captures(self, history: History, seat: int) -> int:
        """How many stones a player has taken."""

    @abstractmethod
    def ownership(self, s: Any, playouts: int | None = None) -> list[list[float]]:
        """For each point, rows from the top, from -1 (White's) to 1 (Black's)."""

    @abstractmethod
    def place(self, vertex: str) -> tuple[int, int]:
        """The row from the top and the column of a vertex, from 0; `BadInput` if the board has none."""


def uci_dialect(game: Game) -> UciDialect | None:
    """The game as UCI speaks of it; None where it is not played over that protocol."""
    return next((spoken for spoken in game.dialects() if isinstance(spoken, UciDialect)), None)


def usi_dialect(game: Game) -> UsiDialect | None:
    """The game as USI speaks of it; None where it is not played over that protocol."""
    return next((spoken for spoken in game.dialects() if isinstance(spoken, UsiDialect)), None)


def gtp_dialect(game: Game) -> GtpDialect | None:
    """The game as GTP speaks of it; None where it is not played over that protocol."""
    return next((spoken for spoken in game.dialects() if isinstance(spoken, GtpDialect)), None)
