"""From a specification to nodes, with the place of every mistake.

    number  a leaf: the payoff of player 0 (MAX); player 1 (MIN) gets its negative (1, 2, 3)  a leaf of a
    game of several players: their payoffs in order (in JSON {"value": [1, 2, 3]}) list  an inner node; its
    children are named 0, 1, 2, … dict  {"name": …, "player": 0 | 1 | … | "max" | "min" | "chance", "value":
    …,
                         "children": [ … ] or {action: node}, "probabilities": [ … ]}

A node that does not say who moves belongs to the player after the nearest one above that does (chance
aside); the root to player 0.  A dict without children is a leaf and needs a "value"; the "value" of an inner
node is its evaluation, for searches that stop there.  Probabilities may be written "1/3"; without them all
are equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import CHANCE
from halfmove.games.tree.node import Action, Node

KEYS = ("name", "player", "value", "children", "probabilities")
DEEPEST = 200
"""No tree is deeper: searches follow it by recursion."""


def build(spec: Any) -> tuple[Node, int]:
    """The root and the number of players; `BadInput` names the place, as in `root.children[2]: …`."""
    players = _players(spec, "root", 0)
    return _Builder(players).node(spec, "root", (), -1), players


def as_json(spec: Any) -> Any:
    """The specification with what JSON lacks said otherwise: a tuple is {"value": [ … ]}."""
    if isinstance(spec, tuple):
        return {"value": list(spec)}
    if isinstance(spec, list):
        return [as_json(child) for child in spec]
    if not isinstance(spec, Mapping):
        return spec
    plain = {str(key): list(value) if isinstance(value, tuple) else value for key, value in spec.items()}
    below = plain.get("children")
    if isinstance(below, Mapping):
        plain["children"] = {str(action): as_json(child) for action, child in below.items()}
    elif below is not None:
        plain["children"] = as_json(below)
    return plain


def _players(spec: Any, where: str, depth: int) -> int:
    """How many players the payoffs and the movers speak of: at least two."""
    if depth > DEEPEST:
        raise BadInput(f"The tree is deeper than {DEEPEST} levels.")
    if isinstance(spec, tuple):
        return max(2, len(spec))
    if isinstance(spec, list):
        return max([2, *(_players(c, where, depth + 1) for c in spec)])
    if not isinstance(spec, Mapping):
        return 2
    value, mover, children = spec.get("value"), spec.get("player"), spec.get("children", ())
    named = children.values() if isinstance(children, Mapping) else children
    count = len(value) if isinstance(value, (list, tuple)) else 2
    if isinstance(mover, int) and not isinstance(mover, bool):
        count = max(count, mover + 1)
    below = named if isinstance(named, Iterable) and not isinstance(named, str) else ()
    return max([2, count, *(_players(c, where, depth + 1) for c in below)])


class _Builder:
    def __init__(self, players: int) -> None:
        self.players = players

    def node(self, spec: Any, where: str, path: tuple[Action, ...], above: int) -> Node:
        """The node of `spec`; `above` is the last player who moved, -1 at the root."""
        if _is_number(spec) or isinstance(spec, tuple):
            return Node(path, "", 0, self.payoffs(spec, where), (), ())
        if isinstance(spec, list):
            return self.inner(spec, where, path, (above + 1) % self.players, above, {})
        if isinstance(spec, Mapping):
            return self.from_dict(spec, where, path, above)
        raise BadInput(f"At {where}: a node is a number, a list or an object, not {_shown(spec)}.")

    def from_dict(self, spec: Mapping[str, Any], where: str, path: tuple[Action, ...], above: int) -> Node:
        for key in spec:
            if key not in KEYS:
                close = get_close_matches(str(key), KEYS, n=1)
                hint = f"; did you mean '{close[0]}'?" if close else f"; a node has {', '.join(KEYS)}."
                raise BadInput(f"At {where}: a node has no '{key}'{hint}")
        name = spec.get("name", "")
        if not isinstance(name, str):
            raise BadInput(f"At {where}: the name must be a text, not {_shown(name)}.")
        if "children" in spec:
            player = self.player(spec["player"], where) if "player" in spec else (above + 1) % self.players
            return self.inner(spec["children"], where, path, player, above, spec)
        if "value" not in spec:
            raise BadInput(f"At {where}: a node needs children, or a value if it is a leaf.")
        if "probabilities" in spec:
            raise BadInput(f"At {where}: a leaf has no probabilities.")
        if "player" in spec:
            self.player(
                spec["player"], where
            )  # a leaf may say it, to no effect; nonsense is refused all the same
        return Node(path, name, 0, self.payoffs(spec["value"], where), (), ())

    def inner(
        self,
        below: Any,
        where: str,
        path: tuple[Action, ...],
        player: int,
        above: int,
        spec: Mapping[str, Any],
    ) -> Node:
        if not isinstance(below, (list, Mapping)):
            raise BadInput(
                f"At {where}: children are a list or an object of action: node, not {_shown(below)}."
            )
        if not below:
            raise BadInput(f"At {where}: an inner node needs at least one child.")
        named = isinstance(below, Mapping)
        dot = f"{where}.children" if spec else where
        last = above if player == CHANCE else player
        children = []
        for i, key in enumerate(below):
            action: Action = str(key) if named else i
            if action == "" or (named and "/" in str(key)):
                raise BadInput(f"At {where}: an action needs a name, and one without '/', not '{key}'.")
            place = f"{dot}.{key}" if named else f"{dot}[{i}]"
            child = self.node(below[key] if named else key, place, (*path, action), last)
            children.append((action, child))
        value = self.payoffs(spec["value"], where) if "value" in spec else None
        chances = self.probabilities(spec, len(children), where, player)
        return Node(path, spec.get("name", ""), player, value, tuple(children), chances)

    def player(self, word: Any, where: str) -> int:
        if isinstance(word, str):
            named = {"chance": CHANCE, "max": 0, "min": 1}.get(word.lower())
            if named is not None:
                return named
            word = int(word) if word.isdecimal() else word
        if isinstance(word, int) and not isinstance(word, bool) and 0 <= word < self.players:
            return word
        raise BadInput(f'At {where}: the player is 0, 1, … or "chance", not {_shown(word)}.')

    def payoffs(self, value: Any, where: str) -> tuple[float, ...]:
        """One payoff a player; a number is what MAX gets of two players."""
        if isinstance(value, (list, tuple)):
            if len(value) != self.players:
                raise BadInput(
                    f"At {where}: {len(value)} payoffs for {self.players} players; give one for each."
                )
            return tuple(_number(v, where) for v in value)
        number = _number(value, where)
        if self.players > 2:
            raise BadInput(
                f"At {where}: the tree has {self.players} players, so a value is a list of as many payoffs."
            )
        return number, -number

    def probabilities(
        self, spec: Mapping[str, Any], children: int, where: str, player: int
    ) -> tuple[float, ...]:
        if player != CHANCE:
            if "probabilities" in spec:
                raise BadInput(f'At {where}: only a node of player "chance" has probabilities.')
            return ()
        if "probabilities" not in spec:
            return (1 / children,) * children
        given = spec["probabilities"]
        if isinstance(given, Mapping) and isinstance(spec["children"], Mapping):
            if set(given) != set(spec["children"]):
                raise BadInput(f"At {where}: the probabilities name other actions than the children do.")
            given = [given[key] for key in spec["children"]]
        if not isinstance(given, (list, tuple)) or len(given) != children:
            raise BadInput(f"At {where}: give a list of {children} probabilities, one for each child.")
        chances = tuple(_probability(p, where) for p in given)
        if abs(sum(chances) - 1) > 1e-9:
            raise BadInput(f"At {where}: the probabilities sum to {sum(chances):g}, not to 1.")
        return chances


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _number(value: Any, where: str) -> float:
    if not _is_number(value):
        raise BadInput(f"At {where}: a value is a number, not {_shown(value)}.")
    if not math.isfinite(value):
        raise BadInput(f"At {where}: a value must be finite, not {value}.")
    return value  # type: ignore[no-any-return]


def _probability(value: Any, where: str) -> float:
    try:
        chance = float(Fraction(value)) if isinstance(value, str) else _number(value, where)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"At {where}: '{value}' is not a probability; write 0.25 or 1/4.") from None
    if not 0 <= chance <= 1:
        raise BadInput(f"At {where}: a probability is from 0 to 1, not {value}.")
    return chance


def _shown(value: Any) -> str:
    """A value as JSON would write it, cut short."""
    words = {None: "null", True: "true", False: "false"}
    text = words.get(value, "") if value is None or isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
