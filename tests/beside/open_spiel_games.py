"""The games that OpenSpiel has by the same rules, and whose actions are told from ours by their numbers.

A row says how OpenSpiel is asked for the game, with which parameters of ours, and how its numbers are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from halfmove.core import bits
from halfmove.core.contract import Game
from halfmove.games.breakthrough import Breakthrough
from halfmove.games.connect4 import ConnectFour
from halfmove.games.dark import DarkHex, PhantomTicTacToe
from halfmove.games.goofspiel import Goofspiel
from halfmove.games.hex import Hex
from halfmove.games.hidden_goofspiel import HiddenGoofspiel
from halfmove.games.kuhn import Kuhn
from halfmove.games.leduc import Leduc
from halfmove.games.liars_dice import LiarsDice
from halfmove.games.matrix import Matrix, RockPaperScissors
from halfmove.games.mnk import MNK, Gomoku, TicTacToe
from halfmove.games.nim import Nim
from halfmove.games.oshi_zumo import OshiZumo
from halfmove.games.pig import HOLD, ROLL, Pig
from tests.beside.open_spiel import Histories, Numbers, OpenSpielPair, chances_one_less, one_less, same_number


# ---- OpenSpiel's numbers
def pawn_move(game: Any, s: Any, a: int) -> int:
    """OpenSpiel numbers squares from the top, where the first player's pawns stand there: square, way and
    capture in one number."""
    _, other = game.sides(s)
    way = a % 3 + (0 if s.mover == 0 else 3)
    return 2 * (6 * (a // 3) + way) + (1 if bits.has(other, game.target(s.mover, a)) else 0)


def taken_from_pile(game: Any, s: Any, a: int) -> int:
    """Piles side by side, for each number of matches."""
    heap, rest = divmod(a, game.largest)
    return int(rest * game.count + heap)


def of_pig(game: Any, s: Any, a: int) -> int:
    """0 is to roll, 1 to stop; faces from 0."""
    return {ROLL: 0, HOLD: 1}[a] if game.to_move(s) >= 0 else a - 1


class PigHistories(Histories):
    """OpenSpiel lets a player stop before he has rolled; ours does not, so that stop is left out there."""

    def legal(self, s: Any, t: Any) -> list[int]:
        found = super().legal(s, t)
        return [a for a in found if a != 1 or s.turn > 0]


# ---- what is rare
def showdowns(game: Any, s: Any) -> Iterator[str]:
    """Of Leduc hold'em."""
    if game.compared(s):
        yield "showdowns"
        if len({game.utility(s, p) for p in (0, 1)}) == 1:
            yield "pots shared"


# ---- the games
@dataclass(frozen=True)
class Row:
    """A game beside OpenSpiel's."""

    kind: Callable[..., Game]
    text: str
    """OpenSpiel's game, with our parameters in braces."""
    parameters: list[dict[str, Any]] = field(default_factory=lambda: [{}])
    """Ours, of each variant."""
    numbers: Numbers = same_number
    sets: bool = False
    """Whether information sets are compared: of a game that hides something."""
    known: str = ""
    scale: Callable[[int], float] = lambda players: 1
    """What our payoffs are to be multiplied by."""
    rare: dict[str, Callable[[Any, Any, int], bool]] = field(default_factory=dict)
    """What is counted of actions: whether it is so, of game, state and action."""
    ends: Callable[[Any, Any], Iterator[str]] | None = None
    """What is counted of ends, besides who wins."""
    histories: type[Histories] = Histories

    def variant(self, ours: dict[str, Any]) -> Histories:
        """The comparison for some parameters."""
        game = self.kind(**ours)
        told = {name: ";".join(map(str, v)) if isinstance(v, list) else v for name, v in ours.items()}
        text, scale = self.text.format(**told), self.scale(game.players)
        return self.histories(game, text, self.numbers, sets=self.sets, scale=scale)


def rows(names: str, *values: tuple[Any, ...], **all_of: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Parameters by name, of each variant, with all combinations of some others."""
    first = [dict(zip(names.split(), row, strict=True)) for row in values]
    others = [dict(zip(all_of, chosen, strict=True)) for chosen in product(*all_of.values())]
    return [one | other for one in first for other in others]


def sizes(*pairs: tuple[int, int]) -> list[dict[str, Any]]:
    """Boards of several widths and heights."""
    return rows("width height", *pairs)


TAKEN = {"tries in vain": lambda game, s, a: game.is_taken(s, a)}
ORDERS = ("random", "descending", "ascending")
GOOFSPIEL = "OpenSpiel pays differences from the mean, and plays the last card of all by itself."
PAID = "num_cards={cards},points_order={prizes},returns_type=point_difference)"

GAMES = {
    "kuhn": Row(
        Kuhn, "kuhn_poker(players={players})", rows("players", (2,), (3,), (4,)), chances_one_less, True
    ),
    "leduc": Row(
        Leduc,
        "leduc_poker(players={players},suit_isomorphism=true)",
        rows("players", (2,), (3,)),
        chances_one_less,
        True,
        "Suits mean nothing: OpenSpiel is asked to deal ranks (`suit_isomorphism`).",
        ends=showdowns,
    ),
    "liars-dice": Row(
        LiarsDice,
        "liars_dice(numdice={dice},dice_sides={sides})",
        rows("dice sides", (1, 6), (2, 2), (2, 6), (3, 4)),
        chances_one_less,
        True,
        "The highest face is wild in both; `wild=ones` and `wild=none` have no counterpart.",
    ),
    "goofspiel": Row(
        Goofspiel,
        "goofspiel(players={players}," + PAID,
        rows("players cards", (2, 5), (2, 13), (3, 4), (4, 6), prizes=ORDERS),
        one_less,
        known=GOOFSPIEL,
        scale=lambda players: 1 / players,
    ),
    "hidden-goofspiel": Row(
        HiddenGoofspiel,
        "goofspiel(imp_info=True," + PAID,
        rows("cards", (4,), (6,), (13,), prizes=ORDERS),
        one_less,
        True,
        GOOFSPIEL,
        scale=lambda players: 1 / players,
    ),
    "oshi-zumo": Row(
        OshiZumo,
        "oshi_zumo(coins={coins},size={size},min_bid={minimum},horizon={horizon},alesia={alesia})",
        rows(
            "coins size minimum horizon alesia",
            (50, 3, 1, 1000, False),
            (50, 3, 0, 30, False),
            (10, 1, 1, 1000, False),
            (30, 2, 1, 1000, True),
        ),
        known="OpenSpiel's information states hold all bids, ours only the position: sets are not compared.  "
        "Who has fewer coins than a minimum of 2 or more bids nothing here and all that he has there.",
    ),
    "dark-hex": Row(
        DarkHex,
        "dark_hex(obstype=reveal-numturns,num_rows={rows},num_cols={columns})",
        rows("rows columns", (2, 2), (3, 3), (3, 4), (4, 3), (5, 5)),
        sets=True,
        rare=TAKEN,
    ),
    "phantom-tictactoe": Row(PhantomTicTacToe, "phantom_ttt(obstype=reveal-numturns)", sets=True, rare=TAKEN),
    "hex": Row(
        Hex,
        "hex(board_size={size},swap={swap})",
        rows("size", (3,), (4,), (5,), (8,), (11,), (19,), swap=(False, True)),
        rare={"swaps": lambda game, s, a: a == game.squares},
    ),
    "breakthrough": Row(
        Breakthrough,
        "breakthrough(rows={height},columns={width})",
        sizes((8, 8), (6, 6), (4, 5), (5, 7), (2, 8)),
        pawn_move,
        rare={"captures": lambda game, s, a: pawn_move(game, s, a) % 2 == 1},
    ),
    "tictactoe": Row(TicTacToe, "tic_tac_toe()"),
    "connect4": Row(
        ConnectFour,
        "connect_four(rows={height},columns={width})",
        sizes((7, 6), (6, 7), (5, 4), (4, 4), (8, 7)),
    ),
    "mnk": Row(
        MNK,
        "mnk(m={width},n={height},k={k})",
        rows("width height k", (3, 3, 3), (4, 4, 4), (5, 4, 3), (6, 7, 4), (9, 9, 5)),
    ),
    "gomoku": Row(Gomoku, "gomoku(size={width},connect=5)", sizes((15, 15), (19, 19), (7, 7))),
    "nim": Row(
        Nim,
        "nim(pile_sizes={heaps},is_misere={misere})",
        rows("heaps", ([1, 3, 5, 7],), ([3, 4, 5],), ([10, 1],), ([2, 2, 9, 1, 4, 6],), misere=(False, True)),
        taken_from_pile,
    ),
    "pig": Row(
        Pig,
        "pig(players={players},winscore={target},diceoutcomes={sides},horizon=100000)",
        rows("players target sides", (2, 100, 6), (3, 40, 6), (6, 20, 4), (2, 30, 10)),
        of_pig,
        known="OpenSpiel lets a player stop without a roll; and a game of many players ends at its horizon.",
        scale=lambda players: 1 / (players - 1),
        histories=PigHistories,
    ),
}


class RowPair(OpenSpielPair):
    """A row of `GAMES`."""

    row: Row

    def variants(self) -> list[Histories]:
        return [self.row.variant(ours) for ours in self.row.parameters]

    def count_action(self, s: Any, a: int) -> None:
        for what, is_so in self.row.rare.items():
            self.count(what, is_so(self.both.game, s, a))

    def count_end(self, s: Any) -> None:
        if self.row.ends is None:
            super().count_end(s)
            return
        for what in self.row.ends(self.both.game, s):
            self.count(what)


def kind(name: str) -> type[RowPair]:
    """The pair of a row."""
    row = GAMES[name]
    return type("RowPair", (RowPair,), {"name": name, "row": row, "known": row.known})


class MatrixPair(OpenSpielPair):
    """Tables of two players: zero-sum and general payoffs."""

    name = "matrix"

    def variants(self) -> list[Histories]:
        tables = {
            "matrix_rps": RockPaperScissors(),
            "matrix_pd": Matrix(table="5,5 0,10; 10,0 1,1"),
            "matrix_mp": Matrix(table="1 -1; -1 1"),
            "matrix_bos": Matrix(table="3,2 0,0; 0,0 2,3"),
        }
        return [Histories(game, f"{name}()") for name, game in tables.items()]
