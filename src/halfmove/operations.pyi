"""Made by `python -m halfmove.core.operation.stubs`; do not edit."""

from collections.abc import Mapping
from collections.abc import Sequence
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.reporting import Asked
from halfmove.games.holdem.equity_operation import Equities
from halfmove.games.holdem.push_fold_operation import PushFold
from halfmove.imperfect.exploit import Exploitability
from halfmove.search.perft import Sequences
from halfmove.teach.luck import Luck
from typing import Any

def equity(
    ranges: tuple[str, ...],
    *,
    board: str | None = ...,
    dead: str | None = ...,
    grid: bool = ...,
    samples: int | None = ...,
    seed: int = ...,
    threads: int | None = ...,
    progress: Asked = ...,
) -> Equities:
    """Say what part of the pot each hand or range wins when all are all in: Texas hold'em.

    Two players are counted exactly, and more of them where each has one hand; otherwise a million deals are
    drawn, and the standard error is said.

    Example: halfmove equity AKs QQ

    Example: halfmove equity "QQ+, AKs, A5s-A2s:0.5" random --board Kc7d2h --grid

        ranges: A hand (AhKh) or a range (QQ+,AKs) for each player.
        board: Three to five cards on the table: Kc7d2h.
        dead: Cards that are out of the deck.
        grid: Show what each hand of the first range wins, in a table of 13 by 13.
        samples: Draw so many deals, instead of counting all.
        seed: The same seed draws the same deals.
        threads: Processor cores to use. All of them if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def exploit(
    game: Game | History | str,
    file: str,
    *,
    parameters: Mapping[str, Any] = ...,
    lbr: bool = ...,
    deals: int | None = ...,
    progress: Asked = ...,
) -> Exploitability:
    """Measure a strategy: what each player earns with it, and what with a best response to the others'.

    Exploitability is what the players could gain by best responses, each alone, divided by their number:
    zero in equilibrium.  It is exact.

    Example: halfmove exploit leduc leduc.json

    Example: halfmove exploit holdem limit.npz --set betting=limit --lbr

        game: A game's name.
        file: A strategy, as `halfmove solve --strategy FILE` writes it.
        parameters: Parameters of the game; of a tree root=min, who moves first.
        lbr: Of poker for two: also what a local best response earns, which looks one bet ahead.
        deals: With a local best response to a strategy over buckets: how many deals are played. 20,000
            if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

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

def pushfold(
    hand: str | None = ...,
    *,
    most: float = ...,
    ante: float = ...,
    output: str | None = ...,
    progress: Asked = ...,
) -> PushFold:
    """Say up to which stack each hand goes all in from the small blind, and calls in the big blind.

    Heads-up, where the small blind goes all in or folds: an equilibrium for each tenth of a big blind.  A
    figure is the deepest stack, in big blinds before the blinds are posted, with which the hand is played at
    least half the time; 20+ is every stack looked at, * a hand that is not played with some shorter stacks.

    Example: halfmove pushfold

    Example: halfmove pushfold 63s --ante 0.1

        hand: Only this class: 63s, K8o, 22.
        most: The deepest stack, in big blinds.
        ante: What each puts in besides, in big blinds.
        output: Draw the small blind's chart (.svg).
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """
