"""Made by `python -m halfmove.core.operation.stubs`; do not edit."""

from collections.abc import Callable
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from halfmove.arena.contest import SeeContest
from halfmove.arena.experiment.description import Experiment
from halfmove.arena.experiment.results import Findings
from halfmove.arena.experiment.run import SeeExperiment
from halfmove.arena.job import Adjudication
from halfmove.arena.match import Contestant
from halfmove.arena.plan import OpeningSource
from halfmove.arena.plan import StopRule
from halfmove.arena.ratings import Contests
from halfmove.arena.results import Results
from halfmove.arena.sample import Sampled
from halfmove.arena.tuning.result import TunedSearch
from halfmove.arena.workers.pool import Pool
from halfmove.books.dropout.expanding import Expanded
from halfmove.books.making import Made
from halfmove.books.show import BookMoves
from halfmove.core.analysis import Analysis
from halfmove.core.check import Report
from halfmove.core.contract import Game
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.reporting import Asked
from halfmove.endings.analyze import Comparison
from halfmove.endings.probe import Probed
from halfmove.endings.tables import Built
from halfmove.endings.tables import Counted
from halfmove.endings.tables import Verified
from halfmove.games.bridge.bid_operation import Bid
from halfmove.games.bridge.deals_operation import Deals
from halfmove.games.game_list import GameList
from halfmove.games.game_list import GameShown
from halfmove.games.holdem.equity_operation import Equities
from halfmove.games.holdem.push_fold_operation import PushFold
from halfmove.games.reference import GameReference
from halfmove.games.scrabble.leaves_operation import LeaveValues
from halfmove.games.scrabble.lexicon.operation import Words
from halfmove.games.tricks.operation import Tricks
from halfmove.imperfect.abstract import TrainedBuckets
from halfmove.imperfect.exploit import Exploitability
from halfmove.imperfect.public_result import SolvedSubgame
from halfmove.imperfect.solution import Solution
from halfmove.learn.evaluation.train import LearntEvaluation
from halfmove.learn.runs.packing import PackedRun
from halfmove.learn.runs.report import SeeTraining
from halfmove.learn.trained import Trained
from halfmove.learn.tuning.tune import Tuned
from halfmove.library.adding import Addition
from halfmove.library.results import Explored
from halfmove.library.results import Exported
from halfmove.library.results import Found
from halfmove.library.results import Removed
from halfmove.library.results import Shown
from halfmove.presentation.packages import PackageList
from halfmove.search.algorithm_list import AlgorithmList
from halfmove.search.bench import Speeds
from halfmove.search.chance.rollouts import Rollout
from halfmove.search.perft import Sequences
from halfmove.search.prepare import Prepared
from halfmove.search.proof.proven import Proven
from halfmove.search.proof.solver import Solver
from halfmove.teach.annotate import Annotation
from halfmove.teach.equilibrium import Equilibrium
from halfmove.teach.growth.request import Growth
from halfmove.teach.lessons.request import LessonList
from halfmove.teach.lessons.request import OneLesson
from halfmove.teach.luck import Luck
from halfmove.teach.misconceptions.operation import Beliefs
from halfmove.teach.montecarlo.trace import SimulationTrace
from halfmove.teach.orderings.report import Orderings
from halfmove.teach.quiz.marking import Marking
from halfmove.teach.quiz.requirements import Span
from halfmove.teach.quiz.results import Exercises
from halfmove.teach.review import Reviewed
from halfmove.teach.tree import Searched
from halfmove.teach.tree import Textbooks
from halfmove.teach.tree import Written
from halfmove.teach.verify import CheckedCertificate
from halfmove.teach.why.explanation import Explanation
from halfmove.teach.why.network_view import NetworkView
from halfmove.teach.why.operation import Evaluation
from pathlib import Path
from typing import Any

def algorithms(
    game: Game | History | str | None = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    progress: Asked = ...,
) -> AlgorithmList:
    """List the algorithms for --algorithm, with the games they fit; or say which fit one game, and why not.

    Example: halfmove algorithms connect4

        game: A game's name. All games if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
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
    threads: int | None = ...,
    seed: int = ...,
    megabytes: int | None = ...,
    without: tuple[str, ...] = ...,
    network: str | None = ...,
    endings: str | None = ...,
    syzygy: str | None = ...,
    lines: int = ...,
    only: Collection[Any] | None = ...,
    history: History | None = ...,
    memory: Any = ...,
    progress: Asked = ...,
) -> Analysis:
    """Find the best move in a position, what it is worth, and the play expected after it.

    With no limit it thinks for a second. Ctrl-C ends the search: what it has found is the answer.

    Example: halfmove analyze connect4 --moves "4 4 3" --lines 3

    Example: halfmove analyze connect4 --network best.safetensors --simulations 600

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        limit: How long to search, or how deep.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        seconds: Time to think. 1, if no limit is given if nothing is said.
        depth: Plies to look ahead.
        nodes: Positions to visit.
        simulations: Simulations of Monte Carlo tree search; 0: a network alone.
        algorithm: The search; auto: the strongest that fits.
        options: Options of the algorithm, such as formula=rave for mcts.
        threads: Processor cores to use. All for engine, mcts and network where time alone bounds the
            search, else 1 if nothing is said.
        seed: The same seed gives the same search.
        megabytes: Memory for the search's tables.
        without: Features of the engine to leave out, such as killers,history.
        network: Search with the network in this file.
        endings: Databases of endings; none to search without. All that are found if nothing is said.
        syzygy: Syzygy tables of chess endings; none to search without. Those of HALFMOVE_SYZYGY if
            nothing is said.
        lines: How many of the best moves to show, each with its own value.
        only: The actions to choose from.
        history: The game that led to the state, in its place.
        memory: What the search remembers (`Session.memory`); it outlasts the call.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def annotate(
    game: Game | History | str,
    limit: Limit | None = ...,
    *,
    file: str,
    parameters: Mapping[str, Any] = ...,
    seconds: float | None = ...,
    depth: int | None = ...,
    nodes: int | None = ...,
    simulations: int | None = ...,
    algorithm: str = ...,
    options: Mapping[str, Any] = ...,
    threads: int | None = ...,
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
    """Annotate the games in a file (chess: PGN, Go: SGF, shogi: KIF, CSA, Scrabble: GCG): search each
    position within the limit.

    The games are written with evaluations, with marks (?!, ?, ??) for moves that lose much, and with the
    better line. Ctrl-C stops it: what has been judged so far is written.

    A game with a measure of its own is annotated by its review (bridge: PBN, LIN, handviewer links): what
    each card cost double dummy, what each call shows, the result beside par, as comments. It needs no limit.

    Example: halfmove annotate chess games.pgn -o annotated.pgn --seconds 0.2

    Example: halfmove annotate bridge boards.pbn -o annotated.pbn

        game: A game's name.
        limit: How long to search, or how deep.
        file: The games.
        parameters: Parameters that the file does not say: a lexicon.
        seconds: Time for each position. 0.5, if no limit is given if nothing is said.
        depth: Plies to look ahead.
        nodes: Positions to visit.
        simulations: Simulations of Monte Carlo tree search; 0: a network alone.
        algorithm: The search; auto: the strongest that fits.
        options: Options of the algorithm, such as formula=rave for mcts.
        threads: Processor cores to use. All for engine, mcts and network where time alone bounds the
            search, else 1 if nothing is said.
        seed: The same seed gives the same search.
        megabytes: Memory for the search's tables.
        without: Features of the engine to leave out, such as killers,history.
        network: Search with the network in this file.
        endings: Databases of endings; none to search without. All that are found if nothing is said.
        syzygy: Syzygy tables of chess endings; none to search without. Those of HALFMOVE_SYZYGY if
            nothing is said.
        output: Write them here.
        skip_broken: Leave out games that are broken.
        strict: Treat games that need a repair as broken.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def bench(
    *,
    progress: Asked = ...,
) -> Speeds:
    """Measure this machine in about half a minute: start-up, compiling, counting moves, searching.

        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def bid(
    hand: str,
    *,
    auction: str = ...,
    dealer: str = ...,
    vulnerable: str = ...,
    simulate: bool = ...,
    seed: int = ...,
    system: str | None = ...,
    progress: Asked = ...,
) -> Bid:
    """Choose the call of a hand after others by a bidding system, with the other calls and what each shows.

    The call chosen is marked *, others that the hand fits +.

    Example: halfmove bid AQ5.K72.QJ83.A94

    Example: halfmove bid KJ542.974.63.J82 --auction "1N P"

        hand: The hand, spades first: AKQ.JT9.8765.432.
        auction: The calls before, from the dealer's: 1N P.
        dealer: Who called first.
        vulnerable: The sides that are vulnerable, for simulation.
        simulate: Where no rule fits or several are ranked alike, compare calls on deals that fit the
            auction.
        seed: Of these deals.
        system: Another system than the natural one.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def book_expand(
    file: str,
    *,
    game: Game | History | str | None = ...,
    parameters: Mapping[str, Any] = ...,
    seconds: float | None = ...,
    depth: int | None = ...,
    nodes: int | None = ...,
    simulations: int | None = ...,
    positions: int = ...,
    weight: float | None = ...,
    algorithm: str = ...,
    threads: int = ...,
    progress: Asked = ...,
) -> Expanded:
    """Expand a book by drop-out expansion (Lincke 2000): the position in which a game would leave it soonest
    gets all its moves, each searched within the limits; values go up by negamax.

    Ctrl-C ends it in good order, and the same command goes on, also after a run that was killed.

    Example: halfmove book expand othello.sqlite --game othello --positions 200 --depth 10

        file: The book (.sqlite); begun where there is none.
        game: The game, where the files do not say it.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        seconds: Time to think. For a new book without a limit, 0.5 if nothing is said.
        depth: Plies to look ahead.
        nodes: Positions to visit.
        simulations: Simulations of Monte Carlo tree search; 0: a network alone.
        positions: How many positions of it are to be expanded, earlier runs' too.
        weight: Plies that a loss of one pawn, or disc, counts as: a large one makes the book deep. As
            the book was begun; 2 if nothing is said.
        algorithm: The search; auto: as the book was begun, or the strongest that fits.
        threads: Processor cores to use.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def book_make(
    sources: Sequence[str],
    *,
    game: Game | History | str | None = ...,
    parameters: Mapping[str, Any] = ...,
    output: str,
    plies: int = ...,
    least_games: int = ...,
    variations: bool = ...,
    progress: Asked = ...,
) -> Made:
    """Make an opening book from games, in any format of the game's records, and from extended books.

    An extended book keeps for every move of every position how often it was played, with what results, by
    whom and when; a Polyglot book, which most chess programs read, only a weight that follows from it. Ctrl-C
    makes a book of the games read so far.

    Example: halfmove book make games.pgn -o book.sqlite

        sources: Files with games, as .pgn, .sgf, .pdn, .wtb, .ggf, .txt; extended books are taken over.
        game: The game, where the files do not say it.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        output: The book: extended (.sqlite), or Polyglot's (.bin; chess).
        plies: How far into each game.
        least_games: Leave moves out that fewer games have.
        variations: Count the moves in variations, as of games without a result.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def book_show(
    file: str,
    *,
    game: Game | History | str | None = ...,
    parameters: Mapping[str, Any] = ...,
    state: Any = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    progress: Asked = ...,
) -> BookMoves:
    """Show the moves that a book has for a position, the initial one by default.

    An extended book tells what became of each move, what it is worth where the book was expanded, and what
    speaks for it: a bonus in doublings, the sum of its parts. Of two moves, one whose bonus is larger by 1 is
    chosen twice as often.

    Example: halfmove book show book.sqlite --moves "e4 c5"

        file: A Polyglot book or an extended one.
        game: The game, where the files do not say it.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        state: The position in the game's notation. The initial position if nothing is said.
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def check(
    game: Game | History | str,
    *,
    parameters: Mapping[str, Any] = ...,
    games: int = ...,
    seed: int = ...,
    perft: Mapping[int, int] | None = ...,
    verbose: bool = ...,
    progress: Asked = ...,
) -> Report:
    """Test a game against the contract: random play, round trips, compiled as interpreted, and more.

    The first broken promise is an error (`BrokenPromise`; exit status 2).

    Example: halfmove check mygame.py

        game: A game's name.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        games: Random games to play; the time taken goes with their number.
        seed: The same seed gives the same games.
        perft: Known counts of sequences, {depth: nodes}.
        verbose: List the promises, with how often each was put to the test.
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
    threads: int | None = ...,
    seed: int = ...,
    megabytes: int | None = ...,
    without: tuple[str, ...] = ...,
    network: str | None = ...,
    endings: str | None = ...,
    syzygy: str | None = ...,
    progress: Asked = ...,
) -> Comparison:
    """Judge one position by several algorithms, side by side: every move's value, the best, the cost.

    Each option is given to the algorithms that have it.

    Example: halfmove compare pacman --set maze=trap --algorithms minimax,expectiminimax --depth 3

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        limit: How long to search, or how deep.
        algorithms: The algorithms to compare.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        seconds: Time to think. 1, if no limit is given if nothing is said.
        depth: Plies to look ahead.
        nodes: Positions to visit.
        simulations: Simulations of Monte Carlo tree search; 0: a network alone.
        options: Options of the algorithm, such as formula=rave for mcts.
        threads: Processor cores to use.
        seed: The same seed gives the same search.
        megabytes: Memory for the search's tables.
        without: Features of the engine to leave out, such as killers,history.
        network: Search with the network in this file.
        endings: Databases of endings; none to search without. All that are found if nothing is said.
        syzygy: Syzygy tables of chess endings; none to search without. Those of HALFMOVE_SYZYGY if
            nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def deals(
    constraints: str = ...,
    *,
    count: int | None = ...,
    contract: str | None = ...,
    declarer: str = ...,
    vulnerable: str = ...,
    solve: int | None = ...,
    made: bool = ...,
    seed: int = ...,
    threads: int | None = ...,
    pbn: str | None = ...,
    progress: Asked = ...,
) -> Deals:
    """Draw bridge deals at random from all that fit constraints on the hands, each as likely as another.

    With a contract, it is played double dummy on these deals: how often it is made.

    Example: halfmove deals "N: balanced, 15-17; S: 5+ spades" --count 100 --pbn deals.pbn

    Example: halfmove deals "N: AQ5.K72.QJ83.A94; S: KJ4.A85.K62.T873" --contract 3N --declarer S

        constraints: What each hand has: N: balanced, 15-17; S: 5+ spades; NS: 25+. Any deal if nothing
            is said.
        count: How many deals. 10, or 200 with a contract if nothing is said.
        contract: The contract that is played double dummy, such as 3N or 4SX.
        declarer: Who plays it.
        vulnerable: The sides that are vulnerable, for the score.
        solve: Play the contract on so many of the deals. All if nothing is said.
        made: Ask only whether the contract is made, not for how many tricks: three times as fast.
        seed: Of the random deals.
        threads: Processor cores to use. All of them if nothing is said.
        pbn: Write the deals to this file in PBN.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def endgame_build(
    game: Game | History | str,
    tables: Sequence[str] = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    folder: str | None = ...,
    threads: int = ...,
    again: bool = ...,
    progress: Asked = ...,
) -> Built:
    """Make tables of endings, and those that they convert to by a capture or a promotion.

    Ctrl-C stops it with exit status 130; what is done is kept, and the same command goes on, also after the
    process was killed.

    Example: halfmove endgame build chess KQK KRK

        game: A game's name.
        tables: Tables by name, KQKR. All if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        folder: Where tables are kept. HALFMOVE_ENDINGS, or the data folder if nothing is said.
        threads: Processor cores to use; 0: all.
        again: Make tables anew that are there.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def endgame_probe(
    game: Game | History | str,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    folder: str | None = ...,
    syzygy: str | None = ...,
    progress: Asked = ...,
) -> Probed:
    """Say what a position and each of its moves are worth, by the tables that are there.

    Example: halfmove endgame probe chess --position "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        folder: Where tables are kept. HALFMOVE_ENDINGS, or the data folder if nothing is said.
        syzygy: Syzygy tables of chess endings; none to search without. Those of HALFMOVE_SYZYGY if
            nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def endgame_show(
    game: Game | History | str,
    tables: Sequence[str] = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    folder: str | None = ...,
    progress: Asked = ...,
) -> Counted:
    """Show how many positions of tables are won, drawn and lost for the player to move, and the longest win.

    Example: halfmove endgame show chess KQK --json

        game: A game's name.
        tables: Tables by name, KQKR. All if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        folder: Where tables are kept. HALFMOVE_ENDINGS, or the data folder if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def endgame_verify(
    game: Game | History | str,
    tables: Sequence[str] = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    folder: str | None = ...,
    threads: int = ...,
    progress: Asked = ...,
) -> Verified:
    """Check that every entry of tables follows from those of its successors.

    Example: halfmove endgame verify chess KQK

        game: A game's name.
        tables: Tables by name, KQKR. All if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        folder: Where tables are kept. HALFMOVE_ENDINGS, or the data folder if nothing is said.
        threads: Processor cores to use; 0: all.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def equilibrium(
    game: Game | History | str,
    *,
    parameters: Mapping[str, Any] = ...,
    algorithm: str = ...,
    iterations: int = ...,
    seed: int = ...,
    output: str | None = ...,
    progress: Asked = ...,
) -> Equilibrium:
    """Show step by step how regret minimisation approaches an equilibrium, or how a table is solved by hand.

    A table, of two players who choose once and at the same moment, is solved by hand: dominated actions are
    struck out, then every pair of supports is tried.

    Example: halfmove equilibrium kuhn --iterations 5 --steps

    Example: halfmove equilibrium matrix --set "table=3,3 0,5; 5,0 1,1" --algorithm by-hand

        game: A game's name.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        algorithm: How it is found.
        iterations: Iterations of regret minimisation.
        seed: The seed of what is drawn at random.
        output: Write a page to step through, .html, or the picture at the end, .svg.
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
    """Compute the equity of each hand or range in Texas hold'em: its share of the pot when all are all in.

    Two players are counted exactly, and so are more if each has one hand; otherwise a million deals are
    sampled, and the standard error is given.

    Example: halfmove equity AKs QQ

    Example: halfmove equity "QQ+, AKs, A5s-A2s:0.5" random --board Kc7d2h --grid

        ranges: A hand (AhKh) or a range (QQ+,AKs) for each player.
        board: Three to five cards on the table: Kc7d2h.
        dead: Cards that are out of the deck.
        grid: Show what each hand of the first range wins, in a table of 13 by 13.
        samples: Sample this many deals instead of counting all.
        seed: The same seed draws the same deals.
        threads: Processor cores to use. All of them if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def evaluate(
    game: Game | History | str,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    network: str | None = ...,
    progress: Asked = ...,
) -> Evaluation | NetworkView:
    """Show the static evaluation of a position, term by term, without a search.

    Example: halfmove evaluate chess --moves "e4 e5 Nf3"

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        network: What an evaluation network makes of it instead, piece by piece: auto, the game's own,
            or a file.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def experiment(
    file: Experiment | str,
    *,
    again: bool = ...,
    at_once: int | None = ...,
    ray: str | None = ...,
    look: bool = ...,
    write: str | None = ...,
    plot: str | None = ...,
    pool: Pool | None = ...,
    see: SeeExperiment | None = ...,
    progress: Asked = ...,
) -> Findings:
    """Test a hypothesis by games, as a TOML file states it: the sides, the test, and when to stop.

    The same command continues where it stopped; when nothing is left to play, it shows what was found.
    Ctrl-C ends it with the findings so far, and exit status 130.

    Example: halfmove experiment features.toml --write features.md

        file: The experiment; see docs/experiments.md.
        again: Play everything again; the old games are kept.
        at_once: Games at a time. One a core if nothing is said.
        ray: Play on this Ray cluster.
        look: Play nothing, show what was found so far.
        write: Write the report here too.
        plot: Plot the Elo differences.
        pool: What plays the games (`arena.workers.pool`).
        see: Called with a match's number, its finding and the games in progress, after each game and a
            few times a second.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def explain(
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
    threads: int | None = ...,
    seed: int = ...,
    megabytes: int | None = ...,
    without: tuple[str, ...] = ...,
    network: str | None = ...,
    endings: str | None = ...,
    syzygy: str | None = ...,
    lines: int | None = ...,
    why_not: str | None = ...,
    boards: bool = ...,
    progress: Asked = ...,
) -> Explanation:
    """Explain why a move is the best: its line, and for every other move what the search found against it.

    With no limit it thinks for a second. Ctrl-C ends the search: what it has found is explained.

    Example: halfmove explain tictactoe --moves "a1 b2"

    Example: halfmove explain connect4 --moves "1 2 1 2 1" --why-not 4

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        limit: How long to search, or how deep.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        seconds: Time to think. 1, if no limit is given if nothing is said.
        depth: Plies to look ahead.
        nodes: Positions to visit.
        simulations: Simulations of Monte Carlo tree search; 0: a network alone.
        algorithm: The search; auto: the strongest that fits.
        options: Options of the algorithm, such as formula=rave for mcts.
        threads: Processor cores to use. All for engine, mcts and network where time alone bounds the
            search, else 1 if nothing is said.
        seed: The same seed gives the same search.
        megabytes: Memory for the search's tables.
        without: Features of the engine to leave out, such as killers,history.
        network: Search with the network in this file.
        endings: Databases of endings; none to search without. All that are found if nothing is said.
        syzygy: Syzygy tables of chess endings; none to search without. Those of HALFMOVE_SYZYGY if
            nothing is said.
        lines: How many of the best moves are explained. All if nothing is said.
        why_not: Of the other moves, explain only this one.
        boards: Show the positions that decide.
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

    Exploitability is the mean over players of what each alone could gain by a best response: zero in
    equilibrium. It is computed exactly.

    Example: halfmove exploit leduc leduc.json

    Example: halfmove exploit holdem limit.npz --set betting=limit --lbr

        game: A game's name.
        file: A strategy, as `halfmove solve --strategy FILE` writes it.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        lbr: For two-player poker: also what a local best response earns, which looks one bet ahead.
        deals: Deals to play for the local best response to a strategy over buckets. 20,000 if nothing
            is said.
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

        game: A game's name. All games if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def growth(
    game: Game | str | None = ...,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    branching: int | None = ...,
    depth: int | None = ...,
    count: str | None = ...,
    algorithms: Sequence[str] | None = ...,
    best: bool = ...,
    mean: bool = ...,
    worst: bool = ...,
    deepening: bool = ...,
    samples: int | None = ...,
    seed: int | None = ...,
    seconds: float | None = ...,
    nodes: int | None = ...,
    reach: bool = ...,
    output: str | None = ...,
    progress: Asked = ...,
) -> Growth:
    """Show how the cost of search grows with depth.

    Without a game: uniform trees by formula (best case, mean over random leaves, worst case), and with
    samples also as real searches measure them. With a game: the nodes that its searches enter at each depth.

    Example: halfmove growth -b 10 -d 8 --output growth.svg

    Example: halfmove growth -b 3 -d 6 --samples 500

    Example: halfmove growth -b 10 -d 8 --deepening --count nodes

    Example: halfmove growth connect4 --algorithms alphabeta,engine,engine-table --seconds 5

        game: The game that is searched. Uniform trees if nothing is said.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        branching: Actions at every node. 10, as in the lectures if nothing is said.
        depth: The last depth. 8 without a game if nothing is said.
        count: What is counted: static evaluations, at the leaves, or nodes. Evaluations; nodes for a
            game if nothing is said.
        algorithms: The searches to measure. NAME+order: with the game's own ordering; engine-table,
            -killers, …: the engine without it.
        best: The best case alone.
        mean: The mean over random leaves alone.
        worst: The worst case alone, which is minimax.
        deepening: Progressive (iterative) deepening: all levels together beside the last one, and their
            ratio.
        samples: Measure as well, on this many random trees for each depth. None if nothing is said.
        seed: The seed of the random trees. 0 if nothing is said.
        seconds: Seconds for each curve. 2 for a game if nothing is said.
        nodes: Nodes for each search or mean.
        reach: Show the depth reached with a given effort instead.
        output: Write the curves as .svg, .png, .pdf, .csv or .json.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def leaves(
    file: str = ...,
    *,
    tiles: str = ...,
    select: str = ...,
    racks: str | None = ...,
    learn: int | None = ...,
    seed: int = ...,
    progress: Asked = ...,
) -> LeaveValues:
    """Show what tiles that are kept on the rack are worth, or learn it for a word list by self-play.

    What is learned is kept beside the list, with the chances to win; games with the list use it from then on.

    Example: halfmove leaves --racks "AERST ?S QU"

    Example: halfmove leaves mylist.txt --tiles german --select playable --learn 10000

        file: A word list, or the name of one that is kept.
        tiles: The tile set of the list's language.
        select: What is taken of a file, as in `words`.
        racks: Tiles to value, ? for a blank. Each tile alone if nothing is said.
        learn: Learn from so many games of self-play; Ctrl-C ends it with what it has.
        seed: Of the games.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def lesson(
    lesson: str | None = ...,
    *,
    output: str | None = ...,
    progress: Asked = ...,
) -> LessonList | OneLesson:
    """Play a lesson step by step: text, searches to step through, questions marked with reasons.

    A lesson of your own is a file of Markdown; docs/lessons.md says how it is written. `halfmove serve`
    shows lessons in the browser, and with --lessons FOLDER yours.

    Example: halfmove lesson

    Example: halfmove lesson alphabeta

    Example: halfmove lesson week5.md --check

    Example: halfmove lesson alphabeta --output alphabeta.pdf

    Example: halfmove lesson alphabeta --output moodle.xml

        lesson: The lesson. List the lessons that come along if nothing is said.
        output: Write a file: .html (to play in any browser), .ipynb, .pdf, .json; its questions for
            learning platforms: .xml (Moodle), .gift, .zip (QTI 2.1).
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def library_add(
    files: Sequence[str],
    *,
    game: Game | History | str | None = ...,
    parameters: Mapping[str, Any] = ...,
    library: str | None = ...,
    progress: Asked = ...,
) -> Addition:
    """Add the games of files to a library: records in any format, matches (.sqlite), another library.

    Games that are there already are passed over, so the same command goes on where one was stopped.

    Example: halfmove library add games.pgn

        files: Files of records, of matches, or libraries.
        game: The game, where the files do not say it.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        library: The library's file. Your own: HALFMOVE_LIBRARY, or halfmove/library.sqlite in your data
            folder if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def library_export(
    game: Game | History | str | None = ...,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    library: str | None = ...,
    player: str = ...,
    seat: str | None = ...,
    opponent: str = ...,
    event: str = ...,
    opening: str = ...,
    result: str = ...,
    since: str = ...,
    until: str = ...,
    output: str,
    numbers: Sequence[str] = ...,
    progress: Asked = ...,
) -> Exported:
    """Write the games that are wanted to a file, in the format that its name ends in: .pgn, .sgf, .txt, …

    Example: halfmove library export chess --player morphy -o morphy.pgn

        game: Only games of this game.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        library: The library's file. Your own: HALFMOVE_LIBRARY, or halfmove/library.sqlite in your data
            folder if nothing is said.
        player: Only games of a player whose name has this in it.
        seat: Where that player sits. Anywhere if nothing is said.
        opponent: Only games against somebody whose name has this in it.
        event: A part of the event's name.
        opening: A part of the opening's name, or of its code.
        result: Who won: first, draw or second; or the result as it is written, such as B+3.5.
        since: Only games from this date on: 1858, 1858-11 or 1858-11-02.
        until: Only games up to this date, the whole of a year or a month.
        output: The file; it takes its place when all are written.
        numbers: The numbers of the games. All that are wanted if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def library_find(
    game: Game | History | str | None = ...,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    library: str | None = ...,
    player: str = ...,
    seat: str | None = ...,
    opponent: str = ...,
    event: str = ...,
    opening: str = ...,
    result: str = ...,
    since: str = ...,
    until: str = ...,
    sort: str = ...,
    first: int = ...,
    most: int = ...,
    progress: Asked = ...,
) -> Found:
    """List games of a library: those of a player, with an opening, a result, from some years; with --moves or
    --position those that reach a position, by whichever moves.

    Example: halfmove library find chess --player morphy --result first

    Example: halfmove library find chess --moves "e4 c5"

        game: Only games of this game.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        library: The library's file. Your own: HALFMOVE_LIBRARY, or halfmove/library.sqlite in your data
            folder if nothing is said.
        player: Only games of a player whose name has this in it.
        seat: Where that player sits. Anywhere if nothing is said.
        opponent: Only games against somebody whose name has this in it.
        event: A part of the event's name.
        opening: A part of the opening's name, or of its code.
        result: Who won: first, draw or second; or the result as it is written, such as B+3.5.
        since: Only games from this date on: 1858, 1858-11 or 1858-11-02.
        until: Only games up to this date, the whole of a year or a month.
        sort: By what they are sorted.
        first: The first one to show, counted from 1.
        most: How many are shown.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def library_moves(
    game: Game | History | str | None = ...,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    library: str | None = ...,
    player: str = ...,
    seat: str | None = ...,
    opponent: str = ...,
    event: str = ...,
    opening: str = ...,
    result: str = ...,
    since: str = ...,
    until: str = ...,
    progress: Asked = ...,
) -> Explored:
    """Explore a position: each move that games of a library play from it, in how many, with what success.

    Example: halfmove library moves chess --moves e4 --player morphy --seat first

        game: Only games of this game.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        library: The library's file. Your own: HALFMOVE_LIBRARY, or halfmove/library.sqlite in your data
            folder if nothing is said.
        player: Only games of a player whose name has this in it.
        seat: Where that player sits. Anywhere if nothing is said.
        opponent: Only games against somebody whose name has this in it.
        event: A part of the event's name.
        opening: A part of the opening's name, or of its code.
        result: Who won: first, draw or second; or the result as it is written, such as B+3.5.
        since: Only games from this date on: 1858, 1858-11 or 1858-11-02.
        until: Only games up to this date, the whole of a year or a month.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def library_remove(
    numbers: Sequence[str],
    *,
    library: str | None = ...,
    progress: Asked = ...,
) -> Removed:
    """Remove games from a library, by their numbers.

    Example: halfmove library remove 12 13

        numbers: The numbers of the games.
        library: The library's file. Your own: HALFMOVE_LIBRARY, or halfmove/library.sqlite in your data
            folder if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def library_show(
    number: int,
    *,
    library: str | None = ...,
    progress: Asked = ...,
) -> Shown:
    """Show the record of a game, with all that is said in it.

    Example: halfmove library show 12

        number: The game's number.
        library: The library's file. Your own: HALFMOVE_LIBRARY, or halfmove/library.sqlite in your data
            folder if nothing is said.
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
    """Measure luck and skill: what each throw of a game was worth and what each choice cost.

    The game is given by its `moves` or by a file. Throws and choices are measured by the evaluation one throw
    ahead, doubling by the formulas for the cube.

    Example: halfmove luck backgammon --position match.mat --game 2

    Example: halfmove luck backgammon --moves "31 8/5 6/5 64 24/14 55"

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def mark(
    exercise: Any,
    answers: Any,
    *,
    progress: Asked = ...,
) -> Marking:
    """Mark answers to an exercise that `quiz` made: points, what is right and why, what to read again.

    Example: halfmove mark exercise.json answers.json

    Example: halfmove mark exercise.json '{"move": "a1", "pruned": "c2 c3"}'

        exercise: The exercise as it was made.
        answers: The answers by the kind of question, as data or as a person writes them.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def match(
    *players: Contestant,
    game: Game | GameReference | str | None = ...,
    parameters: Mapping[str, Any] = ...,
    anchor: Mapping[str, float] = ...,
    aivat: bool = ...,
    export: str | None = ...,
    plot: str | None = ...,
    view: str | None = ...,
    seed: int = ...,
    control: Sequence[str] | str = ...,
    grace: float = ...,
    patience: float = ...,
    openings: OpeningSource | str | None = ...,
    plies: int | None = ...,
    margin: float | None = ...,
    shuffle: bool = ...,
    draw: tuple[float, int, int] | None = ...,
    resign: tuple[float, int] | None = ...,
    most_plies: int | None = ...,
    adjudication: Adjudication | None = ...,
    on_fault: str = ...,
    at_once: int | None = ...,
    ray: str | None = ...,
    file: str | None = ...,
    again: bool = ...,
    see: SeeContest | None = ...,
    games: int | None = ...,
    against: Contestant | None = ...,
    sprt: StopRule | None = ...,
    alpha: float | None = ...,
    beta: float | None = ...,
    progress: Asked = ...,
) -> Results:
    """Play a match: pairs of games from the same opening with the seats exchanged. In a game for one player
    each player is judged by itself, over the same games.

    Every game is kept in FILE as soon as it is over; the same command goes on with a match that was stopped,
    and shows one that is finished. Ctrl-C stops with the result so far (exit status 130).

    Examples: halfmove match engine?depth=5 engine?depth=4 connect4 --games 100

    halfmove match uci:stockfish uci:gnuchess chess --control 10+0.1 --sprt "0 10"

    halfmove match expectiminimax?depth=4 mcts?simulations=1000 pacman --set ghosts=directional

        players: The players, one line each, and the game, last or first. A player is an algorithm
            (engine?depth=6), random, person, an engine (uci:stockfish, gtp:gnugo) or a file.
        game: The game, where it is not among the players.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        anchor: Fix a player's rating.
        aivat: Take the luck out of the points per game (AIVAT): the luck of cards and dice, and of
            players known to draw their moves (random, strategy?file=…). Same mean, smaller interval.
        export: Write the games: .pgn (chess), .sgf (Go, backgammon), .txt.
        plot: Draw the result: .svg, .png or .pdf.
        view: What the plot shows: cross, ratings, limit (rating against depth or time), elo or test.
        seed: The seed of openings, chance and random players.
        control: How long players think: 10+0.1 (a clock), 40/60+0.5, 0.5/move, depth=6, nodes=10000,
            simulations=1000; once for all, or once for each player in order. 0.1/move where a player
            has no bound of its own if nothing is said.
        grace: Seconds over the time that are forgiven.
        patience: Seconds beyond that after which a player counts as hung.
        openings: A file (.pgn, .epd, .fen, .sgf, or moves, one opening a line), or balanced ones made
            at random; none: the initial position. Random in a terminal, unless the game has luck or
            hides something; else none if nothing is said.
        plies: Plies of an opening. 4 at random if nothing is said.
        margin: How far ahead a side may be after a random opening; 1 is a win or a pawn. 0.25 if
            nothing is said.
        shuffle: Take the file's openings in any order.
        draw: Score a game drawn once both sides have said at most VALUE for MOVES moves each, after
            AFTER plies: 0.1 8 80.
        resign: Score it lost once both sides have seen one of them VALUE behind for MOVES moves each: 6
            3.
        most_plies: Score it drawn after N plies.
        adjudication: All rules by which games are scored before their end.
        on_fault: A crash, a hang, nonsense or an illegal move loses the game, or the game is played
            again.
        at_once: Games at once. As many as have cores of their own if nothing is said.
        ray: Play on the Ray cluster at this address.
        file: Where the games are kept. Matches.sqlite in a terminal, else nowhere if nothing is said.
        again: Start again instead of continuing what the file has.
        see: Called with the results, and the games in progress, after each game and a few times a
            second.
        games: Games of the match. 100; with a sequential test at most 10000 if nothing is said.
        against: Judge the players one by one: each has the first seat over the same games, and PLAYER
            has all others.
        sprt: Stop when the games decide between two Elo differences; the model is normalized, logistic,
            bayesian, or points: then they are means in the game's own unit (IMPs a board of bridge).
        alpha: How often the test may accept ELO1 wrongly. 0.05 if nothing is said.
        beta: How often the test may accept ELO0 wrongly. 0.05 if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def misconceptions(
    name: str | None = ...,
    *,
    output: str | None = ...,
    progress: Asked = ...,
) -> Beliefs:
    """List common misconceptions about game search, or show one: what happens, why, and the right rule.

    Everything shown is a run of the real search, or of the wrong one, on a small tree.

    Example: halfmove misconceptions equal-moves

    Example: halfmove misconceptions which-window --steps 1

    Example: halfmove misconceptions horizon --output horizon.html

        name: Which one; without a name, the list.
        output: A page with pictures: .html.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def orderings(
    game: Game | History | str,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    depth: int | None = ...,
    dialect: str = ...,
    reorder: Mapping[str, Iterable[Any]] = ...,
    samples: int = ...,
    seed: int = ...,
    output: str | None = ...,
    progress: Asked = ...,
) -> Orderings:
    """Find the best and the worst ordering of a tree's children for alpha-beta, and count others.

    Best and worst are exact, in static evaluations of the real search. A large game needs a depth.

    Example: halfmove orderings "[[3,12,8],[2,4,6],[14,5,2]]"

    Example: halfmove orderings "[[3,12,8],[2,4,6],[14,5,2]]" --reorder root=2,0,1 --reorder 2=2

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        depth: Plies of a game's tree. The whole tree if nothing is said.
        dialect: The dialect, as a course or textbook writes alpha-beta.
        reorder: An order by hand: a node (a name, a path such as a1/0, or root), and its actions or the
            places of its children from 0, those to come first.
        samples: Random orderings to count; 0 for none.
        seed: The seed of the random orderings.
        output: Write the table as .csv, or everything as .json.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def packages(
    *,
    progress: Asked = ...,
) -> PackageList:
    """List the games, algorithms, players, operations, strategies, record formats, protocols and lessons that
    installed packages add. Each is loaded, so that a fault is found and told in one sentence.

    Example: halfmove packages

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

    A game that ends earlier is not counted (in Othello it counts one, as in the published counts). Compare
    with published counts to check the rules of a game.

    Example: halfmove perft connect4 8

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        depth: The number of moves in a sequence.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        divide: Also show the count after each first move, to find a fault.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def prepare(
    games: Sequence[str] = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    algorithm: str = ...,
    jobs: int | None = ...,
    progress: Asked = ...,
) -> Prepared:
    """Compile games now, so that the first search of each starts at once.

    What is compiled already is not compiled again. Ctrl-C keeps what is done.

    Example: halfmove prepare chess connect4

        games: Games' names, or .py files of your own. All games if nothing is said.
        parameters: Parameters of the one game.
        algorithm: The search; auto: the one that answers `halfmove analyze`.
        jobs: Processes at a time. As many as there are cores if nothing is said.
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
    """Show up to which stack each hand goes all in from the small blind or calls from the big blind.

    Heads-up; the small blind goes all in or folds. An equilibrium is computed for each tenth of a big
    blind. A figure is the deepest stack, in big blinds before the blinds are posted, with which the hand
    is played at least half the time; 20+ means every stack examined, * a hand that is not played with
    some shorter stacks.

    Example: halfmove pushfold

    Example: halfmove pushfold 63s --ante 0.1

        hand: Only this class: 63s, K8o, 22.
        most: The deepest stack, in big blinds.
        ante: The ante of each player, in big blinds.
        output: Draw the small blind's chart (.svg).
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def quiz(
    tree: Any = ...,
    *,
    seed: int | None = ...,
    depth: Span | None = ...,
    branching: Span | None = ...,
    leaves: Span | None = ...,
    values: Span | None = ...,
    root: str = ...,
    players: int = ...,
    chance: bool = ...,
    ghosts: int | None = ...,
    source: str | None = ...,
    algorithm: str | None = ...,
    dialect: str | None = ...,
    order: str = ...,
    min_cuts: int | None = ...,
    deep_cut: bool | None = ...,
    ties: bool | None = ...,
    evaluations: Span | None = ...,
    one_best: bool | None = ...,
    dialect_free: bool = ...,
    questions: str | None = ...,
    count: int | None = ...,
    output: str | None = ...,
    each: bool = ...,
    form: str | None = ...,
    title: str = ...,
    answers: str | None = ...,
    progress: Asked = ...,
) -> Exercises:
    """Practise game search: fill in values, name the best move, mark what is pruned; marked with reasons.

    Each question takes an answer, or hint, skip, tree, help, quit. Without a seed one is drawn and shown.

    Example: halfmove quiz --depth 4 --branching 1-3 --leaves 12-20 --min-cuts 4 --deep-cut

    Example: halfmove quiz --seed 7 --count 3 --deep-cut --output week5.pdf

    Example: halfmove quiz --seed 7 --questions "values,move; leaves,nodes; when" --output exam.pdf

    Example: halfmove quiz --seed 7 --count 20 --questions all --format moodle

        tree: A tree of your own (a file, or as text) or a textbook's (fig-5-2). Random trees if nothing
            is said.
        seed: The same seed makes the same exercises. One is drawn if nothing is said.
        depth: Plies to the leaves. 2; 4 with a deep cut if nothing is said.
        branching: Children of a node. 3; 2 with a deep cut if nothing is said.
        leaves: Number of leaves.
        values: The range of leaf values.
        root: Who moves first.
        players: How many players: 2, or 3 and 4 for payoff vectors.
        chance: Chance nodes in every second layer.
        ghosts: As in Pac-Man: a layer of MIN for each of 1 to 3 ghosts; with chance the last moves at
            random. None if nothing is said.
        source: Exercises that --json or --output F.json wrote.
        algorithm: The search. What fits the tree if nothing is said.
        dialect: The dialect, as a course or textbook writes alpha-beta. Aima if nothing is said.
        order: Children from the left or the right.
        min_cuts: At least this many cuts that save something.
        deep_cut: With a deep cut, or without.
        ties: Require a value equal to the bound it is tested against, or exclude it.
        evaluations: Leaves that the search evaluates.
        one_best: Exactly one move is best, or more than one.
        dialect_free: Every dialect searches the same.
        questions: What is asked: values, returned, move, pruned, leaves, nodes, order, next, count,
            cuts, window, when, dialect, or all; with a semicolon between, another group for each
            exercise in turn. What suits the search if nothing is said.
        count: How many exercises. 1, or one for each group of questions if nothing is said.
        output: Write a sheet and, beside it, its solution: .pdf .tex .html .md .txt .json; or, for a
            learning platform, .xml (Moodle) .gift .zip (QTI 2.1).
        each: Write one sheet for each exercise, to the folder --output.
        form: The format: moodle, gift or qti (2.1) for a learning platform, written to --output or to
            quiz.xml, quiz.gift, quiz.zip; or pdf … for --each.
        title: Above a sheet.
        answers: Mark the answers in a file of JSON.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def ratings(
    file: str = ...,
    contest: int | None = ...,
    *,
    anchor: Mapping[str, float] = ...,
    aivat: bool = ...,
    export: str | None = ...,
    plot: str | None = ...,
    view: str | None = ...,
    progress: Asked = ...,
) -> Contests | Results:
    """List the contests in a file; show one with its table, its ratings and its plots.

    Example: halfmove ratings matches.sqlite 3 --anchor "engine?depth=2=1500" --plot ratings.svg

        file: The file of matches.
        contest: A contest's number; without it, all are listed.
        anchor: Fix a player's rating.
        aivat: Take the luck out of the points per game (AIVAT): the luck of cards and dice, and of
            players known to draw their moves (random, strategy?file=…). Same mean, smaller interval.
        export: Write the games: .pgn (chess), .sgf (Go, backgammon), .txt.
        plot: Draw the result: .svg, .png or .pdf.
        view: What the plot shows: cross, ratings, limit (rating against depth or time), elo or test.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def review(
    game: Game | History | str,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    progress: Asked = ...,
) -> Reviewed:
    """Review a game with all that was hidden open: what each action cost its player, and what was better.

    In bridge each card is measured double dummy, each call is explained, and the result stands beside par.

    Example: halfmove review bridge --position board.pbn

    Example: halfmove review bridge --position boards.lin --game 7 --brief

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
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
    """Roll out each candidate play many times, and say which is best and with what confidence.

    The evaluation takes out the luck of the dice (variance reduction), all plays get the same dice, and
    each first throw comes equally often. The rollout ends at the first limit reached or at Ctrl-C, with
    the result so far.

    Example: halfmove rollout backgammon --position "4HPwATDgc/ABMA" --roll 31 --lines 3

    Example: halfmove rollout backgammon --moves "31 8/5 6/5 64" --confidence 0.95 --file 64.json

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        actions: The plays to compare. The best by the evaluation if nothing is said.
        count: How many plays are compared.
        trials: Trials of each play; whole rounds are made. 1296, if no limit is given if nothing is
            said.
        error: Stop when every standard error is this small.
        confidence: Stop when the best play beats every other with this confidence, such as 0.95.
        seconds: Time to take.
        truncate: Throws after which the position is evaluated; none plays to the end.
        threads: Processor cores to use. All if nothing is said.
        seed: The same seed gives the same dice.
        file: Keep the rollout in this file; continue it if the file exists.
        see: Called after every round.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def sample(
    game: str,
    output: str,
    *,
    judge: str,
    nodes: int = ...,
    opponent: str | None = ...,
    positions: int = ...,
    seed: int = ...,
    progress: Asked = ...,
) -> Sampled:
    """Sample positions where the engine's searches end, in games it plays, each with a judge's evaluation.

    An engine errs most in the positions that its own search seeks out, and weights fitted to games alone
    do not learn from those. Samples are written at once; Ctrl-C stops, and the same command continues.
    Then: `halfmove tune chess games.pgn ends.epd`.

    Example: halfmove sample chess ends.epd --judge uci:stockfish --positions 100000

        game: A game whose evaluation has weights to tune.
        output: The file of positions; it is written on where it exists.
        judge: The player who judges positions, such as uci:stockfish.
        nodes: Nodes for each judgement.
        opponent: The player of one side in two games of three, at 3,000 nodes a move. Nobody if nothing
            is said.
        positions: Stop when the file has this many positions.
        seed: The seed of openings and lines.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def simulate(
    game: Game | History | str | Sequence[Any] | Mapping[str, Any],
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    root: str | None = ...,
    counts: Any = ...,
    simulations: int | None = ...,
    options: Mapping[str, Any] = ...,
    seed: int = ...,
    depth: int = ...,
    output: str | None = ...,
    progress: Asked = ...,
) -> SimulationTrace:
    """Watch Monte Carlo tree search: what it selects and why, expands, plays out and counts.

    Every step is told in a sentence, with the tree before and after. GAME may be a textbook's figure, which
    has its own counts: aima-5.10.

    Example: halfmove simulate aima-5.10 --steps

    Example: halfmove simulate tictactoe --simulations 20 --option formula=rave

        game: A game's name, a textbook's tree by its name, or an explicit tree as data: numbers are
            leaves, lists inner nodes.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        root: Who moves at the root of a tree that does not say. MAX if nothing is said.
        counts: Wins and playouts to start from: lines `move: 27/35`, indented under each other.
        simulations: Iterations. 10, or as a figure shows if nothing is said.
        options: Settings of `mcts`.
        seed: The seed of all random choices.
        depth: Plies of the tree to show as text; the path is always shown.
        output: Write a page to step through, .html, or the tree at the end, .svg.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def solve(
    game: Game | History | str,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    algorithm: str | None = ...,
    threads: int = ...,
    checkpoint: str | None = ...,
    weak: bool = ...,
    megabytes: int | None = ...,
    checks: bool = ...,
    plies: int | None = ...,
    shortest: bool = ...,
    certificate: str | None = ...,
    symmetric: bool = ...,
    iterations: int | None = ...,
    seconds: float | None = ...,
    target: float | None = ...,
    seed: int = ...,
    strategy: str | None = ...,
    seat: bool = ...,
    sentences: bool = ...,
    output: str | None = ...,
    buckets: tuple[int, ...] = ...,
    buckets_file: str | None = ...,
    distance: bool | None = ...,
    solver: Solver | None = ...,
    see: Callable[[Any], object] | None = ...,
    progress: Asked = ...,
) -> Proven | Solution | SolvedSubgame | TrainedBuckets | Equilibrium:
    """Prove what a position is worth with best play, and in how many plies the game then ends.

    In a game of chance the value is an expectation, found by value iteration over all reachable positions.

    In a game with hidden information or simultaneous moves the answer is a strategy, with its value and
    its exploitability: near equilibrium by regret minimisation, or in equilibrium by linear programming.
    Small games are solved exactly, others by CFR+.

    There is no time limit; at Ctrl-C the answer is what is known so far.

    Example: halfmove solve connect4 --set width=5 --set height=4

    Example: halfmove solve othello --set width=6 --set height=6 --checkpoint othello6.proof --memory 1024

    Example: halfmove solve shogi --algorithm dfpn --checks --position "7nk/9/6G2/9/9/9/9/9/9 b GN 1"

    Example: halfmove solve leduc --algorithm cfr+ --iterations 1000 --strategy leduc.json

    Example: halfmove solve holdem --set betting=limit --seconds 600 --threads 4 --strategy limit.npz

    Example: halfmove solve holdem-river --set board=Kc7d2h5s3c --set "first=QQ+, AKs" --set pot=100

        game: A game's name.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        algorithm: The method: proof, dfpn (depth-first proof-number search), pn and pn2 (best first),
            retrograde (all positions, backwards); by regret minimisation cfr, cfr+, linear-cfr,
            discounted-cfr, predictive-cfr+, chance-mccfr, external-mccfr, outcome-mccfr, vr-mccfr, and
            on buckets linear-external-mccfr; fictitious-play, and where each chooses once replicator-
            dynamics; exactly linear-programme, and of matrix games lemke-howson (one equilibrium),
            support-enumeration (all). What fits the game if nothing is said.
        threads: Processor cores to use.
        checkpoint: Continue from this file, saved every half minute (proofs: ten minutes) and at the
            end.
        weak: Prove win, draw or loss only, not the distance: faster.
        megabytes: Memory for the search's tables. 256; 2048 in a game of chance if nothing is said.
        checks: By proof numbers: prove a mate in which every move of the attacker's gives check.
        plies: By proof numbers: prove a win in at most N plies.
        shortest: By proof numbers: prove also in how few plies the end comes.
        certificate: Write a proof of the value, which `halfmove verify` checks by the rules alone.
        symmetric: Let the certificate take positions that are alike by symmetry for one: smaller, but
            the game's symmetries have to be believed as well as its rules.
        iterations: Iterations in all, those of a checkpoint included; on buckets deals. 1,000, if no
            limit is given; 100,000 where plays are sampled if nothing is said.
        seconds: Time to iterate, or to prove by proof numbers.
        target: For a subgame: stop at an exploitability of P % of the pot. 0.5 without another limit if
            nothing is said.
        seed: The seed of the samples (mccfr).
        strategy: Write the average strategy, as JSON.
        seat: Install the average strategy: the engine plays by it in `halfmove play` and in the
            browser.
        sentences: Tell every step in a sentence, as `equilibrium` does.
        output: Write a page to step through (.html), or the tree with its information sets (.svg); of a
            subgame, a picture of all hands (.svg).
        buckets: For heads-up hold'em: the number of buckets for hands on flop, turn and river.
            200,200,200 if nothing is said.
        buckets_file: Where buckets are kept. The cache if nothing is said.
        distance: Not `weak`, as it was called.
        solver: Of proofs: the solver, whose table outlasts the call.
        see: Called a few times a second with what is known: an `Analysis`, or the `RegretSolver`.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def tournament(
    *players: Contestant,
    game: Game | GameReference | str | None = ...,
    parameters: Mapping[str, Any] = ...,
    anchor: Mapping[str, float] = ...,
    aivat: bool = ...,
    export: str | None = ...,
    plot: str | None = ...,
    view: str | None = ...,
    seed: int = ...,
    control: Sequence[str] | str = ...,
    grace: float = ...,
    patience: float = ...,
    openings: OpeningSource | str | None = ...,
    plies: int | None = ...,
    margin: float | None = ...,
    shuffle: bool = ...,
    draw: tuple[float, int, int] | None = ...,
    resign: tuple[float, int] | None = ...,
    most_plies: int | None = ...,
    adjudication: Adjudication | None = ...,
    on_fault: str = ...,
    at_once: int | None = ...,
    ray: str | None = ...,
    file: str | None = ...,
    again: bool = ...,
    see: SeeContest | None = ...,
    games: int = ...,
    format: str = ...,
    rounds: int | None = ...,
    progress: Asked = ...,
) -> Results:
    """Play a tournament, and rate the players by all its games.

    Every game is kept in FILE as soon as it is over; the same command goes on with a tournament that was
    stopped. Ctrl-C stops with the table so far (exit status 130).

    Example: halfmove tournament connect4 engine?depth=2 engine?depth=4 engine?depth=6 random --games 20

        players: The players, one line each, and the game, last or first. A player is an algorithm
            (engine?depth=6), random, person, an engine (uci:stockfish, gtp:gnugo) or a file.
        game: The game, where it is not among the players.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        anchor: Fix a player's rating.
        aivat: Take the luck out of the points per game (AIVAT): the luck of cards and dice, and of
            players known to draw their moves (random, strategy?file=…). Same mean, smaller interval.
        export: Write the games: .pgn (chess), .sgf (Go, backgammon), .txt.
        plot: Draw the result: .svg, .png or .pdf.
        view: What the plot shows: cross, ratings, limit (rating against depth or time), elo or test.
        seed: The seed of openings, chance and random players.
        control: How long players think: 10+0.1 (a clock), 40/60+0.5, 0.5/move, depth=6, nodes=10000,
            simulations=1000; once for all, or once for each player in order. 0.1/move where a player
            has no bound of its own if nothing is said.
        grace: Seconds over the time that are forgiven.
        patience: Seconds beyond that after which a player counts as hung.
        openings: A file (.pgn, .epd, .fen, .sgf, or moves, one opening a line), or balanced ones made
            at random; none: the initial position. Random in a terminal, unless the game has luck or
            hides something; else none if nothing is said.
        plies: Plies of an opening. 4 at random if nothing is said.
        margin: How far ahead a side may be after a random opening; 1 is a win or a pawn. 0.25 if
            nothing is said.
        shuffle: Take the file's openings in any order.
        draw: Score a game drawn once both sides have said at most VALUE for MOVES moves each, after
            AFTER plies: 0.1 8 80.
        resign: Score it lost once both sides have seen one of them VALUE behind for MOVES moves each: 6
            3.
        most_plies: Score it drawn after N plies.
        adjudication: All rules by which games are scored before their end.
        on_fault: A crash, a hang, nonsense or an illegal move loses the game, or the game is played
            again.
        at_once: Games at once. As many as have cores of their own if nothing is said.
        ray: Play on the Ray cluster at this address.
        file: Where the games are kept. Matches.sqlite in a terminal, else nowhere if nothing is said.
        again: Start again instead of continuing what the file has.
        see: Called with the results, and the games in progress, after each game and a few times a
            second.
        games: Games of each pairing.
        format: Who meets whom: round-robin, gauntlet (the first against all) or swiss.
        rounds: Rounds of a Swiss tournament. As many as the number of players asks for if nothing is
            said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def train(
    game: Game | History | str | None = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    folder: str | Path,
    recipe: str | None = ...,
    minutes: float | None = ...,
    positions: int | None = ...,
    seed: int | None = ...,
    workers: int | None = ...,
    network: str | None = ...,
    vary: Mapping[str, Any] = ...,
    distil: str | Path | None = ...,
    ray: str | None = ...,
    evaluation: bool = ...,
    teacher: str | None = ...,
    games: Sequence[str] = ...,
    options: Mapping[str, Any] = ...,
    stretch: float | None = ...,
    pack: str | Path | None = ...,
    unpack: str | Path | None = ...,
    config: str | Path | None = ...,
    see: SeeTraining | None = ...,
    stop: Callable[[], bool] | None = ...,
    tell: Callable[[str], None] | None = ...,
    progress: Asked = ...,
) -> Trained | LearntEvaluation | PackedRun:
    """Train a network by self-play, from the rules alone; in a folder that holds a run, go on with it.

    Processes play games of the network against itself, and the learner fits it to the searches and the
    results of these games. Ctrl-C stops the run cleanly; the same command continues it.

    Example: halfmove train connect4 --minutes 30 -o connect4-run

    Example: halfmove train tictactoe --lesson -o first-run

        game: A game's name. That of the run in the folder if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        folder: The folder of the run; one that holds a run already goes on where it was interrupted.
        recipe: The method: alphazero; alphago-zero, with a gate; alphago; exact, from the solver;
            distillation. Alphazero if nothing is said.
        minutes: How long it learns. 30 if nothing is said.
        positions: How many positions of self-play it learns from, instead of a time.
        seed: The seed of all random choices; without workers, and with a number of positions, the run
            is repeatable.
        workers: Processes that play; 0: one process plays and learns in turn. One for each core if
            nothing is said.
        network: The size of the network: tiny, small, medium or large. Medium, or tiny on a board of 16
            points or fewer if nothing is said.
        vary: Parameters of the game with all values for which the network is to be good.
        distil: A network whose searches a smaller one learns: it plays all games (recipe distillation).
        ray: Play on this Ray cluster (auto, HOST:6379, ray://HOST:10001); local starts one here.
        evaluation: Learn a network that estimates for the engine, instead: from what its own searches
            estimate.
        teacher: A UCI engine, or a file with its evaluation (chess: Stockfish 15.1's .nnue), that
            judges the positions for such a network, in place of our own engine.
        games: Files of recorded games for such a network, in place of games of the engine with itself.
        options: Settings of the run, such as simulations=64.
        stretch: Stop after so many minutes, as Ctrl-C does, though the run is not over.
        pack: Write what the run needs to go on elsewhere to this file (60 MB at most), after a stretch;
            without --stretch as it stands.
        unpack: Make the folder from a packed run, and go on with it, with the processes of this
            machine.
        config: The run.toml of a run to repeat.
        see: Called with every report.
        stop: Asked all the time whether to stop.
        tell: Told what the run will use, and what is to be expected of it. The logger `halfmove` if
            nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def tree(
    game: Any = ...,
    state: Any = ...,
    *,
    parameters: Mapping[str, Any] = ...,
    moves: str | Sequence[str] = ...,
    roll: str | None = ...,
    root: str | None = ...,
    algorithm: str = ...,
    depth: int | None = ...,
    dialect: str | None = ...,
    labels: str | None = ...,
    order: str = ...,
    options: Mapping[str, Any] = ...,
    merge: bool = ...,
    units: bool = ...,
    windows: bool = ...,
    values: bool = ...,
    intervals: bool = ...,
    truth: bool = ...,
    blank: bool = ...,
    compact: bool = ...,
    width: int | None = ...,
    solution: str | None = ...,
    listed: bool = ...,
    trace: bool = ...,
    sentences: bool = ...,
    output: str | None = ...,
    svg: bool = ...,
    progress: Asked = ...,
) -> Searched | Textbooks | Written:
    """Show how a search runs: the tree it searched, what it cut off, what it found and what that cost.

    GAME may also be an explicit tree, such as "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", or a textbook's by
    its name, such as fig-5-2, which is searched as in the book unless you say otherwise.

    Example: halfmove tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]" --steps

    Example: halfmove tree horizon --sentences

    Example: halfmove tree tictactoe --depth 2 --merge --output tictactoe.svg

        game: A game's name, a textbook's tree by its name, or an explicit tree as data: numbers are
            leaves, lists inner nodes.
        state: The position in the game's notation. The initial position if nothing is said.
        parameters: Parameters of the game (for a tree: root=min, who moves first).
        moves: Moves to play first, in the game's notation.
        roll: The dice after those moves, in the game's notation: 31.
        root: Who moves at the root of a tree that does not say. MAX if nothing is said.
        algorithm: The search; auto: alphabeta where it fits.
        depth: Plies to look ahead. To the end if nothing is said.
        dialect: The dialect, as a course or textbook writes alpha-beta: aima, cs188, winston, eth or
            mit.
        labels: Windows change before or after the cut test.
        order: Children from the left or the right.
        options: Options of the algorithm.
        merge: Show only one of several symmetric positions.
        units: Values in the game's own unit, such as open lines or pawns.
        windows: Windows beside the nodes.
        values: Values beside the inner nodes.
        intervals: What is proven of each node, such as [2, 5], instead of values and windows (AIMA,
            fig. 5.5).
        truth: True values beside values that are only bounds.
        blank: An exercise sheet: nothing but the tree.
        compact: In a picture: leaves upright and close together.
        width: A picture's greatest width; 0 for no limit. A page (1040) if nothing is said.
        solution: With a blank sheet as output: write the solution to this file.
        listed: List the trees of textbooks, what each shows and where it comes from.
        trace: Print every step on a line.
        sentences: Print every step as a sentence.
        output: Write a file of the kind that its name says: .svg .png .pdf .html .dot .tex .json .jsonl
            .txt.
        svg: Draw the tree as well.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def tricks(
    deal: str,
    *,
    dealer: str = ...,
    vulnerable: str = ...,
    strain: str | None = ...,
    leader: str | None = ...,
    moves: str = ...,
    threads: int | None = ...,
    progress: Asked = ...,
) -> Tricks:
    """Compute how many tricks each declarer takes in each strain with all cards seen and best play, and par.

    With a strain and a leader, also the tricks after each card that may be played.

    Example: halfmove tricks "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"

    Example: halfmove tricks "N:AQ.3.. 32.4.. K4.5.. J5.6.." --strain N --leader N

        deal: The four hands as PBN writes them, spades first: N:AKQ.… …; N's comes first, then
            clockwise.
        dealer: Who begins the auction of which par is the result.
        vulnerable: The sides that are vulnerable, for par.
        strain: With a leader: the strain in which each card is judged.
        leader: Who leads.
        moves: Cards played before, such as SK S2, when each card is judged.
        threads: Processor cores to use. All of them if nothing is said.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def tune(
    game: str,
    games: Sequence[str] = ...,
    *,
    output: str | None = ...,
    weights: str | None = ...,
    of_each: int = ...,
    trust: float = ...,
    steps: int = ...,
    seed: int = ...,
    search: bool = ...,
    trials: int | None = ...,
    nodes: int = ...,
    only: Sequence[str] = ...,
    parameters: str = ...,
    file: str | None = ...,
    moves: bool = ...,
    positions: int = ...,
    teacher: str | None = ...,
    at_once: int | None = ...,
    ray: str | None = ...,
    progress: Asked = ...,
) -> Tuned | TunedSearch:
    """Fit the weights of an evaluation to the results of games, by logistic regression.

    A fifth of the games is kept apart: the weights are those that predict their results best, and the report
    says by how much. Where there are no games, play some:
    `halfmove match engine engine chess --export games.pgn`. They also record what the
    engines thought of each position, which teaches more than the result alone: `--trust 0.8`.

    With `--search` instead: tune the numbers of the search itself, margins and reductions, by pairs of games
    between two settings that differ in all of them (SPSA). Every pair is kept in FILE; the same command goes
    on with a run that was stopped. Thousands of pairs are needed.

    With `--moves` as well: by the moves that settings choose in positions from games of the engine with
    itself. What each move costs says the engine with sixteen times the nodes, or a stronger one, the teacher.
    A hundred settings, an hour or so, tell more than ten thousand games.

    Example: halfmove tune chess games.pgn --output weights.toml

    halfmove tune chess --search --trials 5000 --file tuning.jsonl --output search.toml

    halfmove tune chess --search --moves --teacher stockfish --file moves.jsonl --output search.toml

        game: A game whose evaluation has weights to tune.
        games: Files with finished games, one or more; none with --search.
        output: Write the new weights here.
        weights: Begin with these weights. The built-in ones if nothing is said.
        of_each: At most this many positions are sampled from each game.
        trust: The weight of the evaluations in the games, [%eval …], beside the results, 0 to 1.
        steps: At most this many steps of the fit.
        seed: The seed of the sampling, and of the trials.
        search: Tune the numbers of the search, by games.
        trials: So many pairs of games in all, or settings. 5000; by moves 128 if nothing is said.
        nodes: Positions that are searched for each move.
        only: Tune these parameters alone: static-ply,razor-ply.
        parameters: Begin with these, as the engine's option `parameters` names them. Those of the game
            if nothing is said.
        file: Keep the pairs here.
        moves: Judge settings by the moves that they choose, not by games.
        positions: By moves: in so many positions.
        teacher: By moves: the UCI engine that judges them, nine plies deep. Our own, with more nodes if
            nothing is said.
        at_once: Games at once, or threads. As many as have cores if nothing is said.
        ray: Play on the Ray cluster at this address.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def verify(
    file: str,
    *,
    game: Game | str | None = ...,
    parameters: Mapping[str, Any] = ...,
    plain: bool = ...,
    progress: Asked = ...,
) -> CheckedCertificate:
    """Check a certificate, the proof of a value that `halfmove solve --certificate FILE` has written.

    Only the game's rules are asked, and no search. A file that is damaged, or about another game than the
    one that is given, is refused (exit status 2); a file that can be read and does not prove its claim is
    refuted in one sentence (exit status 1).

    Machine code checks it where the game has some; with --plain, or HALFMOVE_JIT=0, plain Python does.

    Example: halfmove verify connect4.proof

    Example: halfmove verify connect4.proof --plain

        file: The certificate.
        game: The game that it is to be about: needed for one of your own, as a certificate names no
            code to run. The game that it names if nothing is said.
        parameters: Parameters that the game is to have.
        plain: Check by plain Python, the shorter program to believe, also where there is machine code.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """

def words(
    file: str = ...,
    *,
    tiles: str = ...,
    select: str = ...,
    lookup: str | None = ...,
    anagram: str | None = ...,
    least: int | None = ...,
    pattern: str | None = ...,
    hooks: str | None = ...,
    progress: Asked = ...,
) -> Words:
    """Look words up in the English list that is shipped, or in a file with a word on each line.

    A file is compiled into a word graph once and kept; the name that is printed is then enough, also as the
    parameter lexicon of a game.

    Example: halfmove words --anagram RETAIN? --least 7

    Example: halfmove words --pattern "Q*[^U]"

    Example: halfmove words mylist.txt --tiles german --select playable --lookup ÄRA

        file: A word list, or the name of one that is kept.
        tiles: The tile set of the list's language.
        select: What is taken of a file: all, where a line that is no word is an error; playable, what
            can be laid on a board; lower, of that what is in lower case, so without names.
        lookup: Whether these are words.
        anagram: The words that these tiles make, ? for a blank.
        least: With an anagram: also words of fewer tiles, at least so many.
        pattern: The words that fit: ? any letter, * any number of them, [AE] one of several, [^U] one
            of the rest.
        hooks: The letters that make another word before or behind this one.
        progress: says how far it is (`core.reporting.Asked`).

    BadInput, in one sentence, for what does not fit.
    """
