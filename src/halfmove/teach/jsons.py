"""A trace as JSON: one object for the whole, or one object an event, for a search of any length.

Every number is a JSON number, the infinities the texts "inf" and "-inf" (a tree's specification takes them
so too), a payoff vector a list.  Actions are in the game's notation; the path of a node is the list of the
actions that lead to it.  `docs/command-line.md` lists the keys.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from halfmove.core.analysis import move_texts, position_text
from halfmove.core.contract import CHANCE
from halfmove.search import trace as search
from halfmove.search.algorithms import Lesson
from halfmove.search.trace import Event, EventReader, Path
from halfmove.teach.outline import has_evaluation
from halfmove.teach.replay import start_of
from halfmove.teach.sentences import Teller

if TYPE_CHECKING:
    from halfmove.teach.trace import Trace


class CountsData(TypedDict):
    """What a search cost."""

    evaluations: Annotated[int, "How often a node got its value without being expanded."]
    leaves: Annotated[int, "Different nodes that were evaluated."]
    visited: Annotated[int, "Nodes entered, each as often as it was."]
    generated: Annotated[int, "The root and all children of the nodes expanded."]
    expanded: Annotated[int, "Nodes entered whose actions were tried."]
    cutoffs: Annotated[int, "Nodes given up because of the window."]
    cut_edges: Annotated[int, "Actions never tried because of a cutoff."]
    removed_leaves: Annotated[int | None, "Leaves of the whole tree that were never evaluated."]


class EventData(TypedDict):
    """A step; besides these it has what its kind has (docs/command-line.md)."""

    kind: Annotated[
        Literal[
            "start", "enter", "evaluate", "update", "weigh", "cut", "again",
            "probe", "stand", "extend", "pass_over", "recall", "tell", "return", "finish",
        ],
        "What happened.",
    ]  # fmt: skip
    path: NotRequired[Annotated[list[str], "The actions that lead to the node it is about."]]
    node: NotRequired[Annotated[str, "The node's name."]]
    sentence: NotRequired[Annotated[str, "The step in words, if sentences were wanted."]]


Value = int | float | str | list[int | float | str | None] | None
"""A number, or one for each player; "inf" and "-inf" are the infinities."""


class TraceData(TypedDict):
    """A search from start to finish."""

    game: Annotated[str, "The game."]
    parameters: Annotated[dict[str, Any], "Its parameters; a tree's is its specification."]
    position: Annotated[str | None, "Where the search began."]
    to_move: Annotated[int | Literal["chance"] | None, "Who moves there; null: the game is over."]
    algorithm: Annotated[str, "The search."]
    depth: Annotated[int | None, "Its horizon; null: none."]
    options: Annotated[dict[str, Any], "All of the algorithm's own."]
    value: Annotated[Value, "Player 0's."]
    action: Annotated[str | None, "The best one."]
    variation: Annotated[list[str], "The line of best play."]
    true_value: Annotated[Value, "Plain minimax's, where the tree is small enough."]
    leaves: Annotated[list[Value], "Static values in the order in which they were asked for."]
    leaf_count: Annotated[int, "How many these are."]
    generated: Annotated[list[str], "Nodes visited, in order."]
    pruned: Annotated[list[str], "Paths of the children that cuts left out."]
    passed_over: Annotated[list[str], "And of those that were left out without proof."]
    counts: Annotated[CountsData, "What it cost."]
    events: Annotated[list[EventData], "Every step."]
    svg: NotRequired[Annotated[str, "The tree drawn, if that was wanted."]]


def plain(value: Any) -> Any:
    """A value as JSON can write it: whole numbers whole, infinities "inf" and "-inf", tuples as lists."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(below) for key, below in value.items()}
    if isinstance(value, (tuple, list, set, frozenset)):
        return [plain(below) for below in value]
    number = value.item() if hasattr(value, "item") else value
    if not isinstance(number, (int, float)):
        return str(number)
    if isinstance(number, float):
        if math.isnan(number):
            return None
        if math.isinf(number):
            return "inf" if number > 0 else "-inf"
        return int(number) if number.is_integer() and abs(number) < 2**53 else number
    return number


def to_dict(trace: Trace, *, sentences: bool = False) -> dict[str, Any]:
    """Everything about a trace, ready for `json.dumps(…, allow_nan=False)`; `sentences` adds them."""
    from halfmove.teach.summary import true_root, variation_texts

    encoder = Encoder(trace.lesson, sentences=sentences)
    events = [encoder.record(event) for event in trace.events]
    game, outcome = trace.game, trace.outcome
    return {
        "game": game.title(),
        "parameters": plain(game.parameters),
        "position": position_text(game, trace.state),
        "to_move": None if game.is_terminal(trace.state) else who(game.to_move(trace.state)),
        "algorithm": trace.algorithm.name,
        "depth": trace.depth,
        "options": plain(trace.options),
        "value": plain(outcome.value),
        "action": None if outcome.action is None else game.action_text(trace.state, outcome.action),
        "variation": variation_texts(trace),
        "true_value": plain(true_root(trace)),
        "leaves": plain(trace.leaves),
        "leaf_count": len(trace.leaves),
        "generated": [trace.label(event.path) for event in trace.events if isinstance(event, search.Enter)],
        "pruned": ["/".join(path_texts(trace, path)) for path in trace.replay.pruned],
        "passed_over": ["/".join(path_texts(trace, path)) for path in trace.replay.passed_over],
        "counts": trace.counts._asdict(),
        "events": events,
    }


def path_texts(trace: Trace, path: Path) -> list[str]:
    """The actions that lead to a node, in the game's notation."""
    return move_texts(trace.game, trace.state, path)


def who(player: int | None) -> int | str | None:
    """A player as JSON says it: its number, "chance", or null at a terminal state."""
    return "chance" if player == CHANCE else player


def json_lines(events: Iterable[Event], lesson: Lesson, *, sentences: bool = False) -> Iterator[str]:
    """One line of JSON an event, as they come; memory is bounded by the depth of the search."""
    encoder = Encoder(lesson, sentences=sentences)
    for event in events:
        yield encoder.line(event)


_LINE = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


_KINDS = {search.Leaf: "evaluate", search.Cutoff: "cut", search.Leave: "return"}


def kind_of(event: Event) -> str:
    """What an event is called in JSON."""
    return _KINDS.get(type(event)) or search.method_of(event)[1:]


class Encoder(EventReader):
    """Events as JSON objects, one after the other."""

    def __init__(self, lesson: Lesson, *, sentences: bool = False) -> None:
        self.teller = Teller(lesson)
        self.sentences = sentences

    def line(self, event: Event) -> str:
        """One line of JSON."""
        return _LINE.encode(self.record(event))

    def record(self, event: Event) -> dict[str, Any]:
        """An object with "kind", where the event has a node "path" and "node" (its name), and its facts."""
        sentence = self.teller.tell(event) if self.sentences else ""
        if not self.sentences:
            self.teller.replay.apply(event)
        found: dict[str, Any] = {"kind": kind_of(event)}
        if hasattr(event, "path") and () in self.teller.replay.marks:
            texts = self.teller.replay.texts(event.path)
            found["path"] = texts
            found["node"] = self.teller.replay.own_name(event.path) or "/".join(texts) or "root"
        found |= self.read(event)
        if self.sentences:
            found["sentence"] = sentence
        return found

    def _action(self, path: Path, action: Any) -> str | None:
        return None if action is None else self.teller.replay.action_text(path, action)

    # ---- the facts of each kind
    def _start(self, event: search.Start) -> dict[str, Any]:
        return {
            "game": event.game.title(),
            "position": position_text(event.game, event.state),
            "algorithm": event.algorithm,
            "depth": event.depth,
            "options": plain(event.options),
        }

    def _enter(self, event: search.Enter) -> dict[str, Any]:
        return {
            "player": who(event.player),
            "depth": event.depth,
            "alpha": plain(event.alpha),
            "beta": plain(event.beta),
        }

    def _leaf(self, event: search.Leaf) -> dict[str, Any]:
        found: dict[str, Any] = {"value": plain(event.value), "terminal": event.terminal}
        replay = self.teller.replay
        if not event.terminal and not has_evaluation(start_of(replay).game, replay.marks[event.path].state):
            found["missing"] = True
        return found

    def _update(self, event: search.Update) -> dict[str, Any]:
        return {
            "bound": event.bound,
            "old": plain(event.old),
            "new": plain(event.new),
            "action": self._action(event.path, event.action),
        }

    def _weigh(self, event: search.Weigh) -> dict[str, Any]:
        return {
            "action": self._action(event.path, event.action),
            "probability": plain(event.probability),
            "old": plain(event.old),
            "new": plain(event.new),
        }

    def _cutoff(self, event: search.Cutoff) -> dict[str, Any]:
        return {
            "player": who(event.player),
            "value": plain(event.value),
            "sign": event.sign,
            "bound": plain(event.bound),
            "remaining": [self._action(event.path, action) for action in event.remaining],
        }

    def _again(self, event: search.Again) -> dict[str, Any]:
        action = self._action(event.path, event.action)
        return {"action": action, "alpha": plain(event.alpha), "beta": plain(event.beta)}

    def _probe(self, event: search.Probe | search.PassOver) -> dict[str, Any]:
        return {"action": self._action(event.path, event.action)}

    _pass_over = _probe

    def _extend(self, event: search.Extend) -> dict[str, Any]:
        return {"plies": event.plies}

    def _stand(self, event: search.Stand | search.Recall) -> dict[str, Any]:
        return {"value": plain(event.value)}

    _recall = _stand

    def _tell(self, event: search.Tell) -> dict[str, Any]:
        told = {name: plain(value) for name, value in event.named.items()}
        if "action" in told:
            told["action"] = self._action(event.path, event.named["action"])
        return {"step": event.name, **told}

    def _leave(self, event: search.Leave) -> dict[str, Any]:
        return {"value": plain(event.value), "relation": event.relation, "proven": plain(event.proven)}

    def _finish(self, event: search.Finish) -> dict[str, Any]:
        return {"value": plain(event.value), "action": self._action((), event.action)}
