"""What UCI and USI, two protocols with one course of events, say differently.

Sources: S. Meyer-Kahlen and R. Huber, *Universal Chess Interface*, April 2006; Tord Romstad, *The Universal
Shogi Interface* (hgm.nubati.net/usi.html), and what ShogiDokoro and YaneuraOu have made of it: byo-yomi,
`gameover`, `go mate`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from halfmove.core.contract import Game
from halfmove.core.dialects import MoveDialect, uci_dialect, usi_dialect
from halfmove.games.registry import find_usual_game, game
from halfmove.protocols.uci.server.options import UCI_OPTIONS, USI_OPTIONS, Option, Options


@dataclass(frozen=True)
class Language:
    """A protocol's own words."""

    name: str
    """The word of the handshake: `uci`, answered by `uciok`; a game begins with `ucinewgame`."""
    fen: str
    """The word before a position."""
    clocks: tuple[tuple[str, str], ...]
    """For each seat the words of a `go` for its time and its increment, in milliseconds."""
    numbers: tuple[str, ...]
    """All words of a `go` that a number follows."""
    flags: tuple[str, ...]
    """Those that stand alone, or need not have a number."""
    no_move: str
    """The answer of who has none."""
    mate_in_plies: bool
    """Whether the distance of a mate is told in plies, not in moves."""
    proves_mates: bool
    """Whether `go mate` asks for a proof, answered by `checkmate`, within so many milliseconds."""
    options: tuple[Option, ...]
    rules: tuple[str, ...]
    """The options that another game is played for."""
    open: Callable[[Options], Game]
    spoken: Callable[[Game], MoveDialect | None]


_NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")


def open_uci_game(*, chess960: bool) -> Game:
    """The game that UCI is for, or its variant."""
    return game(find_usual_game("uci"), chess960=chess960)


def _open_usi_game(options: Options) -> Game:
    name = options.text("USI_Variant")
    rules = {"impasse": options.text("Impasse")} if name == find_usual_game("usi") else {}
    return game(name, **rules)


UCI = Language(
    name="uci",
    fen="fen",
    clocks=(("wtime", "winc"), ("btime", "binc")),
    numbers=_NUMBERS,
    flags=("infinite", "ponder"),
    no_move="(none)",
    mate_in_plies=False,
    proves_mates=False,
    options=UCI_OPTIONS,
    rules=("UCI_Chess960",),
    open=lambda options: open_uci_game(chess960=options.true("UCI_Chess960")),
    spoken=uci_dialect,
)
USI = Language(
    name="usi",
    fen="sfen",
    clocks=(("btime", "binc"), ("wtime", "winc")),
    numbers=(*_NUMBERS, "byoyomi"),
    flags=("infinite", "ponder", "mate"),
    no_move="resign",
    mate_in_plies=True,
    proves_mates=True,
    options=USI_OPTIONS,
    rules=("USI_Variant", "Impasse"),
    open=_open_usi_game,
    spoken=usi_dialect,
)
LANGUAGES = {language.name: language for language in (UCI, USI)}
