"""From a specification, a Python value, to nodes, with the place of every mistake.

    number   a leaf: the payoff of player 0 (MAX); every other player (a MIN) gets its negative; math.inf, or
             "inf" and "-inf" as text, are numbers too
    (1, 2)   a leaf: the payoff of each player (in JSON {"value": [1, 2]})
    list     an inner node; its actions are 0, 1, 2, …
    dict     {action: node} is an inner node; with any of these keys it is
             {"name": …, "player": 0 | 1 | … | "max" | "min" | "min 2" | "chance", "value": …,
              "children": [ … ] or {action: node}, "probabilities": [ … ], "forcing": [action, … ]}

A node that does not say who moves belongs to the player after the nearest one above that does (chance
aside); the root to player 0, or to whom `root` says.  A dict without children is a leaf and needs a "value";
the "value" of an inner node is its evaluation, for searches that stop there, and "forcing" are the actions
that a quiescence search tries even then ("quiet": true says none, "quiet": false all).  Probabilities may be
written "1/3" or "50%"; without them all are equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from numbers import Integral, Real
from typing import Any
from unicodedata import category

from halfmove.core.contract import CHANCE
from halfmove.games.tree.node import Action, Node, Origin
from halfmove.games.tree.numerals import parse_infinity, parse_probability
from halfmove.games.tree.quoting import cut, quote

KEYS = ("name", "player", "value", "children", "probabilities", "forcing", "quiet")
DEEPEST = 200
"""No tree is deeper: searches follow it by recursion."""


class Mistake(Exception):
    """What is wrong with a specification; `keys` lead from its root to the place."""

    def __init__(self, message: str, *keys: Any) -> None:
        super().__init__(message)
        self.keys = list(keys)

    def below(self, *keys: Any) -> Mistake:
        """The same mistake, seen from a level further up."""
        self.keys[:0] = keys
        return self


def place_in_python(keys: Iterable[Any]) -> str:
    """`root.children[2].a1`: how Python would write the way to a place in nested lists and dicts."""
    return "root" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)


def build(spec: Any, mover: int | None = None) -> tuple[Node, int]:
    """The root node and the number of players; `Mistake` for what is no tree.

    `mover` is the player who moves at the root, or CHANCE, if the specification does not say.
    """
    most, vectors = _players(spec)
    players = max(most, 0 if mover is None else mover + 1)
    if players > MOST_PLAYERS:
        raise Mistake(f"a game has at most {MOST_PLAYERS} players, not {players}")
    return _Builder(players, vectors).root(spec, mover), players


def parse_player(word: Any) -> int:
    """The number of a player, from 0, or CHANCE; `Mistake` if `word` says neither."""
    if isinstance(word, str):
        named = {"chance": CHANCE, "max": 0, "min": 1}.get(word.strip().lower())
        if named is not None:
            return named
        small = word.strip().lower()
        digits = small.removeprefix("player").removeprefix("min").strip()
        if digits.isdecimal() and len(digits) < 4 and not (small.startswith("min") and int(digits) == 0):
            word = int(digits)
    if _is_number(word) and 0 <= word < 1e9 and word == int(word):
        return int(word)
    raise Mistake(f'the player is "max", "min", "min 2", "chance" or a number from 0, not {quote(word)}')


MOST_PLAYERS = 100


def _players(spec: Any) -> tuple[int, bool]:
    """How many players the payoffs and the movers speak of, at least two, and whether there are vectors."""
    most, vectors = 2, False
    waiting = [(spec, 0)]
    while waiting:
        spec, depth = waiting.pop()
        if isinstance(spec, tuple):
            most, vectors = max(most, len(spec)), True
            continue
        below: Iterable[Any] = ()
        if hasattr(spec, "tolist"):
            spec = spec.tolist()
        if isinstance(spec, list):
            below = spec
        elif isinstance(spec, Mapping) and _by_action(spec):
            below = spec.values()
        elif isinstance(spec, Mapping):
            value, mover, children = spec.get("value"), spec.get("player"), spec.get("children")
            if isinstance(value, (list, tuple)):
                most, vectors = max(most, len(value)), True
            if mover is not None:
                most = max(most, _number_of(mover) + 1)
            if isinstance(children, (list, Mapping)):
                below = children.values() if isinstance(children, Mapping) else children
        if below and depth == DEEPEST:
            raise Mistake(f"the tree is deeper than {DEEPEST} levels")
        waiting.extend((child, depth + 1) for child in below if not isinstance(child, (int, float)))
    return most, vectors


def _by_action(spec: Mapping[Any, Any]) -> bool:
    """Whether a dict is the children of a node by their actions: no key is one of a node's, nor nearly so."""
    return bool(spec) and not any(key in KEYS or _nearly_a_key(str(key)) for key in spec)


@lru_cache(maxsize=1000)
def _nearly_a_key(word: str) -> bool:
    return bool(get_close_matches(word, KEYS, n=1, cutoff=_ALIKE))


_ALIKE = 0.8
"""How alike a key is to one of a node's that counts as that one misspelt: "childern", "val ue"."""


def _number_of(mover: Any) -> int:
    try:
        return parse_player(mover)
    except Mistake:
        return 0  # told with its place when the node is built


class _Builder:
    """Makes nodes from the leaves up, so that each is complete when it is made."""

    def __init__(self, players: int, vectors: bool) -> None:
        self.players, self.vectors = players, vectors
        self.made = 0
        self.origin = Origin()
        self.infinite: dict[int, set[tuple[int, float]]] = {}
        """Of a node's number: the players and infinities found at it and below."""

    def root(self, spec: Any, mover: int | None) -> Node:
        if isinstance(spec, Mapping) and "player" in spec and "children" in spec:
            said = self.player(spec["player"])
            if mover is not None and mover != said:
                raise Mistake("the tree says itself who moves at the root, and it is another player")
            return self.node(spec, (), -1)
        if mover is None:
            return self.node(spec, (), -1)
        if mover == CHANCE:
            plain = isinstance(spec, list) or (isinstance(spec, Mapping) and _by_action(spec))
            below = {"children": spec} if plain else spec
            inner = isinstance(below, Mapping) and "children" in below
            return self.node({**below, "player": "chance"} if inner else spec, (), -1)
        return self.node(spec, (), mover - 1)

    def node(self, spec: Any, path: tuple[Action, ...], above: int) -> Node:
        """The node of `spec`; `above` is the last player who moved, -1 at the root."""
        if hasattr(spec, "tolist"):  # NumPy's numbers and arrays
            spec = spec.tolist()
        if isinstance(spec, list):
            return self.inner({}, spec, path, (above + 1) % self.players, above)
        if isinstance(spec, Mapping):
            if _by_action(spec):
                return self.inner({}, spec, path, (above + 1) % self.players, above)
            return self.from_dict(spec, path, above)
        if _is_number(spec) or isinstance(spec, tuple):
            return self.leaf("", spec, path, (above + 1) % self.players)
        if isinstance(spec, str) and parse_infinity(spec) is not None:
            return self.leaf("", spec, path, (above + 1) % self.players)
        raise Mistake(f"a node is a number, a list or an object, not {quote(spec)}")

    def from_dict(self, spec: Mapping[Any, Any], path: tuple[Action, ...], above: int) -> Node:
        for key in spec:
            if key not in KEYS:
                close = get_close_matches(str(key), KEYS, n=1)
                hint = f"did you mean '{close[0]}'?" if close else f"a node has {', '.join(KEYS)}"
                raise Mistake(f"a node has no '{cut(str(key))}'; {hint}", key)
        name = spec.get("name", "")
        if not isinstance(name, str):
            raise Mistake(f"the name must be a text, not {quote(name)}", "name")
        if not _on_one_line(name):
            raise Mistake(f"the name must be on one line, without control characters: {quote(name)}", "name")
        player = self.player(spec["player"]) if "player" in spec else (above + 1) % self.players
        if "children" in spec:
            return self.inner(spec, spec["children"], path, player, above)
        if "value" not in spec:
            raise Mistake("a node needs children, or a value if it is a leaf")
        for key in ("probabilities", "forcing", "quiet"):
            if key in spec:
                raise Mistake(f"a leaf has no '{key}', because it has no children", key)
        try:
            return self.leaf(name.strip(), spec["value"], path, max(player, 0))
        except Mistake as mistake:
            raise mistake.below("value") from None

    def leaf(self, name: str, value: Any, path: tuple[Action, ...], player: int) -> Node:
        """A leaf; `player` would be to move there, which says whose view negamax has of it."""
        number = self.made
        self.made += 1
        payoffs = self.payoffs(value)
        self.note_infinity(number, payoffs, ())
        return Node(path, name, player if path else 0, payoffs, (), (), (), number, self.origin)

    def inner(
        self, spec: Mapping[Any, Any], below: Any, path: tuple[Action, ...], player: int, above: int
    ) -> Node:
        number = self.made
        self.made += 1
        if not isinstance(below, (list, Mapping)):
            raise Mistake(f"children are a list or an object of action: node, not {quote(below)}")
        if not below:
            raise Mistake("an inner node needs at least one child")
        named = isinstance(below, Mapping)
        last = above if player == CHANCE else player
        children: list[tuple[Action, Node]] = []
        for i, key in enumerate(below):
            try:
                action: Action = _label(key) if named else i
                children.append((action, self.node(below[key] if named else key, (*path, action), last)))
            except Mistake as mistake:
                raise mistake.below(*(("children",) if spec else ()), key if named else i) from None
        actions = [action for action, _ in children]
        if len(set(actions)) < len(actions):
            twin = next(action for action in actions if actions.count(action) > 1)
            raise Mistake(f"two actions are called '{cut(str(twin))}'", "children")
        try:
            value = self.payoffs(spec["value"]) if "value" in spec else None
        except Mistake as mistake:
            raise mistake.below("value") from None
        chances = self.probabilities(spec, len(children), player)
        forcing = _forcing(spec, actions, player)
        self.note_infinity(number, value, [child for _, child in children], mean=player == CHANCE)
        name = spec.get("name", "").strip()
        return Node(path, name, player, value, tuple(children), chances, forcing, number, self.origin)

    def player(self, word: Any) -> int:
        try:
            player = parse_player(word)
        except Mistake as mistake:
            raise mistake.below("player") from None
        return player  # not beyond the number of players, which counts those who move

    def payoffs(self, value: Any) -> tuple[float, ...]:
        """One payoff a player; a number is what MAX gets, and every MIN its opposite."""
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, (list, tuple)):
            if len(value) != self.players:
                raise Mistake(f"{_count(len(value), 'payoff')} for {self.players} players; give one for each")
            return tuple(map(_number, value))
        number = _number(value)
        if self.players > 2 and self.vectors:
            raise Mistake(
                f"the tree has {self.players} players with payoffs of their own, so every value is a list of "
                f"as many, not {quote(value)}"
            )
        return number, *((-number,) * (self.players - 1))

    def probabilities(self, spec: Mapping[Any, Any], children: int, player: int) -> tuple[float, ...]:
        if player != CHANCE:
            if "probabilities" in spec:
                raise Mistake('only a node of player "chance" has probabilities', "probabilities")
            return ()
        if "probabilities" not in spec:
            return (1 / children,) * children
        given = spec["probabilities"]
        if isinstance(given, Mapping) and isinstance(spec["children"], Mapping):
            if set(given) != set(spec["children"]):
                raise Mistake("the probabilities name other actions than the children do", "probabilities")
            given = [given[key] for key in spec["children"]]
        if not isinstance(given, (list, tuple)) or len(given) != children:
            said = f"a list of {_count(children, 'probability')}, one for each child"
            raise Mistake(f"give {said}", "probabilities")
        chances = []
        for i, value in enumerate(given):
            try:
                chances.append(_probability(value))
            except Mistake as mistake:
                raise mistake.below("probabilities", i) from None
        total = math.fsum(chances)
        if abs(total - 1) > 1e-9:
            raise Mistake(f"the probabilities sum to {total:.10g}, not to 1", "probabilities")
        return tuple(chances)

    def note_infinity(
        self,
        number: int,
        value: tuple[float, ...] | None,
        children: Iterable[Node],
        mean: bool = False,
    ) -> None:
        """Remember where infinities are: no chance node may have to average +∞ and −∞."""
        signs: set[tuple[int, float]] = set()
        if value and (math.inf in value or -math.inf in value):
            signs = {(player, payoff) for player, payoff in enumerate(value) if math.isinf(payoff)}
        before: set[tuple[int, float]] = set()
        for child in children if self.infinite else ():
            new = self.infinite.get(child.number, set())
            if mean and any((player, -size) in before for player, size in new):
                raise Mistake(
                    "one outcome may be worth +∞ and another −∞, and these have no expectation; write large "
                    "numbers in their place"
                )
            before |= new
        if signs or before:
            self.infinite[number] = signs | before


def _on_one_line(text: str) -> bool:
    """Whether a text can stand in a line and in a picture: no line breaks, nothing that XML cannot hold."""
    return text.isprintable() or not any(
        category(character) in ("Cc", "Cs", "Zl", "Zp") or character in "\ufffe\uffff" for character in text
    )


def _label(key: Any) -> str:
    """An action's name, as a position and a list of moves can hold it."""
    label = str(key).strip()
    if not label or "/" in label or not _on_one_line(label):
        raise Mistake(f"an action needs a name, on one line and without '/', not {quote(str(key))}")
    return label


def _forcing(spec: Mapping[Any, Any], actions: list[Action], player: int) -> tuple[Action, ...]:
    """The forcing actions, in the order of the children."""
    if "quiet" in spec:
        if "forcing" in spec:
            raise Mistake('"forcing" and "quiet" say the same thing in two ways; leave one out', "quiet")
        if not isinstance(spec["quiet"], bool):
            raise Mistake(f'"quiet" is true or false, not {quote(spec["quiet"])}', "quiet")
        return () if spec["quiet"] else tuple(actions)
    given = spec.get("forcing", ())
    if isinstance(given, (str, int)) and not isinstance(given, bool):
        given = [given]
    if not isinstance(given, (list, tuple)):
        raise Mistake(f'"forcing" is a list of actions, not {quote(given)}', "forcing")
    if given and player == CHANCE:
        raise Mistake("where chance moves no action is forcing", "forcing")
    texts = {str(action): action for action in actions}
    chosen = set()
    for i, word in enumerate(given):
        action = texts.get(str(word).strip())
        if action is None or isinstance(word, bool):
            names = cut(", ".join(texts), 200)
            raise Mistake(f"{quote(word)} is not an action here; the actions are: {names}", "forcing", i)
        chosen.add(action)
    return tuple(action for action in actions if action in chosen)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Real)) and not isinstance(value, bool)


def _number(value: Any) -> float:
    kind = type(value)
    if kind is not int and kind is not float:
        if isinstance(value, str) and (infinite := parse_infinity(value)) is not None:
            value = infinite
        elif not _is_number(value):
            raise Mistake(f"a value is a number, not {quote(value)}")
        else:
            value = int(value) if isinstance(value, Integral) else float(value)
    try:
        size = float(value)
    except OverflowError:
        raise Mistake("a value is at most 1.8e308, or ∞") from None
    if abs(size) >= 1e308:
        value = size  # as many digits as a whole number of this size has, nobody writes
    if math.isnan(size):
        raise Mistake("a value must be a number, not NaN")
    return value  # type: ignore[no-any-return]


def _probability(value: Any) -> float:
    chance = parse_probability(value) if isinstance(value, str) else _number(value)
    if chance is None:
        raise Mistake(f"{quote(value)} is not a probability; write 0.25 or 1/4")
    if not 0 < chance <= 1:
        raise Mistake(
            f"a probability is above 0 and at most 1, not {quote(value)}; leave out what cannot happen"
        )
    return float(chance)


def _count(number: int, what: str) -> str:
    if number == 1:
        return f"1 {what}"
    return f"{number} {what[:-1]}ies" if what.endswith("y") else f"{number} {what}s"
