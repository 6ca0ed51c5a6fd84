"""A lesson: a network learns a game from its rules alone, and shows after each generation what it thinks.

The positions that it is asked about are the start and, where the exact solver knows the game, one in which a
single move wins and one in which a single move saves the draw.  Nobody tells the network which.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import Unsuitable
from halfmove.core.results import Result
from halfmove.learn.errors import LONGEST, Results, measure_of, sample_positions
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.report import Report
from halfmove.learn.runs.settings import RunSettings
from halfmove.search.encoding import Encoding
from halfmove.search.neural.initial import draw_parameters
from halfmove.search.neural.network import Network

MINUTES = 1.0
"""How long it learns where nothing is said."""
TRIED = 200
"""Random positions among which the two with a single right move are looked for."""
LEAST_MOVES = 4
"""Legal moves of such a position."""
LISTED = 5
"""Moves that are named where the policy has no place on the board."""

USUAL = {
    "generations": "8",
    "games": "64",
    "simulations": "16",
    "batch": "64",
    "reuse": "8",
    "first": "400",
    "publish": "400",
}
"""Settings of a run of a minute in one process: something is learnt in the first seconds, also by NumPy, and
there are few looks at it."""


@dataclass(frozen=True)
class Question:
    """A position that the network is asked about again and again."""

    title: str
    state: Any
    right: frozenset[Any]
    """The actions that keep its result, where that is known."""


def questions(game: Game) -> list[Question]:
    """The positions of a lesson."""
    found = [Question("the start", game.initial(), frozenset())]
    if game.to_move(game.initial()) == CHANCE:
        found = []
    try:
        results = Results(game)
    except Unsuitable:
        return found
    if results.plies > LONGEST:
        return found
    single: dict[int, Question] = {}
    for known in sample_positions(results, TRIED, seed=1):
        actions = list(game.actions(known.state))
        if known.worth < 0 or known.worth in single or len(actions) < LEAST_MOVES:
            continue
        right = [action for action in actions if not results.spoils(known, action)]
        if len(right) == 1:
            title = "one move wins" if known.worth else "one move saves the draw"
            single[known.worth] = Question(title, known.state, frozenset(right))
    return found + [single[worth] for worth in (1, 0) if worth in single]


@dataclass(frozen=True)
class Thought:
    """What a network says of a question's position before it searches."""

    question: Question
    board: str
    policy: dict[str, float]
    """How likely it holds each move to be the best, the likeliest first."""
    table: list[list[float | None]]
    """The same by the board's rows and columns, None where there is no move; one row where a policy has a
    place for each column, none where it does not stand on the board."""
    right: float
    """The share of the policy that is on moves which keep the result."""
    value: float
    """What it expects for the player to move, from −1 to 1."""

    @property
    def title(self) -> str:
        """The question, the value, and how much of the policy is right."""
        found = f"{self.question.title}: value {self.value:+.2f}"
        return f"{found}, {self.right:.0%} on the right move" if self.question.right else found

    def lines(self) -> list[str]:
        """The position, and beside it the policy in percent."""
        board, beside = self.board.splitlines(), self._rows() or self._list()
        width, most = max(map(len, board)), max(len(board), len(beside))
        board, beside = ([*part, *[""] * (most - len(part))] for part in (board, beside))
        return [f"  {left:{width}}    {right}".rstrip() for left, right in zip(board, beside, strict=True)]

    def _rows(self) -> list[str]:
        return [" ".join("  ·" if cell is None else f"{cell:3.0%}" for cell in row) for row in self.table]

    def _list(self) -> list[str]:
        return [f"{move} {share:.0%}" for move, share in list(self.policy.items())[:LISTED]]

    def html(self) -> str:
        """The same as a picture for a notebook: the darker, the likelier."""
        rows = "".join(
            "<tr>" + "".join(f"<td {_style(cell)}</td>" for cell in row) + "</tr>"
            for row in self.table or [[share] for share in list(self.policy.values())[:LISTED]]
        )
        return (
            f"<td style='text-align:left;vertical-align:top'>{escape(self.title)}"
            f"<pre>{escape(self.board)}</pre><table>{rows}</table></td>"
        )


def _style(cell: float | None) -> str:
    """The end of a cell's tag, and its content."""
    if cell is None:
        return ">"
    return f"style='text-align:center;background:rgba(208,96,32,{cell:.2f})'>{cell:.0%}"


def thought(network: Network, question: Question) -> Thought:
    """What the network thinks of one position."""
    game, state = network.game, question.state
    encoding = Encoding(game)
    found = network.judge.judge([state])
    actions, places = encoding.places(state)
    shares = [float(share) for share in found.shares]
    said = sorted(zip(actions, shares, strict=True), key=lambda one: -one[1])
    values = found.values[0]
    return Thought(
        question,
        game.show(state),
        {game.action_text(state, action): share for action, share in said},
        _table(encoding, places, shares),
        sum(share for action, share in said if action in question.right),
        float(values[game.to_move(state) if len(values) > 1 else 0]),
    )


def _table(encoding: Encoding, places: list[int], shares: list[float]) -> list[list[float | None]]:
    _, rows, columns = encoding.shape
    if rows * columns == 1:
        return []
    if encoding.policy < rows * columns:
        if encoding.policy != columns:
            return []
        rows = 1
    elif encoding.policy > rows * columns:
        return []  # moves of pieces, whose place is where they begin, or ones that stand nowhere
    table: list[list[float | None]] = [[None] * columns for _ in range(rows)]
    for place, share in zip(places, shares, strict=True):
        table[place // columns][place % columns] = share
    return table


@dataclass(frozen=True)
class Look(Result):
    """What one generation thinks."""

    is_line = True

    generation: int
    """0: nothing has been learnt yet."""
    games: int
    """Games of self-play so far."""
    seconds: float
    errors: float | None
    """The share of random positions in which it throws away the result; None where that is not measured."""
    thoughts: list[Thought]

    @property
    def title(self) -> str:
        """A line."""
        return self._title(f", {self.seconds:.0f} seconds")

    def _title(self, seconds: str) -> str:
        errors = "" if self.errors is None else f", errs in {self.errors:.0%} of random positions"
        if self.generation == 0:
            return f"Before anything is learnt{errors}"
        return f"Generation {self.generation}: {self.games:,} games{seconds}{errors}"

    def to_dict(self) -> dict[str, Any]:
        told = [
            {"position": one.question.title, "policy": one.policy, "right": one.right, "value": one.value}
            for one in self.thoughts
        ]
        figures = {"games": self.games, "seconds": self.seconds, "errors": self.errors}
        return {"generation": self.generation, **figures, "thoughts": told}

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self) -> str:
        parts = [self.title]
        for one in self.thoughts:
            parts += [f"  {one.title}", *(f"  {line}" for line in one.lines())]
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        cells = "".join(one.html() for one in self.thoughts)
        return f"<div><b>{escape(self._title(''))}</b><table><tr>{cells}</tr></table></div>"


class Lesson:
    """Looks on at a run: give `see` to `hm.train`; each generation becomes a `Look`, which `show` gets."""

    def __init__(self, game: Game, folder: str | Path, show: Callable[[Look], object] = print) -> None:
        self.game, self._folder, self._show = game, RunFolder(folder), show
        self.questions = questions(game)
        self.looks: list[Look] = []
        self._measure = measure_of(game)

    def see(self, report: Report) -> None:
        """Look at the newest network, where there is one that has not been looked at."""
        if not self.looks:
            settings = RunSettings.read(self._folder.settings_file)
            parameters = draw_parameters(settings.network, settings.seed)
            self._look(Network(self.game, settings.network, parameters, {}), 0, 0, 0.0)
        if report.generation > self.looks[-1].generation:
            network = Network.load(self._folder.network_of(report.generation), self.game)
            self._look(network, report.generation, report.games, report.seconds)

    def _look(self, network: Network, generation: int, games: int, seconds: float) -> None:
        errors = self._measure(network) if self._measure else None
        thoughts = [thought(network, question) for question in self.questions]
        self.looks.append(Look(generation, games, seconds, errors, thoughts))
        self._show(self.looks[-1])
