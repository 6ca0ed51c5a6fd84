"""A search on a tree or a game, to step through: every picture and figure is made by running it.

Settings: those of the subject (`tree`, `root`, or `game`, `set`, `position`, `moves`); `algorithm`, `depth`,
`order` (left or right), whatever options the algorithm has (`dialect`, `inner`, `margin`, …); `show: picture`
for the end alone; `windows: no`, `intervals: yes`, `truth: yes`, `merge: yes` (of symmetric positions only
one); `exercise: yes` (on paper its picture stands with the answers); `caption`.

Figures: value, move, line, evaluations, leaves, visited, generated, expanded, cutoffs, cut_edges, pruned
(their number), pruned_names, total (leaves of the whole tree), height, steps; `value_X`, the value of the
node X.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.teach.lessons.blocks.known import Known
from halfmove.teach.lessons.blocks.subject import KEYS, Subject, attempt, subject
from halfmove.teach.lessons.lesson import Exhibit
from halfmove.teach.lessons.settings import Block
from halfmove.teach.trace import Trace

SHOWN = ("show", "windows", "intervals", "truth", "merge", "units", "exercise", "caption")
HOW = ("algorithm", "depth", "order")
MOST_NODES, MOST_STEPS = 600, 2500
"""What is stepped through with ease, and what a lesson's page can carry."""


def made(block: Block, known: Known, place: int) -> Exhibit:
    """The exhibit; `LessonError` says what is wrong."""
    from halfmove.teach.drawing import Style
    from halfmove.teach.drawing.frames import TreeFrames
    from halfmove.teach.drawing.svg import draw
    from halfmove.teach.frames.player import player_data

    about, run, code = run_search(block, extra=SHOWN)
    if block.name:
        known.traces[block.name] = run
        known.orders[block.name] = block.get("order", "left")
    show = block.get("show", "steps")
    if show not in ("steps", "picture"):
        raise block.wrong(f"'show' is steps or picture, not '{show[:40]}'.", "show")
    look: dict[str, Any] = {
        "windows": "entered" if block.yes("windows", True) else "none",
        "intervals": block.yes("intervals", False),
        "truth": block.yes("truth", False),
    }
    if look["intervals"]:
        attempt(block, run.check_proves, "intervals")
    film = None
    first = ""
    sentences: tuple[str, ...] = ()
    if show == "steps":
        if len(run.events) > MOST_STEPS:
            raise block.wrong(
                f"This search has {len(run.events):,} steps, and at most {MOST_STEPS:,} can be stepped "
                "through; give a smaller depth, or show: picture."
            )
        scene, told = attempt(block, lambda: player_data(TreeFrames(run, Style(title="", **look))))
        film = {**told, "start": 1}
        first = draw(scene, sheet=False)
        sentences = tuple(told["sentences"])
    return Exhibit(
        block.kind,
        block.name,
        f"{run.algorithm.name} on {about.title}",
        block.get("caption"),
        run.text("tree"),
        code,
        figures(run),
        attempt(block, lambda: run.svg(title="", theme="light", **look)),
        film,
        first,
        sentences,
        exercise=block.yes("exercise", False),
    )


def run_search(block: Block, *, extra: tuple[str, ...] = ()) -> tuple[Subject, Trace, str]:
    """The subject, the search that the settings ask for, and Python that runs it."""
    from halfmove.teach.arrangement import merge_symmetric, use_evaluation_steps
    from halfmove.teach.outline import outline
    from halfmove.teach.trace import choose_search, parse_choice, trace

    about = subject(block)
    example = about.example
    wanted = block.get("algorithm", "auto")
    as_there = example is not None and wanted in ("auto", example.algorithm)
    if example is not None and as_there:
        wanted = example.algorithm
    game: Any = about.game
    code = about.code
    for key, change in (("merge", merge_symmetric), ("units", use_evaluation_steps)):
        if key in extra and block.yes(key, False):
            game = attempt(block, partial(change, game), key)
            name = change.__name__
            code += f"\nfrom halfmove.teach.arrangement import {name}\n\ngame = {name}(game)"
    chosen = attempt(block, lambda: choose_search(game, wanted), "algorithm")
    assert chosen.lesson is not None, "only those with a lesson fit"
    own = chosen.lesson.options
    block.know((*KEYS, *HOW, *extra, *own), body=True)
    depth = block.number("depth", 0, 100)
    options = {key: parse_choice(block.get(key), own[key]) for key in own if key in block.settings}
    if example is not None and as_there:
        depth = example.depth if depth is None else depth
        options = {**example.options, **options}
    order = block.get("order", "left")
    where = about.state
    attempt(block, lambda: outline(game, where, None if game.explicit else depth, most=MOST_NODES))

    def run() -> Trace:
        return trace(game, where, algorithm=chosen.name, depth=depth, order=order, **options)

    wrong = next((key for key in (*own, "order", "depth") if key in block.settings), "")
    given = {"algorithm": chosen.name, **({} if depth is None else {"depth": depth})}
    given |= {} if order == "left" else {"order": order}
    said = ", ".join(f"{key}={value!r}" for key, value in (given | options).items())
    return about, attempt(block, run, wrong), f"{code}\nhm.trace(game, state, {said})"


def value_of(run: Trace) -> Any:
    """The root's value: a number, or the payoffs of all players."""
    value = run.outcome.value
    return tuple(value) if isinstance(value, (tuple, list)) else _read_whole(value)


def _read_whole(value: Any) -> Any:
    number = float(value)
    return int(number) if number.is_integer() else number


def first_move(run: Trace) -> str:
    """The move chosen, in the game's notation."""
    action = run.outcome.action
    return "" if action is None else str(run.game.action_text(run.state, action))


def figures(run: Trace) -> dict[str, Any]:
    """What the text can say of a search."""
    counts = run.counts
    pruned = [v.path for v in run.outline.walk() if v.path in run.replay.pruned]
    try:
        total = sum(1 for _ in run.outline.leaves(None if run.game.explicit else run.plies))
    except BadInput:
        total = None
    found: dict[str, Any] = {
        "value": value_of(run),
        "move": first_move(run),
        "line": " ".join(_line(run)),
        "evaluations": counts.evaluations,
        "leaves": counts.leaves,
        "visited": counts.visited,
        "generated": counts.generated,
        "expanded": counts.expanded,
        "cutoffs": counts.cutoffs,
        "cut_edges": counts.cut_edges,
        "pruned": counts.removed_leaves if counts.removed_leaves is not None else 0,
        "pruned_names": ", ".join(run.label(path).rsplit("/", 1)[-1] for path in pruned) or "none",
        "total": total,
        "height": run.outline.height,
        "steps": len(run.events),
    }
    for path, mark in run.replay.marks.items():
        name = run.label(path)
        value = getattr(mark, "value", None)
        if value is not None and name.isidentifier():
            found[f"value_{name}"] = tuple(value) if isinstance(value, tuple) else _read_whole(value)
    return found


def _line(run: Trace) -> list[str]:
    from halfmove.teach.summary import variation_texts

    return list(variation_texts(run))
