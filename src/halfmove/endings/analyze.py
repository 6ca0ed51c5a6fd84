"""The best move of a position, what it is worth, and the play expected after it; one search or several."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from halfmove.core.analysis import Analysis, AnalysisData, move_texts
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.figures import columns, count
from halfmove.core.history import History
from halfmove.core.operation import (
    LIMITS,
    OUTPUT,
    OWN_FACES,
    SEARCH,
    Object,
    Texts,
    Whole,
    Work,
    field,
    operation,
)
from halfmove.core.progress import at
from halfmove.core.results import Table
from halfmove.endings.search_request import SearchRequest

if TYPE_CHECKING:
    from halfmove.search.session import Session

MOST_COMPARED = 6
NETWORK = "network"
"""The search that asks a network."""


@operation("analyze", "Find the best move in a position.", doing="searching", old_paths=("analyses",))
@dataclass(frozen=True, kw_only=True)
class Analyze(SearchRequest):
    """Find the best move in a position, what it is worth, and the play expected after it.

    With no limit it thinks for a second. Ctrl-C ends the search: what it has found is the answer.

    Example: halfmove analyze connect4 --moves "4 4 3" --lines 3

    Example: halfmove analyze connect4 --network best.safetensors --simulations 600
    """

    depth: int | None = field(
        Whole(1, 10_000),
        "Plies to look ahead.",
        default=None,
        group=LIMITS,
        example=4,
    )
    lines: int = field(
        Whole(1, 1000),
        "How many of the best moves to show, each with its own value.",
        default=1,
        group=OUTPUT,
        example=2,
    )
    only: Collection[Any] | None = field(
        Object(), "The actions to choose from.", default=None, faces=("python",)
    )
    history: History | None = field(
        Object(), "The game that led to the state, in its place.", default=None, faces=("python",)
    )
    memory: Any = field(
        Object(),
        "What the search remembers (`Session.memory`); it outlasts the call.",
        default=None,
        faces=("python",),
    )

    def run(self, work: Work) -> Iterator[Analysis]:
        """An analysis for each level completed where somebody looks on, else the last."""
        history = self.history or work.open(self)
        tables = self.tables(work, history)
        only = self.only
        if only is None and self.lines == 1:
            only = tables.only(history)
        limit, latest = self.search_limit, None
        session = None if self.memory is not None else self.session(work, tables.game)
        try:
            for latest in self._search(work, session, history, tables.game, only):
                at(latest.depth, limit.depth, unit="plies")
                if work.gradual:
                    yield replace(latest, history=history, veiled=work.veiled)
        except KeyboardInterrupt:
            if latest is None:
                raise
            latest = replace(latest, interrupted=True)
        assert latest is not None, "a search yields at least one analysis"
        from halfmove.endings.verdict import ending_json

        database = None if work.veiled else tables.database
        yield replace(
            latest,
            history=history,
            veiled=work.veiled,
            opinion=self._opinion(latest, session),
            notes=tuple(work.notes),
            ending=None if database is None else ending_json(database, history.state),
        )

    def _search(
        self,
        work: Work,
        session: Session | None,
        history: History,
        game: Game,
        only: Collection[Any] | None,
    ) -> Iterator[Analysis]:
        """The analyses of a search, with a memory of its own or with the one that is given."""
        limit = self.search_limit
        if session is not None:
            return session.deepen(history, limit, lines=self.lines, only=only)
        from halfmove.search.algorithms import deepen

        return deepen(
            game,
            history.state,
            limit,
            algorithm=self.search_algorithm,
            lines=self.lines,
            seed=self.seed,
            threads=work.cores(self.threads or 1),
            memory=self.memory,
            without=self.without,
            history=history,
            options=self.search_options,
            only=only,
        )

    def _opinion(self, analysis: Analysis, session: Session | None) -> Any:
        """What the network of a search says alone; None of any other search."""
        if analysis.algorithm != NETWORK or session is None:
            return None
        from halfmove.search.neural.opinion import opinion_on

        return opinion_on(analysis.state, session.memory.network, self.search_options)


class ComparisonData(TypedDict):
    """What several searches say of a position."""

    analyses: Annotated[list[AnalysisData], "One of each algorithm, in the order asked for."]


@dataclass(frozen=True)
class Comparison(Table):
    """What several searches say of one position."""

    history: History
    analyses: tuple[Analysis, ...]

    def to_dict(self) -> ComparisonData:
        return {"analyses": [analysis.to_dict() for analysis in self.analyses]}

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a move, with its value by each algorithm."""
        game, state = self.history.game, self.history.state
        return [
            {"move": game.action_text(state, action)}
            | {
                a.algorithm: next((ln.value for ln in a.lines if ln.action == action), None)
                for a in self.analyses
            }
            for action in self.history.legal()
        ]

    def to_text(self) -> str:
        """The position, and a column for each algorithm: the value of every action, the best, the cost."""
        from halfmove.core.analysis_text import position_lines

        game, state = self.history.game, self.history.state
        found = self.analyses
        values = [{line.action: line.score.text(game) for line in a.lines} for a in found]
        rows: list[Sequence[str]] = [
            [game.action_text(state, action), *(of.get(action, "–") for of in values)]
            for action in self.history.legal()
        ]
        best = (game.action_text(state, a.best) if a.lines else "–" for a in found)
        rows += [
            [""] * (len(found) + 1),
            ["best move", *best],
            ["value", *(a.score.text(game) for a in found)],
            ["line", *(" ".join(move_texts(game, state, a.variation)) for a in found)],
            ["depth", *(str(a.depth) for a in found)],
            ["nodes", *(count(a.nodes) for a in found)],
        ]
        table = columns(["", *(a.algorithm for a in found)], rows)
        return "\n".join([*position_lines(game, state, self.history), *table])


@operation("compare", "Judge a position by several algorithms, side by side.", doing="searching")
@dataclass(frozen=True, kw_only=True)
class Compare(SearchRequest):
    """Judge one position by several algorithms, side by side: every move's value, the best, the cost.

    Each option is given to the algorithms that have it.

    Example: halfmove compare pacman --set maze=trap --algorithms minimax,expectiminimax --depth 3
    """

    algorithm: str = field(Texts(), "Not used.", default="auto", faces=())
    algorithms: tuple[str, ...] = field(
        Texts(word="NAME,NAME,…"),
        "The algorithms to compare.",
        place=True,
        options=("--algorithms", "--algorithm"),
        group=SEARCH,
        example=["minimax", "alphabeta"],
    )
    depth: int | None = field(
        Whole(1, 10_000),
        "Plies to look ahead.",
        default=None,
        group=LIMITS,
        example=3,
    )
    threads: int | None = field(
        Whole(1, 256, word="N"), "Processor cores to use.", default=1, faces=OWN_FACES, group=SEARCH
    )

    def check(self, name: Callable[[str], str]) -> None:
        names = self.algorithms
        if self.network is not None and NETWORK not in names:
            given = ",".join(names)
            raise BadInput(f"{name('network')} is for {name('algorithms')} network, not for '{given}'.")
        super().check(name)
        if len(set(names)) < len(names) or not 1 < len(names) <= MOST_COMPARED:
            given = ",".join(names)
            raise BadInput(
                f"{name('algorithms')} are 2 to {MOST_COMPARED} different algorithms, not '{given}'."
            )

    def run(self, work: Work) -> Iterator[Comparison]:
        from halfmove.search.algorithms import choose

        history = work.open(self)
        game, limit = history.game, self.search_limit
        chosen = [choose(game, name) for name in self.algorithms]  # refuses before any search
        for key in self.search_options:
            if not any(key in algorithm.settings for algorithm in chosen):
                raise BadInput(f"None of {', '.join(self.algorithms)} has an option '{key}'.")
        found: list[Analysis] = []
        for algorithm in chosen:
            own = {key: text for key, text in self.options.items() if key in algorithm.settings}
            network = self.network if algorithm.name == NETWORK else None
            request = self.alike(algorithm=algorithm.name, options=own, network=network)
            tables = request.tables(work, history)
            session = request.session(work, tables.game)
            lines = max(len(history.legal()), 1)
            *_, last = session.deepen(history, limit, lines=lines)
            found.append(replace(last, history=history, veiled=work.veiled))
            at(len(found), len(chosen), unit="searches")
        yield Comparison(history, tuple(found))
