"""Made by `python -m halfmove.core.operation.stubs`; do not edit."""

from collections.abc import Callable
from collections.abc import Collection
from collections.abc import Mapping
from collections.abc import Sequence
from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.reporting import Asked
from halfmove.endings.analyze import Comparison
from halfmove.games.game_list import GameList
from halfmove.games.game_list import GameShown
from halfmove.games.holdem.equity_operation import Equities
from halfmove.games.holdem.push_fold_operation import PushFold
from halfmove.imperfect.exploit import Exploitability
from halfmove.search.algorithm_list import AlgorithmList
from halfmove.search.chance.rollouts import Rollout
from halfmove.search.perft import Sequences
from halfmove.teach.annotate import Annotation
from halfmove.teach.luck import Luck
from typing import Any

def algorithms(
    game: Game | History | str | None = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    progress: Asked = ...,
) -> AlgorithmList:
    """List the algorithms for --algorithm, with the games they fit; or say which fit one game, and why not.

    Example: halfmove algorithms connect4

        game: The game that the algorithms are to fit. All games if nothing is said.
        parameters: Parameters of the game; of a tree root=min, who moves first.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def analyze(
    game: Game | History | str,
    state: Any = ...,
    limit: Limit | None = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    seconds: float | None = ...,
    depth: int | None = ...,
    nodes: int | None = ...,
    simulations: int | None = ...,
    algorithm: str = ...,
    options: Mapping[str, Any] = ...,
    threads: int = ...,
    seed: int = ...,
    megabytes: int | None = ...,
    without: tuple[str, ...] = ...,
    network: str | None = ...,
    endings: str | None = ...,
    syzygy: str | None = ...,
    lines: int = ...,
    only: Collection[Any] | None = ...,
    memory: Any = ...,
    progress: Asked = ...,
) -> Analysis:
    """Find the best move in a position, what it is worth, and the play expected after it.

    With no limit it thinks for a second. Ctrl-C ends the search: what it has found is the answer.

    Example: halfmove analyze connect4 --moves "4 4 3" --lines 3

    Example: halfmove analyze connect4 --network best.safetensors --simulations 600

        game: A game's name.
        state: The position, in the game's notation. The initial position if nothing is said.
        limit: How long to search, or how deep.
        parameters: Parameters of the game; of a tree root=min, who moves first.
        moves: Moves to play first, in the game's notation.
        roll: What the dice show then, as the game writes it: 31.
        seconds: Time to think. Where no limit is given, 1 if nothing is said.
        depth: Plies to look ahead.
        nodes: Positions to visit.
        simulations: Simulations of Monte Carlo tree search; 0: a network alone.
        algorithm: The search; auto: the strongest that fits.
        options: Settings of the algorithm's own, such as formula=rave for mcts.
        threads: Processor cores to use.
        seed: The same seed gives the same search.
        megabytes: Memory for what the search remembers.
        without: Features of the engine to leave out, such as killers,history.
        network: Search with the network in this file.
        endings: Databases of endings; none: without. Those there are if nothing is said.
        syzygy: Tables of endings that others made, in Syzygy's format; none: without. Those of
            HALFMOVE_SYZYGY if nothing is said.
        lines: How many of the best moves, each with its own value.
        only: The actions to choose from.
        memory: What the search remembers (`Session.memory`); it outlasts the call.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def annotate(
    game: Game | History | str,
    limit: Limit | None = ...,
    *,
    file: str,
    seconds: float | None = ...,
    depth: int | None = ...,
    nodes: int | None = ...,
    simulations: int | None = ...,
    algorithm: str = ...,
    options: Mapping[str, Any] = ...,
    threads: int = ...,
    seed: int = ...,
    megabytes: int | None = ...,
    without: tuple[str, ...] = ...,
    network: str | None = ...,
    endings: str | None = ...,
    syzygy: str | None = ...,
    output: str | None = ...,
    skip_broken: bool = ...,
    strict: bool = ...,
    progress: Asked = ...,
) -> Annotation:
    """Annotate the games in a file (of chess PGN, of Go SGF): each position is searched, within the limit.

    The games are written with evaluations, with marks (?!, ?, ??) for moves that lose much, and with the
    better line. Ctrl-C ends it: what has been judged is written.

    Example: halfmove annotate chess games.pgn -o annotated.pgn --seconds 0.2

        game: A game's name.
        limit: How long to search, or how deep.
        file: The games.
        seconds: Time for each position. Where no limit is given, 0.5 if nothing is said.
        depth: Plies to look ahead.
        nodes: Positions to visit.
        simulations: Simulations of Monte Carlo tree search; 0: a network alone.
        algorithm: The search; auto: the strongest that fits.
        options: Settings of the algorithm's own, such as formula=rave for mcts.
        threads: Processor cores to use.
        seed: The same seed gives the same search.
        megabytes: Memory for what the search remembers.
        without: Features of the engine to leave out, such as killers,history.
        network: Search with the network in this file.
        endings: Databases of endings; none: without. Those there are if nothing is said.
        syzygy: Tables of endings that others made, in Syzygy's format; none: without. Those of
            HALFMOVE_SYZYGY if nothing is said.
        output: Write them here.
        skip_broken: Leave out games that are broken.
        strict: Games that need a repair are broken.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def compare(
    game: Game | History | str,
    state: Any = ...,
    limit: Limit | None = ...,
    *,
    algorithms: tuple[str, ...],
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    seconds: float | None = ...,
    depth: int | None = ...,
    nodes: int | None = ...,
    simulations: int | None = ...,
    options: Mapping[str, Any] = ...,
    threads: int = ...,
    seed: int = ...,
    megabytes: int | None = ...,
    without: tuple[str, ...] = ...,
    network: str | None = ...,
    endings: str | None = ...,
    syzygy: str | None = ...,
    progress: Asked = ...,
) -> Comparison:
    """Judge one position by several algorithms, side by side: every move's value, the best, the cost.

    An option goes to those algorithms that have it.

    Example: halfmove compare pacman --set maze=trap --algorithms minimax,expectiminimax --depth 3

        game: A game's name.
        state: The position, in the game's notation. The initial position if nothing is said.
        limit: How long to search, or how deep.
        algorithms: The searches, by their names.
        parameters: Parameters of the game; of a tree root=min, who moves first.
        moves: Moves to play first, in the game's notation.
        roll: What the dice show then, as the game writes it: 31.
        seconds: Time to think. Where no limit is given, 1 if nothing is said.
        depth: Plies to look ahead.
        nodes: Positions to visit.
        simulations: Simulations of Monte Carlo tree search; 0: a network alone.
        options: Settings of the algorithm's own, such as formula=rave for mcts.
        threads: Processor cores to use.
        seed: The same seed gives the same search.
        megabytes: Memory for what the search remembers.
        without: Features of the engine to leave out, such as killers,history.
        network: Search with the network in this file.
        endings: Databases of endings; none: without. Those there are if nothing is said.
        syzygy: Tables of endings that others made, in Syzygy's format; none: without. Those of
            HALFMOVE_SYZYGY if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

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

def games(
    game: Game | History | str | None = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    progress: Asked = ...,
) -> GameList | GameShown:
    """List the games with their parameters, or show one: its board, its moves, its notation.

    Example: halfmove games connect4

        game: The game to show. All games if nothing is said.
        parameters: Parameters of the game; of a tree root=min, who moves first.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def luck(
    game: Game | History | str,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
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
        roll: What the dice show then, as the game writes it: 31.
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
    roll: str | None = ...,
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
        roll: What the dice show then, as the game writes it: 31.
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

def rollout(
    game: Game | History | str,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    actions: Any = ...,
    count: int = ...,
    trials: int | None = ...,
    error: float | None = ...,
    confidence: float | None = ...,
    seconds: float | None = ...,
    truncate: int | str = ...,
    threads: int | None = ...,
    seed: int = ...,
    file: str | None = ...,
    see: Callable[[Rollout], object] | None = ...,
    progress: Asked = ...,
) -> Rollout:
    """Play each play of a position on, many times, and say which is best and how surely: a rollout.

    The luck of the dice is taken out by the evaluation, every play gets the same dice, and each first
    throw comes equally often. It ends with whichever limit comes first, or with Ctrl-C: what there is is
    the answer.

    Example: halfmove rollout backgammon --position "4HPwATDgc/ABMA" --roll 31 --lines 3

    Example: halfmove rollout backgammon --moves "31 8/5 6/5 64" --confidence 0.95 --file 64.json

        game: A game's name.
        state: The position, in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game; of a tree root=min, who moves first.
        moves: Moves to play first, in the game's notation.
        roll: What the dice show then, as the game writes it: 31.
        actions: The plays to compare. The best by the evaluation if nothing is said.
        count: How many plays are compared.
        trials: Trials of each play; whole rounds are made. Where no limit is given, 1296 if nothing is
            said.
        error: Until every standard error is this small.
        confidence: Until the best is better than each other so surely, such as 0.95.
        seconds: Time to take.
        truncate: Throws after which the evaluation is asked; none: to the end.
        threads: Processor cores to use. All if nothing is said.
        seed: The same seed gives the same dice.
        file: Keep it in this file; go on with it if it is there.
        see: Called after every round.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """
