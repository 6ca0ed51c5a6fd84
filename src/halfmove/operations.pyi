"""Made by `python -m halfmove.core.operation.stubs`; do not edit."""

from collections.abc import Mapping
from collections.abc import Sequence
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.reporting import Asked
from halfmove.search.perft import Sequences
from halfmove.teach.luck import Luck
from typing import Any

def luck(
    game: Game | History | str,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    progress: Asked = ...,
) -> Luck:
    """Say what each throw of a game was worth and what each choice cost: luck and skill.

    The game is what was played (`moves`), or one of a file. Both are measured by the game's evaluation one
    throw ahead, the cube by its formulas.

    Example: halfmove luck backgammon --position match.mat --game 2

    Example: halfmove luck backgammon --moves "31 8/5 6/5 64 24/14 55"

        game: A game's name.
        state: The position, in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game; of a tree root=min, who moves first.
        moves: Moves to play first, in the game's notation.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def perft(
    game: Game | History | str,
    state: Any = ...,
    depth: int = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    divide: bool = ...,
    progress: Asked = ...,
) -> Sequences:
    """Count the sequences of exactly N legal moves from a position.

    A game that ends earlier counts nothing (in Othello one, as in its published counts). Compare with
    published counts to check the rules of a game.

    Example: halfmove perft connect4 8

        game: A game's name.
        state: The position, in the game's notation. The initial position if nothing is said.
        depth: How many moves a sequence has.
        parameters: Parameters of the game; of a tree root=min, who moves first.
        moves: Moves to play first, in the game's notation.
        divide: Also count behind each first move, to find a fault.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """
