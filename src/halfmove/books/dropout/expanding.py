"""A book expanded: the next position found, its moves searched, all of it kept, again and again.

The work is kept in a file beside the book's, each expansion in one transaction, so that a run goes on where
the last one ended, however that was.  The book takes its place, whole, when the run ends, also where somebody
has asked it to stop.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, TypedDict

from halfmove.books.book import keys_of
from halfmove.books.dropout.evaluation import Evaluator, Searching, mover_of
from halfmove.books.dropout.graph import Edge, Graph, Node
from halfmove.books.extended.book import PREFIX, Expansion, step_of
from halfmove.books.extended.identity import Identity
from halfmove.books.extended.store import DIGEST, Facts, Judged, Place, Row, Store
from halfmove.books.opening import kind_of
from halfmove.core.atomic_file import check_writable, whole_bytes
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.opening_keys import format_options
from halfmove.core.progress import at
from halfmove.core.results import Result
from halfmove.core.score import WIN
from halfmove.core.scores import Score

WEIGHT = 2.0
"""Plies that the loss of a unit counts as, where nobody says another number: a choice, not a measurement."""
SUFFIX = ".sqlite"
WORK = ".expanding"
"""What the name of the file ends in that the work is kept in."""
LONG = 12
"""Moves of a line that word is given of."""
SECONDS = 0.5
"""For each position, where nobody says another limit."""
FROM, NEW = PREFIX + "from", "new"
"""The fact of a file of work that says from which book it goes on: its digest, or that there was none."""


@dataclass(frozen=True)
class Progress:
    """How far a run has come."""

    expanded: int
    wanted: int
    positions: int
    """In the graph, leaves included."""
    line: tuple[str, ...]
    """The moves to the position that is being expanded."""


class ExpandedData(TypedDict):
    """A book that was expanded."""

    file: Annotated[str, "Its file."]
    game: Annotated[str, "The game's name."]
    expanded: Annotated[int, "Positions that are expanded."]
    before: Annotated[int, "Those that were before this run."]
    wanted: Annotated[int, "How many there are to be."]
    complete: Annotated[bool, "Whether nothing is left to expand."]
    interrupted: Annotated[bool, "Whether there is more to be done."]
    positions: Annotated[int, "For how many positions it has moves."]
    moves: Annotated[int, "How many moves it has in all."]
    weight: Annotated[float, "Plies that the loss of a unit counts as."]
    search: Annotated[dict[str, Any], "The algorithm, and what bounds each search."]
    value: Annotated[dict[str, Any], "Of the initial position, to its mover: `text`, `units`, `proven`."]


@dataclass(frozen=True)
class Expanded(Result):
    """A book that was expanded."""

    path: Path
    game: Game
    facts: Facts
    expansion: Expansion
    begun: int
    """Positions that were expanded before this run."""
    value: Score
    """Of the initial position, to whoever moves there."""

    def to_text(self) -> str:
        expansion, facts = self.expansion, self.facts
        new = expansion.positions - self.begun
        lines = [f"{expansion.positions:,} positions expanded, {new:,} of them now"]
        if expansion.complete:
            lines.append("Nothing is left to expand: the book has the proven result of the game.")
        lines += [
            f"{facts.moves:,} moves in {facts.positions:,} positions",
            f"The initial position: {self.value.words(self.game)}",
            f"Wrote {self.path}.",
        ]
        return "\n".join(lines)

    def to_dict(self) -> ExpandedData:
        expansion = self.expansion
        return {
            "file": str(self.path),
            "game": self.game.name,
            "expanded": expansion.positions,
            "before": self.begun,
            "wanted": expansion.wanted,
            "complete": expansion.complete,
            "interrupted": expansion.interrupted,
            "positions": self.facts.positions,
            "moves": self.facts.moves,
            "weight": expansion.weight,
            "search": expansion.settings,
            "value": {
                "text": self.value.text(self.game),
                "units": self.value.units(self.game),
                "proven": self.value.proven,
            },
        }


See = Callable[[Progress], None]


def expand_book(
    path: str | Path,
    game: Game,
    positions: int,
    searching: Searching = Searching(),  # noqa: B008
    *,
    weight: float | None = None,
    see: See = lambda progress: None,
    stop: Callable[[], bool] = lambda: False,
) -> Expanded:
    """Expand the book in the file `path`, which is begun where there is none, until so many positions of it
    are expanded, nothing is left to expand, or `stop`, which is asked between searches, says so.

    `BadInput` for a file that is no book of this game, or one that was expanded by other searches or with
    another `weight` (`WEIGHT`, where a new book is begun without one).
    """
    target = Path(path).expanduser()
    if target.suffix != SUFFIX:
        raise BadInput(f"The name of a book that is expanded ends in {SUFFIX}, unlike '{target}'.")
    check_writable(target)
    keys_of(game)
    work = _work_of(target)
    new = not work.exists()
    try:
        source = _digest_of(target, game)
        if new and source:
            _copy(target, work)
        with closing(Store(work, work=True)) as store:
            _identified(store, target, game, source)
            expansion, searching = _agreed(store, game, searching, weight, positions)
            with Evaluator(game, searching) as evaluate:
                new = False  # what is done from now on is kept
                run = Run(store, game, evaluate, expansion, stop)
                begun = run.graph.expanded
                run.until(see, stop)
            facts = store.facts()._replace(positions=store.positions(), moves=store.size())
            store.note(facts)
            store.judge([], [], [(FROM, "")])
            store.finish()
        work.replace(target)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"The book '{work}' cannot be written: {reason}.") from None
    finally:
        if new:
            work.unlink(missing_ok=True)
    root = run.graph.root
    value = Score.read(game, root.mover, root.value, proven=root.proven)
    return Expanded(target, game, facts, run.expansion, begun, value)


def game_of_book(target: Path) -> Game | None:
    """The game of a book that is to be expanded, or of the work on it that was ended; None where there is
    neither."""
    work = _work_of(target)
    if target.exists():
        if kind_of(target) != "extended":
            raise BadInput(f"'{target}' is no extended book, which alone can be expanded.")
        with closing(Store(target)) as store:
            return store.identity().open(target)
    if work.exists():
        with closing(Store(work, work=True)) as store:
            return store.identity().open(work) if store.fact(FROM) else None
    return None


def _work_of(target: Path) -> Path:
    return target.with_name(target.name + WORK)


def _digest_of(target: Path, game: Game) -> str:
    """The digest of the book that is to be expanded; nothing where there is none yet."""
    if not target.exists():
        return ""
    if kind_of(target) != "extended":
        raise BadInput(f"'{target}' is no extended book, which alone can be expanded.")
    with closing(Store(target)) as store:
        store.identity().check(target, game)
        return store.fact(DIGEST)


def _copy(source: Path, target: Path) -> None:
    """A copy that is whole or not there."""
    with source.open("rb") as read, whole_bytes(target) as write:
        shutil.copyfileobj(read, write)


def _identified(store: Store, target: Path, game: Game, source: str) -> None:
    """Note whose the book is and which file it goes on from, where that is not noted yet; `BadInput` where
    it is another."""
    if not store.fact(FROM):
        known = store.identity() if source else None
        store.note(known or Identity.of(game))
        store.judge([], [], [(FROM, source or NEW)])
        return
    store.identity().check(store.path, game)
    if store.fact(FROM) != (source or NEW):
        raise BadInput(
            f"'{store.path}' goes on from another book than '{target}' is now; remove the one that is not "
            "wanted."
        )


def _agreed(
    store: Store, game: Game, searching: Searching, weight: float | None, positions: int
) -> tuple[Expansion, Searching]:
    """How the book is expanded: as it was begun, or as is asked for; `BadInput` where these differ."""
    known = Expansion.of(store)
    if known is None:
        if searching.limit == Limit():
            searching = searching._replace(limit=Limit(seconds=SECONDS))
        search = json.dumps(searching.said(game), sort_keys=True)
        return Expansion(0, positions, WEIGHT if weight is None else weight, search), searching
    searching = searching.as_begun(known.settings)
    asked = {**searching.said(game), "weight": known.weight if weight is None else weight}
    noted = {**known.settings, "weight": known.weight}
    if asked != noted:
        was = {name: value for name, value in noted.items() if asked.get(name) != value}
        now = {name: value for name, value in asked.items() if noted.get(name) != value}
        raise BadInput(
            f"The book was expanded with {format_options(was) or 'less'}, "
            f"not {format_options(now) or 'less'}: leave that out, or begin another book."
        )
    return known._replace(wanted=positions, complete=False), searching


class Run:
    """A run on an opened book."""

    def __init__(
        self,
        store: Store,
        game: Game,
        evaluate: Evaluator,
        expansion: Expansion,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.store, self.game, self.evaluate = store, game, evaluate
        self.keys = keys_of(game)
        start = History(game)
        key = self.keys.keys(start.state)[0]
        nodes = {p.key: Node(p.key, p.mover, p.value, p.proven) for p in store.places()}
        if key not in nodes:
            value = evaluate(start, stop)
            if value is None:  # there is no book yet that could be left in good order
                raise KeyboardInterrupt
            nodes = {key: Node(key, mover_of(game, start.state), *value)}
            store.judge(_places(nodes.values()), [], expansion.noted())
        self.graph = Graph(nodes[key], step_of(game), expansion.weight, evaluate.most)
        self.graph.nodes.update(nodes)
        self.graph.load(_expanded(store, nodes))
        self.expansion = expansion._replace(positions=self.graph.expanded)

    def until(self, see: See, stop: Callable[[], bool]) -> None:
        """Expand until there are enough, nothing is left to expand, or `stop` says so."""
        while self.graph.expanded < self.expansion.wanted and not stop():
            path = self.graph.next()
            if path is None:
                self.expansion = self.expansion._replace(complete=True)
                break
            history, leaf = self._at(path)
            line = tuple(history.texts())
            expanded, wanted = self.graph.expanded, self.expansion.wanted
            see(Progress(expanded, wanted, len(self.graph.nodes), line))
            moves = " ".join((*(["…"] if len(line) > LONG else []), *line[-LONG:]))
            at(expanded, wanted, f"expanding{f', after {moves}' if line else ''}", unit="positions")
            edges = self._edges(history, leaf, stop)
            if edges is None:
                break
            changed = self.graph.expand(leaf, edges)
            self.expansion = self.expansion._replace(positions=self.graph.expanded)
            new = [edge.child for edge in edges if edge.child is not None and edge.child.edges is None]
            self.store.judge(_places([*new, *changed]), _moves(leaf, changed), self.expansion.noted())
        self.store.judge([], [], self.expansion.noted())

    def _at(self, path: list[Edge]) -> tuple[History, Node]:
        """The game in the position that moves lead to."""
        history, node = History(self.game), self.graph.root
        for edge in path:
            history.append(self.keys.actions(history.state)[edge.number])
            assert edge.child is not None, "a way to a leaf goes through positions"
            node = edge.child
        return history, node

    def _edges(self, history: History, leaf: Node, stop: Callable[[], bool]) -> list[Edge] | None:
        """All moves of a leaf, each position that is new searched; None where that was stopped."""
        above = self.graph.above(leaf)
        new: dict[int, Node] = {}
        edges: list[Edge] = []
        for number, action in proper(self.keys.actions(history.state)).items():
            if not history.allows(action):
                continue
            history.append(action)
            key = self.keys.keys(history.state)[0]
            if key in above:
                edges += self._back(number)
            else:
                node = self.graph.nodes.get(key) or new.get(key)
                if node is None:
                    found = None if stop() else self.evaluate(history, stop)
                    if found is None:
                        return None
                    node = new[key] = Node(key, mover_of(self.game, history.state), *found)
                edges.append(Edge(number, node))
            history.undo()
        return edges

    def _back(self, number: int) -> list[Edge]:
        """A move that leads back to a position on the way: a draw, unless the rule about repetition says
        otherwise."""
        rule = self.game.repetition
        if rule == "forbidden":
            return []
        return [Edge(number, None, -self.game.utility_limit * WIN if rule == "loss" else 0)]


def proper(actions: Mapping[int, Any]) -> dict[int, Any]:
    """Each action once, by its proper number."""
    found: dict[Any, int] = {}
    for number, action in actions.items():
        found.setdefault(action, number)
    return {number: action for action, number in found.items()}


def _expanded(store: Store, nodes: Mapping[int, Node]) -> Iterator[tuple[Node, list[Edge]]]:
    """The positions of a file that were expanded, with their moves."""
    judged = (row for row in store.rows() if row.judged is not None)
    for key, rows in groupby(judged, key=lambda row: row.key):
        yield nodes[key], [_edge(row, nodes) for row in rows]


def _edge(row: Row, nodes: Mapping[int, Node]) -> Edge:
    assert row.judged is not None, "whoever calls has asked"
    child = row.judged.child
    return Edge(row.number, None, row.judged.value) if child is None else Edge(row.number, nodes[child])


def _places(nodes: Iterable[Node]) -> list[Place]:
    return [Place(node.key, node.mover, node.value, node.proven) for node in nodes]


def _moves(leaf: Node, changed: Sequence[Node]) -> list[Row]:
    """The moves of a position that was expanded, and those that lead to positions whose values have
    changed."""
    own = [(leaf, edge) for edge in leaf.edges or ()]
    keys = {node.key for node in changed}
    led = [
        (parent, edge)
        for node in changed
        for parent in node.parents
        for edge in parent.edges or ()
        if edge.child is not None and edge.child.key in keys
    ]
    return [
        Row(
            node.key,
            edge.number,
            judged=Judged(
                node.worth(edge),
                edge.child is not None and edge.child.proven,
                None if edge.child is None else edge.child.key,
            ),
        )
        for node, edge in own + led
    ]
