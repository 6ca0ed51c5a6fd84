"""The tree that a search is growing, looked at while it grows: the children of a node as its memory has them.

Of an alpha-beta engine that is what its table holds (a value, exact or a bound, and how deep it was
searched), of a Monte Carlo search the visits and means of the tree itself.  Of a search with chance nodes the
children of such a node are the throws, with their probabilities; a mean that is only a bound was cut off
(Star1, Star2).  The search goes on meanwhile, so the figures of one look may be of different moments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.core import figures
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.score import WIN, one_ply_on
from halfmove.core.scores import Score
from halfmove.search.alphabeta.plain import count_sharing_symmetries
from halfmove.search.alphabeta.table import COMPLETE, bound_of, depth_of, score_of
from halfmove.search.alphabeta.threads import Engine
from halfmove.search.alphabeta.variation import find_stored_action
from halfmove.search.chance.engine import ChanceEngine
from halfmove.search.montecarlo.choosing import proven_utility
from halfmove.search.montecarlo.engine import MonteCarlo
from halfmove.search.montecarlo.findings import candidates_of

Node = dict[str, Any]
SIGNS = {1: "≤", 2: "≥", 3: "="}
FLIPPED = {"≤": "≥", "≥": "≤", "=": "="}
DEEPEST = 60
"""Plies below the root that may be looked at."""


def looker(game: Game, memory: Any, state: Any, names: Game) -> Callable[[Any], Node | None]:
    """What answers {"path": [moves as text]} with the node there and its children; `names` is the game with
    its players as the reader calls them."""

    def look(question: Any) -> Node | None:
        path = list(question.get("path", ()))[:DEEPEST]
        here, actions = state, []
        for text in path:
            action = game.parse_action(here, text)
            actions.append(action)
            here = game.result(here, action)
        if game.is_terminal(here):
            return {"path": path, "player": None, "children": [], "over": figures.result(names, here)}
        children = (
            _sampled(game, memory, here, actions)
            if isinstance(memory, MonteCarlo)
            else _expected(game, memory, here, names)
            if isinstance(memory, ChanceEngine)
            else _tabled(game, memory, here, names)
            if isinstance(memory, Engine)
            else None
        )
        if children is None:
            return None
        return {"path": path, "player": names.player_name(game.to_move(here)), "children": children}

    return look


def _sampled(game: Game, engine: MonteCarlo, state: Any, actions: list[Any]) -> list[Node]:
    found = []
    for c in candidates_of(
        engine.trees, engine.plan.most, engine.named, [*map(engine._number_action, actions)]
    ):
        low, high = proven_utility(c.low), proven_utility(c.high)
        found.append(
            {
                "move": game.action_text(state, c.action),
                "visits": c.visits,
                "mean": round(c.mean, 4) if c.visits else None,
                "proven": low if low == high and engine.plan.solve else None,
            }
        )
    return sorted(found, key=lambda child: -child["visits"])


def _expected(game: Game, engine: ChanceEngine, state: Any, names: Game) -> list[Node]:
    """Of a search whose scores are all player 0's: the children's to the player to move, player 0 where
    nature does."""
    subject = engine.subject
    if engine.game is not subject and not game.compiled:
        raise BadInput("The table of an interpreted game names no actions.")
    mover = game.to_move(state)
    player = max(mover, 0)
    chances = dict(game.outcomes(state)) if mover == CHANCE else {}
    best = None if chances else find_stored_action(subject, engine.table, state)
    found = []
    for action in subject.actions(state):
        child = subject.result(state, action)
        node: Node = {"move": game.action_text(state, action), "best": bool(action == best)}
        if chances:
            node["probability"] = chances.get(action, 0.0)
        if game.is_terminal(child):
            value = game.utility(child, player)
            node |= {"sign": "=", "depth": 0, **_worth(names, Score.proof(game, player, value))}
            node["worth"] = f"over: {figures.result(names, child)}"
        elif data := engine.table.lookup(game.key(child)):
            sign, whole = SIGNS[bound_of(data)], depth_of(data) == COMPLETE
            value = score_of(data) / WIN
            score = Score.of_search(game, player, -value if player else value, proven=whole and sign == "=")
            node |= {
                "sign": FLIPPED[sign] if player else sign,
                "depth": "end" if whole else depth_of(data),
                **_worth(names, score),
            }
        found.append(node)
    return found if chances else sorted(found, key=_rank)


def _tabled(game: Game, engine: Engine, state: Any, names: Game) -> list[Node]:
    found = []
    mover = game.to_move(state)
    subject = engine.subject
    if engine.game is not subject and not game.compiled:
        raise BadInput("The table of an interpreted game names no actions.")
    best = find_stored_action(subject, engine.table, state)
    for action in subject.actions(state):
        child = subject.result(state, action)
        node: Node = {"move": game.action_text(state, action), "best": bool(action == best)}
        if game.is_terminal(child):
            value = game.utility(child, mover)
            node |= {
                "sign": "=",
                "value": value,
                "short": Score.proof(game, mover, value).text(game),
                "worth": f"over: {figures.result(names, child)}",
                "depth": 0,
            }
        elif data := _stored(subject, engine, child):
            same = game.to_move(child) == mover
            raw = one_ply_on(score_of(data)) if same else -one_ply_on(score_of(data))
            sign = SIGNS[bound_of(data)]
            node |= {
                "sign": sign if same else FLIPPED[sign],
                "depth": "end" if depth_of(data) == COMPLETE else depth_of(data),
                **_worth(names, Score.read(game, mover, raw, exact=True)),
            }
        found.append(node)
    return sorted(found, key=_rank)


def _rank(child: Node) -> tuple[bool, bool, bool, float]:
    """What is known to be best first; what is only known not to be better, and what is not known, last."""
    return not child["best"], "value" not in child, child.get("sign") == "≤", -float(child.get("value", 0))


def _stored(game: Game, engine: Engine, state: Any) -> int:
    keys = [game.key(game.symmetric(state, k)) for k in range(count_sharing_symmetries(game))]
    return engine.table.lookup(min(keys))


def _worth(game: Game, score: Score) -> Node:
    """A score in the game's units, and in words."""
    return {"value": round(score.value, 5), "short": score.text(game), "worth": score.words(game)}
