"""A search run step by step, and everything that can be read off it: the one source of the laboratory.

    trace = hm.trace(hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    print(trace.text())
    trace.save("fig-5-2.svg")

Text, JSON, pictures, exercises and the step-by-step player are all made from `Trace.events`.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.display import EmbeddedPage, html_picture
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.naming import open_game, open_state
from halfmove.core.results import Table
from halfmove.core.watch import Watcher
from halfmove.search.algorithms import Algorithm, Lesson, algorithms
from halfmove.search.trace import Event, Leaf, Path, Recorder, Start
from halfmove.teach.arrangement import Arrange, rearrange_actions, right_to_left
from halfmove.teach.counts import Counts, count
from halfmove.teach.outline import MinimaxValues, Vertex, outline
from halfmove.teach.replay import Mark, Replay, replay

MOST_SHOWN = 1500
"""A larger tree is not drawn unasked when a notebook shows a trace."""


@dataclass(frozen=True, eq=False, repr=False)
class Trace(Table):
    """One search from start to finish; made by `trace`."""

    game: Game
    """The game as it was searched: interpreted, its actions in the order of the lesson."""
    state: Any
    """Where the search started."""
    algorithm: Algorithm
    depth: int | None
    """As it was asked for: in plies, or in what the game counts as one of depth (`Game.depth_plies`)."""
    options: dict[str, Any]
    """The algorithm's own options, all of them, defaults included."""
    outcome: Any
    """The search's `Outcome`."""
    events: tuple[Event, ...]

    # ---- what was searched
    @property
    def lesson(self) -> Lesson:
        assert self.algorithm.lesson is not None, "only algorithms with a lesson are traced"
        return self.algorithm.lesson

    @property
    def start(self) -> Start:
        """The first event."""
        first = self.events[0]
        assert isinstance(first, Start)
        return first

    @property
    def plies(self) -> int | None:
        """The depth in plies."""
        return None if self.depth is None else self.depth * self.game.depth_plies

    @property
    def maximisers(self) -> tuple[int, ...]:
        """The players for whom a larger value is better; none where each player has a value of his own."""
        if self.lesson.payoffs == "each":
            return ()
        return tuple(self.start.options.get("maximisers", (0,)))

    def check_proves(self) -> None:
        """`BadInput` where the search proves nothing of a value, so that there are no intervals to show."""
        if not self.lesson.proves:
            each = self.lesson.payoffs == "each"
            why = "its values are payoff vectors" if each else "it leaves out what may matter"
            raise BadInput(f"There are no intervals to show of {self.algorithm.name}: {why}.")

    @property
    def from_mover(self) -> bool:
        """Whether values and windows are those of the player to move (negamax)."""
        return self.lesson.payoffs == "mover"

    @cached_property
    def outline(self) -> Vertex:
        """The whole tree down to the horizon, with what was visited beyond it; an explicit tree is whole."""
        explicit = self.game.explicit
        plies = self.plies
        beyond = [p for p in self.replay.marks if plies is not None and len(p) > plies]
        return outline(self.game, self.state, None if explicit else plies, beyond=beyond)

    # ---- what came of it
    @cached_property
    def replay(self) -> Replay:
        """What is known of every node at the end."""
        return replay(self.events)

    def after(self, steps: int) -> Replay:
        """What is known after so many of the events."""
        return replay(self.events[:steps])

    @cached_property
    def counts(self) -> Counts:
        """What it cost; with `removed_leaves`, if the tree is small enough to be drawn."""
        try:
            whole = self.outline
        except BadInput:
            return count(self.events)
        return count(self.events, whole)

    @property
    def leaves(self) -> tuple[Any, ...]:
        """The static values in the order in which the search asked for them."""
        return tuple(event.value for event in self.events if isinstance(event, Leaf))

    @cached_property
    def minimax_values(self) -> MinimaxValues:
        """Plain minimax on the same tree."""
        return MinimaxValues(self.game, self.maximisers or (0,))

    def true_value(self, path: Path, mark: Mark | None = None) -> Any:
        """What plain minimax says of a node that was entered, in the trace's own point of view.

        To the horizon the search had there, at the last visit or that of `mark`; of an explicit tree
        searched by a heuristic algorithm (see `Lesson.heuristic`) to the leaves.  None where every player has
        a value of his own.
        """
        if not self.maximisers:
            return None
        mark = mark or self.replay.marks[path]
        whole = self.lesson.heuristic and self.game.explicit
        value = self.minimax_values.value(mark.state, None if whole else mark.depth)
        return -value if self.from_mover and self.game.to_move(mark.state) not in self.maximisers else value

    # ---- names
    def label(self, path: Path) -> str:
        """A node's name as people say it: its own, or the moves that lead to it: `C`, `a1/b2`, `root`."""
        return label(self.game, self.state, path)

    # ---- told
    def __repr__(self) -> str:
        return f"<Trace of {self.algorithm.name} on {self.game.title()}: {len(self.events):,} events>"

    def text(self, form: str = "tree", *, width: int | None = 100) -> str:
        """The trace as text, wrapped to `width` columns (None: not at all).

        "tree": the tree with values, windows and cuts, and what came of it; "events": a line an event;
        "sentences": every step in words; "summary": the answer and the counts.  `BadInput` for another form,
        and for the tree of a search too large to draw.
        """
        from halfmove.teach.text import text

        return text(self, form, width=width)

    def to_dict(self, *, sentences: bool = False) -> dict[str, Any]:
        """Everything, ready for `json.dumps`: see `docs/command-line.md`; `sentences` adds one an event.

        Infinities are the texts "inf" and "-inf", payoff vectors lists, actions in the game's notation.
        """
        from halfmove.teach.jsons import to_dict

        return to_dict(self, sentences=sentences)

    def to_rows(self) -> list[dict[str, Any]]:
        """One row an event, with the same columns for all: null where an event says nothing of one."""
        events = [_split_bound(event) for event in self.to_dict()["events"]]
        columns = dict.fromkeys(key for event in events for key in event)
        return [{key: event.get(key) for key in columns} for event in events]

    # ---- drawn
    def svg(self, *, steps: int | None = None, **options: Any) -> str:
        """The tree as an SVG document, after `steps` of the events (None: all of them).

        `options` are those of `drawing.Style`: `windows="none"`, `show="blank"`, `truth=True`, …  `BadInput`
        for others, and for a tree too large to draw.
        """
        from halfmove.teach.drawing import svg

        return svg(self, steps=steps, **options)

    def save(self, path: str | os.PathLike[str], *, format: str | None = None, **options: Any) -> None:
        """Write the tree to a file: .svg, .png, .pdf, .dot, .tex, .forest.tex, or .html to step through.

        `options` as for `svg`; see `drawing.save`.
        """
        from halfmove.teach.drawing import save

        save(self, path, format=format, **options)

    def step_through(self, **options: Any) -> EmbeddedPage:
        """In a notebook: the tree to step through, in the cell.  `options` as for `svg`."""
        from halfmove.teach.drawing import page

        return EmbeddedPage(page(self, **options))

    def _repr_svg_(self) -> str | None:
        """In a notebook: the picture; nothing for a tree too large to look at."""
        try:
            small = sum(1 for _ in self.outline.walk()) <= MOST_SHOWN
        except BadInput:
            return None
        return self.svg() if small else None

    def _repr_html_(self) -> str | None:
        """The same with the sentence of each node where one points at it; wide trees scroll."""
        picture = self._repr_svg_()
        return html_picture(picture) if picture else None


def label(game: Game, state: Any, path: Path) -> str:
    """A node's name: its own in an explicit tree, or the actions in the game's notation, or `root`."""
    texts = []
    for action in path:
        texts.append(game.action_text(state, action))
        state = game.result(state, action)
    return getattr(state, "name", "") or "/".join(texts) or "root"


def trace(
    game: Game | str,
    state: Any = None,
    *,
    algorithm: str = "alphabeta",
    depth: int | None = None,
    order: str | Arrange = "left",
    **options: Any,
) -> Trace:
    """Run a textbook search from `state` (the initial one if none is given) and keep every step.

    `depth` is the horizon in plies (None: none).  `order` is "left" (the game's own order of actions),
    "right" (the opposite), or a function as in `teach.arrangement`.  `options` are the algorithm's own, such
    as `dialect="cs188"`.  `BadInput` for what it does not know, `Unsuitable` where it does not fit the game.
    """
    chosen, view = prepare(open_game(game), algorithm, order)
    where = open_state(view, state)
    recorder = Recorder()
    outcome = run(chosen, view, where, depth, recorder, options)
    return Trace(view, where, chosen, depth, with_defaults(chosen, options), outcome, tuple(recorder.events))


def stream(
    game: Game,
    state: Any,
    sink: Callable[[Event], object],
    *,
    algorithm: str = "alphabeta",
    depth: int | None = None,
    order: str | Arrange = "left",
    **options: Any,
) -> Any:
    """As `trace`, but hand each event to `sink` as it happens and keep none; the `Outcome`."""
    chosen, view = prepare(game, algorithm, order)
    where = open_state(view, state)
    return run(chosen, view, where, depth, Recorder(sink), options)


def prepare(game: Game, algorithm: str, order: str | Arrange) -> tuple[Algorithm, Game]:
    """The algorithm of that name, and the game as it will be searched."""
    chosen = lesson_of(algorithm, "watch")
    game = chosen.model(game)
    reason = chosen.unfit(game)
    if reason:
        raise Unsuitable(reason)
    if callable(order):
        return chosen, rearrange_actions(game, order)
    if order not in ("left", "right"):
        raise BadInput(f"The order of actions is 'left' or 'right', not '{order}'.")
    return chosen, right_to_left(game) if order == "right" else interpreted(game)


def teachable() -> dict[str, Algorithm]:
    """The algorithms that can be watched step by step, by name."""
    return {name: algorithm for name, algorithm in algorithms().items() if algorithm.lesson}


def lesson_of(algorithm: str, purpose: str) -> Algorithm:
    """The algorithm of that name; `BadInput` where there is none to "watch", "measure" or "practise"."""
    table = teachable()
    if algorithm in table:
        return table[algorithm]
    near = get_close_matches(algorithm.lower(), table, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(sorted(table))}."
    raise BadInput(f"There is no search '{algorithm}' to {purpose}; {hint}")


def with_defaults(algorithm: Algorithm, options: dict[str, Any]) -> dict[str, Any]:
    """All options of an algorithm; `BadInput` for one that it does not have, or a value it does not know."""
    assert algorithm.lesson is not None
    known = algorithm.lesson.options
    for key, value in options.items():
        if key not in known:
            names = ", ".join(known) or "none"
            raise BadInput(f"{algorithm.name} has no option '{key}'; its options are: {names}.")
        if len(known[key]) > 1 and value not in known[key]:
            choice = ", ".join(map(str, known[key]))
            raise BadInput(f"{algorithm.name}'s option '{key}' is one of {choice}, not '{value}'.")
    return {key: options.get(key, values[0]) for key, values in known.items()}


def run(
    algorithm: Algorithm,
    game: Game,
    state: Any,
    depth: int | None,
    watch: Watcher,
    options: dict[str, Any],
) -> Any:
    """Run an algorithm's lesson under a watcher."""
    assert algorithm.lesson is not None
    return algorithm.lesson.run(game, state, depth=depth, watch=watch, **with_defaults(algorithm, options))


def _split_bound(event: dict[str, Any]) -> dict[str, Any]:
    """An event whose `bound`, where that says which end of the window it is, not how much, is its `end`: a
    column has numbers or texts."""
    bound = event.get("bound")
    return {**event, "bound": None, "end": bound} if isinstance(bound, str) else event


PREFERRED = ("alphabeta", "expectiminimax", "maxn", "minimax")
"""What "auto" tries first, where not every player has payoffs of his own; then whatever fits."""


def choose_search(game: Game, name: str) -> Algorithm:
    """The search called `name`; for "auto" the first of `PREFERRED`, or else of all, that fits."""
    if name != "auto":
        return prepare(game, name, "left")[0]
    table = teachable()
    if game.players > 2 and table["maxn"].suits(game) and not table["maxn"].unfit(game):
        return table["maxn"]  # everybody has payoffs of his own
    for candidate in (*(name for name in PREFERRED if name in table), *table):
        if not table[candidate].unfit(game):
            return table[candidate]
    raise Unsuitable(table[PREFERRED[0]].unfit(game) or f"No search fits {game.title()}.")


def read_options(algorithm: Algorithm, texts: Iterable[str]) -> dict[str, Any]:
    """Each KEY=VALUE as the algorithm takes it; `BadInput` for what it does not know."""
    assert algorithm.lesson is not None
    found: dict[str, Any] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (equals and key and value):
            raise BadInput(f"--option takes KEY=VALUE, such as dialect=cs188, not '{text}'.")
        if key in found:
            raise BadInput(f"The option '{key}' is given twice.")
        found[key] = parse_choice(value, algorithm.lesson.options.get(key, ()))
    return found


def parse_choice(text: str, choices: tuple[Any, ...]) -> Any:
    """The choice that `text` names, or where any value of a kind will do, the value it writes."""
    words = {_word(choice): choice for choice in choices}
    if text.lower() in words and (len(choices) > 1 or choices[0] is None):
        return words[text.lower()]
    if len(choices) > 1 or not choices or isinstance(choices[0], str):
        return text
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return _number(text)


def _word(choice: Any) -> str:
    """How a choice is written: yes and no for truth values."""
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice).lower()


def _number(text: str) -> Any:
    try:
        return float(text)  # inf
    except ValueError:
        return text
