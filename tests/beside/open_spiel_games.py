"""The games that OpenSpiel has by the same rules, and whose actions are told from ours by their numbers."""

from __future__ import annotations

from typing import Any

from halfmove.core import bits
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
from tests.beside.open_spiel import Histories, OpenSpielPair, chances_one_less, one_less


class KuhnPair(OpenSpielPair):
    """Kuhn poker of two to four players."""

    name = "kuhn"

    def variants(self) -> list[Histories]:
        return [Histories(Kuhn(players=n), f"kuhn_poker(players={n})", chances_one_less) for n in (2, 3, 4)]


class LeducPair(OpenSpielPair):
    """Leduc hold'em of two and three players."""

    name = "leduc"
    known = "Suits mean nothing: OpenSpiel is asked to deal ranks (`suit_isomorphism`)."

    def variants(self) -> list[Histories]:
        return [
            Histories(Leduc(players=n), f"leduc_poker(players={n},suit_isomorphism=true)", chances_one_less)
            for n in (2, 3)
        ]

    def count_end(self, s: Any) -> None:
        game: Any = self.both.game
        self.count("showdowns", game.compared(s))
        self.count("pots shared", game.compared(s) and len({game.utility(s, p) for p in (0, 1)}) == 1)


class LiarsDicePair(OpenSpielPair):
    """Liar's dice with one to three dice of two to six sides."""

    name = "liars-dice"
    known = "The highest face is wild in both; `wild=ones` and `wild=none` have no counterpart."

    def variants(self) -> list[Histories]:
        sizes = [(1, 6), (2, 2), (2, 6), (3, 4)]
        return [
            Histories(LiarsDice(dice=d, sides=n), f"liars_dice(numdice={d},dice_sides={n})", chances_one_less)
            for d, n in sizes
        ]


class GoofspielPair(OpenSpielPair):
    """Goofspiel of two to four players with all orders of prizes."""

    name = "goofspiel"
    known = "OpenSpiel pays differences from the mean, and plays the last card of all by itself."

    def variants(self) -> list[Histories]:
        return [
            Histories(
                Goofspiel(players=n, cards=cards, prizes=order),
                f"goofspiel(players={n},num_cards={cards},points_order={order},returns_type=point_difference)",
                one_less,
                sets=False,
                scale=1 / n,
            )
            for n, cards in ((2, 5), (2, 13), (3, 4), (4, 6))
            for order in ("random", "descending", "ascending")
        ]


class HiddenGoofspielPair(OpenSpielPair):
    """The same where only who took a prize is told."""

    name = "hidden-goofspiel"
    known = GoofspielPair.known

    def variants(self) -> list[Histories]:
        return [
            Histories(
                HiddenGoofspiel(cards=cards, prizes=order),
                f"goofspiel(imp_info=True,num_cards={cards},points_order={order},"
                "returns_type=point_difference)",
                one_less,
                scale=0.5,
            )
            for cards in (4, 6, 13)
            for order in ("random", "descending", "ascending")
        ]


class OshiZumoPair(OpenSpielPair):
    """Oshi-Zumo with many coins and few, with a least bid, a horizon, and as Alesia."""

    name = "oshi-zumo"
    known = (
        "OpenSpiel's information states hold all bids, ours only the position: sets are not compared.  Who "
        "has fewer coins than a minimum of 2 or more bids nothing here and all that he has there."
    )

    def variants(self) -> list[Histories]:
        parameters = [
            (50, 3, 1, 1000, False),
            (50, 3, 0, 30, False),
            (10, 1, 1, 1000, False),
            (30, 2, 1, 1000, True),
        ]
        return [
            Histories(
                OshiZumo(coins=c, size=n, minimum=least, horizon=h, alesia=alesia),
                f"oshi_zumo(coins={c},size={n},min_bid={least},horizon={h},alesia={alesia})",
                sets=False,
            )
            for c, n, least, h, alesia in parameters
        ]


class DarkHexPair(OpenSpielPair):
    """Dark hex on boards of several shapes."""

    name = "dark-hex"

    def variants(self) -> list[Histories]:
        return [
            Histories(
                DarkHex(rows=r, columns=c),
                f"dark_hex(obstype=reveal-numturns,num_rows={r},num_cols={c})",
            )
            for r, c in ((2, 2), (3, 3), (3, 4), (4, 3), (5, 5))
        ]

    def count_action(self, s: Any, a: int) -> None:
        game: Any = self.both.game
        self.count("tries in vain", game.is_taken(s, a))


class HexPair(OpenSpielPair):
    """Hex on boards of several sizes, with the swap and without."""

    name = "hex"

    def variants(self) -> list[Histories]:
        return [
            Histories(Hex(size=size, swap=swap), f"hex(board_size={size},swap={swap})", sets=False)
            for size in (3, 4, 5, 8, 11, 19)
            for swap in (False, True)
        ]

    def count_action(self, s: Any, a: int) -> None:
        self.count("swaps", a == self.both.game.squares)


def pawn_move(game: Any, s: Any, a: int) -> int:
    """OpenSpiel numbers squares from the top, where the first player's pawns stand there: square, way and
    capture in one number."""
    _, other = game.sides(s)
    way = a % 3 + (0 if s.mover == 0 else 3)
    return 2 * (6 * (a // 3) + way) + (1 if bits.has(other, game.target(s.mover, a)) else 0)


class BreakthroughPair(OpenSpielPair):
    """Breakthrough on boards of several sizes."""

    name = "breakthrough"

    def variants(self) -> list[Histories]:
        return [
            Histories(
                Breakthrough(width=w, height=h), f"breakthrough(rows={h},columns={w})", pawn_move, sets=False
            )
            for w, h in ((8, 8), (6, 6), (4, 5), (5, 7), (2, 8))
        ]

    def count_action(self, s: Any, a: int) -> None:
        self.count("captures", pawn_move(self.both.game, s, a) % 2 == 1)


class PhantomPair(DarkHexPair):
    """Phantom tic-tac-toe."""

    name = "phantom-tictactoe"

    def variants(self) -> list[Histories]:
        return [Histories(PhantomTicTacToe(), "phantom_ttt(obstype=reveal-numturns)")]


class TicTacToePair(OpenSpielPair):
    """Tic-tac-toe."""

    name = "tictactoe"

    def variants(self) -> list[Histories]:
        return [Histories(TicTacToe(), "tic_tac_toe()", sets=False)]


class ConnectFourPair(OpenSpielPair):
    """Connect Four on boards of several sizes."""

    name = "connect4"

    def variants(self) -> list[Histories]:
        return [
            Histories(ConnectFour(width=w, height=h), f"connect_four(rows={h},columns={w})", sets=False)
            for w, h in ((7, 6), (6, 7), (5, 4), (4, 4), (8, 7))
        ]


class MNKPair(OpenSpielPair):
    """The m,n,k-games, of one machine word and of several."""

    name = "mnk"

    def variants(self) -> list[Histories]:
        return [
            Histories(MNK(width=w, height=h, k=k), f"mnk(m={w},n={h},k={k})", sets=False)
            for w, h, k in ((3, 3, 3), (4, 4, 4), (5, 4, 3), (6, 7, 4), (9, 9, 5))
        ]


class GomokuPair(OpenSpielPair):
    """Gomoku on large boards; five or more win in both."""

    name = "gomoku"

    def variants(self) -> list[Histories]:
        return [
            Histories(Gomoku(width=n, height=n), f"gomoku(size={n},connect=5)", sets=False)
            for n in (15, 19, 7)
        ]


def taken_from_pile(game: Any, s: Any, a: int) -> int:
    """OpenSpiel's number of a move of Nim: piles side by side, for each number of matches."""
    heap, rest = divmod(a, game.largest)
    return int(rest * game.count + heap)


class NimPair(OpenSpielPair):
    """Nim, won or lost by the last match."""

    name = "nim"

    def variants(self) -> list[Histories]:
        heaps = ([1, 3, 5, 7], [3, 4, 5], [10, 1], [2, 2, 9, 1, 4, 6])
        return [
            Histories(
                Nim(heaps=sizes, misere=misere),
                f"nim(pile_sizes={';'.join(map(str, sizes))},is_misere={misere})",
                taken_from_pile,
                sets=False,
            )
            for sizes in heaps
            for misere in (False, True)
        ]


def of_pig(game: Any, s: Any, a: int) -> int:
    """OpenSpiel's number: 0 is to roll, 1 to stop; faces from 0."""
    return {ROLL: 0, HOLD: 1}[a] if game.to_move(s) >= 0 else a - 1


class PigHistories(Histories):
    """OpenSpiel lets a player stop before he has rolled; ours does not, so that stop is left out there."""

    def legal(self, s: Any, t: Any) -> list[int]:
        found = super().legal(s, t)
        return [a for a in found if a != 1 or s.turn > 0]


class PigPair(OpenSpielPair):
    """Pig of two to six players."""

    name = "pig"
    known = "OpenSpiel lets a player stop without a roll; and a game of many players ends after its horizon."

    def variants(self) -> list[Histories]:
        return [
            PigHistories(
                Pig(players=n, target=target, sides=sides),
                f"pig(players={n},winscore={target},diceoutcomes={sides},horizon=100000)",
                of_pig,
                sets=False,
                scale=1 / (n - 1),
            )
            for n, target, sides in ((2, 100, 6), (3, 40, 6), (6, 20, 4), (2, 30, 10))
        ]


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
