"""The algorithms by name: which games each fits, and how to call it.

A new algorithm is one new file in this folder or below it, which registers itself.  A package names its
`Algorithm` in its `pyproject.toml`:

    [project.entry-points."halfmove.algorithms"]
    b-star = "my_package.b_star:ALGORITHM"
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from halfmove.core.analysis import Analysis
from halfmove.core.contract import Game
from halfmove.core.entry_points import Group
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.naming import open_game, open_state
from halfmove.core.operations import module_of
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.core.scores import Score

UPSTAIRS = ("halfmove.imperfect.equilibrium",)
"""Our own modules of algorithms that are not in this folder: they are built from what stands on it, so they
are named as those of other packages are."""

_REGISTERS = re.compile(rb"\n *register(_hidden)?\(")

Search = Callable[..., Iterator[Analysis]]
"""`search(game, state, limit, *, lines, seed, threads, memory)`: yields an `Analysis` for each level
completed; the last is the answer.  Closing the iterator stops it."""


class Brake:
    """What ends one search from any thread, whichever stage it is in."""

    def __init__(self) -> None:
        self.pulled = False
        self._end: Callable[[], None] | None = None
        self._lock = Lock()

    def pull(self) -> None:
        """End what is attached, or what will be."""
        with self._lock:
            self.pulled = True
            if self._end is not None:
                self._end()

    def attach(self, end: Callable[[], None]) -> None:
        """Have `pull` call `end` from now on; at once, if it has been called."""
        with self._lock:
            self._end = end
            if self.pulled:
                end()

    def detach(self) -> None:
        """Never call `end` again: afterwards it may be about another search."""
        with self._lock:
            self._end = None


@dataclass(frozen=True)
class OwnStep:
    """A step that only one search has, and all that is said of it: text, sentences, JSON and pictures are
    made from this, so that no other file need know of it.

    The texts are templates of `str.format`: `{node}` is the node's name, and each of `figures` stands for
    itself, written as numbers are in lessons (a figure called "action" as the game writes the action).
    """

    figures: tuple[str, ...]
    """Names of the figures, in the order of `Watcher.tell`; the keys of the event in JSON."""
    line: str
    """What happened in a few words."""
    sentence: str
    """The same for a student."""
    beside: str = ""
    """What stands at the node from then on, in pictures and in the tree as text: until the step is told of it
    again."""
    legend: tuple[str, str] = ("", "")
    """What that means, for the legend: the signs, and their meaning in a few words."""
    stop: str = ""
    """Where a step-by-step player can go at once, as to the next cut: the name of such a place,
    "expansion"."""


@dataclass(frozen=True)
class Lesson:
    """How a textbook search is run step by step, for whoever shows or practises it."""

    run: Callable[..., Any]
    """`run(game, state, *, depth, watch, **options)`, an `Outcome`: the search under a watcher."""
    options: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """The options that `run` takes besides, each with the values to choose from, the default first; a
    default alone (one value) stands for any value of its kind."""
    windowed: bool = False
    """Whether it keeps a window (alpha, beta), and so has cutoffs."""
    payoffs: Literal["max", "mover", "each"] = "max"
    """Whose value a node has: player 0's (or that of the players who maximise, see `trace.Start`), the
    mover's, or every player's, in a tuple."""
    heuristic: bool = False
    """Whether it may leave out what matters, so that its value need not be the true one."""
    repeats: bool = False
    """Whether it may search a node more than once between its start and its finish."""
    steps: Mapping[str, OwnStep] = field(default_factory=dict)
    """Its own steps, by the name by which it tells them."""
    practised: bool = True
    """Whether exercises are made of it: each inner node it leaves has a value."""

    @property
    def proves(self) -> bool:
        """Whether the leaves that it sees prove an interval of a node's value (`search.intervals`)."""
        return not self.heuristic and self.payoffs != "each"


def _no_caution(game: Game) -> str:
    """Nothing is to be kept in mind of the values."""
    return ""


@dataclass(frozen=True)
class Algorithm:
    """A search that `analyze` can be asked for."""

    name: str
    summary: str
    source: str
    """Where it comes from: paper or book, with the page."""
    unfit: Callable[[Game], str | None]
    """Why it does not fit a game, as a sentence; None where it does."""
    search: Search
    strength: int
    """"auto" takes the strongest that fits and suits."""
    lesson: Lesson | None = None
    """How to watch it; None for a search that is not told step by step."""
    limits: tuple[str, ...] = ("seconds", "depth", "nodes")
    """Which bounds of a `Limit` it keeps to."""
    features: Callable[[Game | None], Mapping[str, Any]] = lambda game: {}
    """What can be left out of it by name (`without`), with what is said of each, for a game or for any."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What it can be told besides, by name, with what holds unless it is: texts in `options`."""
    check: Callable[[Mapping[str, str]], Any] = lambda options: None
    """Raises `BadInput` for options that it cannot be told."""
    verify: Callable[[Game, Mapping[str, str]], None] = lambda game, options: None
    """Raises `BadInput` for options that name what cannot be used for a game: another game's network."""
    remember: Callable[..., Any] | None = None
    """`remember(game, *, megabytes, threads, seed, without, options)`: a memory for searches of a game that
    outlasts them, given to `search` as `memory`; None where nothing is kept.  It has `clear()`,
    `reseed(seed)` and `warm()`, which makes it ready for a clock."""
    megabytes: int = 32
    """How large a memory suits a player of many games."""
    chooses_among: bool = False
    """Whether it takes `only`, the actions to choose from."""
    looks_back: bool = False
    """Whether it takes the `history` of a game, where a rule looks back."""
    reckons_with: Literal["", "players", "chance"] = ""
    """Whom it takes the others for in a game that can be modelled so (`Game.modelled`); "": as they are."""
    gains_by_threads: bool = False
    """Whether it plays better in the same time with more threads, as measured."""
    insight: int = 1
    """How many simulations with playouts alone one of its own is worth, where there are few."""
    to_the_end: bool = False
    """Whether it finds the whole answer, however little it is given."""
    suits: Callable[[Game], bool] = lambda game: True
    """Whether "auto" may take it for a game that it fits."""
    alone: bool = False
    """Whether it answers without a search too, where `Limit.simulations` is 0: a network's own word."""
    caution: Callable[[Game], str] = _no_caution
    """What is to be kept in mind of its values, as a sentence; "" where they are what they seem."""
    needs: tuple[str, ...] = ()
    """Settings without which it cannot search every game that it fits: a network's file."""
    meant: Callable[[Game], bool] = lambda game: True
    """Whether it is offered for a game that it fits: a search for dice is none where there are none."""

    def model(self, game: Game) -> Game:
        """The game as this search models it: `game` itself, unless the game and it say otherwise."""
        if self.reckons_with == "" or game.has_chance == (self.reckons_with == "chance"):
            return game
        return game.modelled(self.reckons_with == "chance") or game

    def refusal(self, game: Game) -> str | None:
        """Why it does not fit a game as it models it, as a sentence; None where it does."""
        return self.unfit(self.model(game))

    @property
    def takes_brake(self) -> bool:
        """Whether `search` takes a `brake`, which ends it from another thread."""
        return "brake" in inspect.signature(self.search).parameters


_TABLE: dict[str, Algorithm] = {}


def register(algorithm: Algorithm) -> None:
    """Make an algorithm known by its name."""
    _TABLE[algorithm.name] = algorithm


def algorithms() -> dict[str, Algorithm]:
    """All algorithms by name, the strongest first.  One of another package that cannot be loaded is left out,
    and the log says why."""
    _import_all()
    known = [*_TABLE.values(), *OTHERS.working().values()]
    return {a.name: a for a in sorted(known, key=lambda a: (-a.strength, a.name))}


@cache
def modules() -> list[str]:
    """The modules that register algorithms: the files below this folder with a line that begins so."""
    here = Path(__file__).parent
    found = [path for path in sorted(here.rglob("*.py")) if _REGISTERS.search(path.read_bytes())]
    return [*map(module_of, found), *UPSTAIRS]


@cache
def _import_all() -> None:
    """Import every module of an algorithm of ours, which registers it."""
    for name in modules():
        import_module(name)


def _read(found: Any, name: str) -> Algorithm:
    """The algorithm that a package names, under the name of its entry point."""
    if not isinstance(found, Algorithm):
        raise BadInput(f"is not an Algorithm but {found!r}.")
    return replace(found, name=name)


def _is_own(name: str) -> bool:
    _import_all()
    return name in _TABLE


OTHERS = Group("halfmove.algorithms", "algorithm", _is_own, _read)
"""The algorithms of other packages."""


def choose(game: Game, name: str = "auto", limit: Limit | None = None) -> Algorithm:
    """The algorithm called `name`, for "auto" the strongest that fits the game and keeps the depth of
    `limit`; `Unsuitable` if none does."""
    known = _engine() if name == "auto" else _TABLE.get(name)  # without an import of all the others
    if known and (name != "auto" or known.suits(game)) and known.refusal(game) is None:
        return known
    table = algorithms()
    if name == "auto":
        reason = ""
        for algorithm in table.values():
            if limit is not None and limit.depth is not None and "depth" not in algorithm.limits:
                continue
            refused = algorithm.refusal(game)
            if refused is None and algorithm.suits(game):
                return algorithm
            reason = refused or reason
        raise Unsuitable(f"No algorithm fits {game.title()}: {reason}")
    if name not in table:
        if name in OTHERS.names():
            OTHERS.load(name)  # says why it cannot be loaded
        raise BadInput(f"There is no algorithm '{name}'; there are: {', '.join(table)}.")
    reason = table[name].refusal(game) or ""
    if reason:
        raise Unsuitable(reason)
    return table[name]


def _engine() -> Algorithm | None:
    """The strongest algorithm, found without an import of the others; None where another package may have a
    stronger one."""
    from halfmove.search.alphabeta import deepening  # noqa: F401

    if OTHERS.every():
        return None
    return max(_TABLE.values(), key=lambda algorithm: algorithm.strength)


def check_memory(memory: Any, game: Game) -> None:
    """`BadInput` for a memory, if there is one, that is of another game."""
    if memory is not None and memory.game != game:
        raise BadInput(f"This memory is of {memory.game!r}; a search of {game!r} needs one of its own.")


def check_options(
    chosen: Algorithm, game: Game, without: Collection[str], options: Mapping[str, str] | None
) -> None:
    """`BadInput` for features and options that an algorithm does not have."""
    if without and not chosen.features(game):
        raise BadInput(f"{chosen.name} has no features that could be left out.")
    if options and not chosen.settings:
        raise BadInput(f"{chosen.name} has no options of its own.")


def check_limit(chosen: Algorithm, limit: Limit) -> None:
    """`BadInput` for no simulations where there is no network to answer without them."""
    if limit.simulations == 0 and not chosen.alone:
        raise BadInput(
            f"The limit 'simulations' must be greater than zero for {chosen.name}: only a network answers "
            "without a search."
        )


def deepen(
    game: Game | str,
    state: Any = None,
    limit: Limit | None = None,
    *,
    algorithm: str = "auto",
    lines: int = 1,
    seed: int = 0,
    threads: int = 1,
    memory: Any = None,
    without: Collection[str] = (),
    history: History | None = None,
    options: Mapping[str, str] | None = None,
    only: Collection[Any] | None = None,
    brake: Brake | None = None,
    past_draws: bool = False,
) -> Iterator[Analysis]:
    """Analyses of a state, one for each level completed, until the limit or a proof; Ctrl-C ends it early.

    `lines` root actions are analysed, each with its own value; `memory` (`Algorithm.remember`) outlasts the
    call.  `without` names features that the engine is to leave out (`search.alphabeta.features`).  `history`,
    which ends in the state, tells the engine what has been played, where a rule looks back; where that has
    ended the game there is nothing to search.  `options` are settings of the algorithm's own, as text (see
    `Algorithm.settings`); `only`: the actions to choose from.  `brake` ends a search that takes one from
    another thread (`session` does so for all).  With `past_draws` a state is searched even where a rule about
    repetition has ended the game, as a controller may go on.
    """
    game = open_game(game)
    for what, number in (("lines", lines), ("threads", threads)):
        if number < 1:
            raise BadInput(f"The number of {what} must be at least 1, not {number}.")
    chosen = choose(game, algorithm, limit)
    if limit is not None:
        check_limit(chosen, limit)
    start = open_state(game, state)
    given: dict[str, Any] = {"lines": lines, "seed": seed, "threads": threads, "memory": memory}
    check_options(chosen, game, without, options)
    if without:
        given["without"] = without
    if options:
        given["options"] = options
    if brake is not None and chosen.takes_brake:
        given["brake"] = brake
    if only is not None:
        if not chosen.chooses_among:
            raise BadInput(f"{chosen.name} cannot be told which actions to choose from.")
        given["only"] = only
    if history is not None and chosen.looks_back:
        given["history"] = history
        if history.repeated and not past_draws:
            mover = max(game.to_move(start), 0)
            score = Score.proof(game, mover, history.utility(mover), 0)
            yield Analysis(game, start, chosen.name, (), score, 0, 0, 0.0)
            return
    model = chosen.model(game)
    for analysis in chosen.search(model, start, limit or Limit(seconds=2.0), **given):
        if model is not game:
            analysis = replace(analysis, game=game)
        warn = None if chosen.caution is _no_caution else chosen.caution
        yield replace(analysis, warn=warn, history=history)


@long_work("searching")
def analyze(
    game: Game | str, state: Any = None, limit: Limit | None = None, *, progress: Asked = None, **options: Any
) -> Analysis:
    """The best action of a state, its value, whether proven, and the line it leads to: the last of `deepen`,
    whose options it takes.  Without a limit it searches for two seconds, or until a proof.

    KeyboardInterrupt (Ctrl-C) ends the search and returns the last level completed, if there is one.
    `progress` says how it is told how far it is (`core.reporting.Asked`).
    """
    last = None
    for name in options:
        if name not in (known := list(inspect.signature(deepen).parameters)[3:]):
            raise TypeError(
                f"analyze has no option '{name}'; it has {', '.join(known)}, and `limit` says how long or "
                "how deep to search."
            )
    try:
        for analysis in deepen(game, state, limit, **options):
            last = analysis
            at(analysis.depth, limit.depth if limit else None, unit="plies")
    except KeyboardInterrupt:
        if last is None:
            raise
    assert last is not None, "a search yields at least one analysis"
    return last
