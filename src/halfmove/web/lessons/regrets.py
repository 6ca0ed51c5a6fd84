"""Regret minimisation as a page shows it: the tree with its information sets, the tables, the curves."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.games.registry import usual_game
from halfmove.imperfect.solving import method_named
from halfmove.teach.drawing.svg import draw
from halfmove.teach.regret.drawing import SHOWN, player_data, plot
from halfmove.teach.regret.trace import curves, record, small
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons.searches import MOST_BYTES, SHORT, position, whole

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

GAME, ALGORITHM = usual_game("regrets"), "cfr"
MOST_ITERATIONS, UNLESS_TOLD = 50, 6


def stage(fields: Mapping[str, str], link: Link) -> dict[str, Any]:
    """What the page shows of a run."""
    game, algorithm, iterations, seed = _wanted(fields, link.catalogue)
    trace = record(game, algorithm=algorithm, iterations=iterations, seed=seed)
    scene, told = player_data(trace)
    told["start"] = 0
    size = len(json.dumps(told))
    if size > MOST_BYTES:
        raise BadInput(
            f"All steps together take {size / 1e6:.0f} MB, too much to step through here; ask for fewer "
            "iterations."
        )
    return {
        "film": told,
        "slots": {
            "picture": draw(scene, sheet=False),
            "title": escape(scene.title),
            "curves": _plot(game, seed),
        },
    }


@lru_cache(maxsize=8)
def _plot(game: Game, seed: int) -> str:
    return plot(curves(game, iterations=SHOWN, seed=seed))


def _wanted(fields: Mapping[str, str], catalogue: Catalogue) -> tuple[Game, str, int, int]:
    for key, text in fields.items():
        if len(text) > SHORT:
            raise BadInput(f"'{key}' may have {SHORT} letters here, not {len(text):,}.")
    algorithm = method_named(fields.get("algorithm") or ALGORITHM).name
    iterations = whole(fields.get("iterations", ""), "The number of iterations", 1, MOST_ITERATIONS)
    seed = whole(fields.get("seed", ""), "The seed", 0, 2**32 - 1) or 0
    game = position({"game": fields.get("game") or GAME, "set": fields.get("set", "")}, catalogue).game
    return game, algorithm, UNLESS_TOLD if iterations is None else iterations, seed


def check(fields: Mapping[str, str], catalogue: Catalogue) -> None:
    """`BadInput` or `Unsuitable` for fields with which there is nothing to step through."""
    small(_wanted(fields, catalogue)[0])
