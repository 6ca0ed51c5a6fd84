"""A textbook search recorded step by step, as data: of an explicit tree, or of a game from a place on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.games.tree import tree
from halfmove.search.algorithms import Algorithm
from halfmove.search.trace import Event, Recorder
from halfmove.teach.arrangement import apply_display_options
from halfmove.teach.outline import outline
from halfmove.teach.trace import Trace, choose_search, parse_choice, prepare, run, with_defaults

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

MOST_EVENTS = 20_000
"""Steps of a search that are told: some megabytes of JSON."""


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """A trace as `Trace.to_dict` has it, and its picture as "svg" if that is wanted; `BadInput` for a search
    that is too large, before it begins where that can be told."""
    game, state = _target(arguments, link)
    algorithm = choose_search(game, arguments["algorithm"])
    options = read(algorithm, arguments["options"])
    depth: int | None = arguments["depth"]
    algorithm, view = prepare(game, algorithm.name, arguments["order"])
    full = with_defaults(algorithm, options)
    outline(view, state, None if view.explicit else depth)
    events: list[Event] = []

    def keep(event: Event) -> None:
        if len(events) == MOST_EVENTS:
            raise BadInput(
                f"The search has more than {MOST_EVENTS:,} steps, too many to tell; give a smaller depth, or "
                "a later position."
            )
        events.append(event)

    try:
        outcome = run(algorithm, view, state, depth, Recorder(keep), options)
    except (TypeError, OverflowError, AttributeError) as error:
        if not options:
            raise
        raise BadInput(f"{algorithm.name} cannot be run with these options: {error}.") from None
    trace = Trace(view, state, algorithm, depth, full, outcome, tuple(events))
    content = trace.to_dict(sentences=arguments["sentences"])
    if arguments["svg"]:
        content["svg"] = trace.svg()
    return content


def _target(arguments: dict[str, Any], link: Link) -> tuple[Any, Any]:
    """The game to be searched, interpreted, and the state."""
    if arguments["tree"] is not None:
        game = tree(arguments["tree"], root=arguments["root"])
        return game, game.initial()
    history = link.catalogue.open(arguments["place"])
    shown = apply_display_options(history.game, merge=arguments["merge"], units=arguments["units"])
    return shown, history.state


def read(algorithm: Algorithm, options: dict[str, Any]) -> dict[str, Any]:
    """Options as the algorithm takes them: texts read as on the command line, lists made tuples."""
    assert algorithm.lesson is not None
    choices = algorithm.lesson.options
    return {
        key: parse_choice(value, choices.get(key, ())) if isinstance(value, str) else _frozen(value)
        for key, value in options.items()
    }


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
