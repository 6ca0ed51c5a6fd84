"""What a search returns, whichever the algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.results import Table, finite
from halfmove.core.scores import Score


class _Scored:
    """What can be asked of anything that has a score, without going through it."""

    __slots__ = ()
    score: Score

    @property
    def value(self) -> float:
        """In the game's payoff units (an estimate may lie between them), to the player of the score."""
        return self.score.value

    @property
    def proven(self) -> bool:
        return self.score.proven

    @property
    def distance(self) -> int | None:
        """Plies to the end of the game, where it is known."""
        return self.score.distance

    @property
    def raw(self) -> int | None:
        """The engine's whole number (see `core.score`), where the algorithm has one."""
        return self.score.raw


@dataclass(frozen=True)
class Line(_Scored):
    """One root action with its score and the play expected after it."""

    action: Any
    score: Score
    """To the player to move at the root."""
    variation: tuple[Any, ...]
    """The principal variation, `action` first."""
    visits: int | None = None
    """How many simulations tried the action, where the search counts them."""
    interval: tuple[float, float] | None = None
    """Where the value lies with a confidence of 95 %, were the simulations independent of one another."""
    prior: float | None = None
    """How likely a network holds the action to be the best, where the search asks one."""


@dataclass(frozen=True)
class Analysis(_Scored, Table):
    """The outcome of a search of one state: its lines, best first, and what they cost."""

    game: Game
    state: Any
    algorithm: str
    lines: tuple[Line, ...]
    """At least one line, the best first; none where there is nothing to choose: the state is terminal, or
    nature moves."""
    score: Score
    """To the player to move; where nature moves, to player 0."""
    depth: int
    """The deepest level completed, in plies."""
    nodes: int
    seconds: float
    statistics: dict[str, int] = field(default_factory=dict)
    """Counts such as cutoffs, first_cutoffs, table_hits, re_searches, table_permille."""
    weights: Mapping[Any, float] | None = None
    """How much a search that weighs actions against each other gives to each of the root's; see `policy`."""
    mixed: bool = False
    """Whether `weights` are a mixed strategy, to be played as it is, from which the best action is drawn."""
    backend: str = ""
    """What computed a network's outputs: `onnx` or `numpy`; empty where there was none."""

    @property
    def best(self) -> Any:
        """The best action; None in a terminal state and where nature moves."""
        return self.lines[0].action if self.lines else None

    @property
    def variation(self) -> tuple[Any, ...]:
        """The principal variation from the analysed state."""
        return self.lines[0].variation if self.lines else ()

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def policy(self) -> dict[Any, float] | None:
        """With which probability to play each action, the likeliest first; they add up to 1.

        Of a search that weighs its actions (Monte Carlo: by its visits) several may have a part, of another
        the best one has all; None where there is nothing to choose.
        """
        if not self.lines:
            return None
        given = {action: weight for action, weight in (self.weights or {}).items() if weight > 0}
        whole = sum(given.values())
        if not whole:
            return {self.best: 1.0}
        return {a: given[a] / whole for a in sorted(given, key=lambda a: -given[a])}

    def sample(self, random: Random | int, *, temperature: float = 1.0) -> Any:
        """An action drawn from the policy; None where there is nothing to choose.

        Probabilities are raised to the power 1 / `temperature` before: below 1 the likeliest gain, and at 0
        it is the likeliest itself.  `random` is a generator, which is drawn from, or a seed.
        """
        if not temperature >= 0:
            raise BadInput(f"A temperature is 0 or more, not {temperature}.")
        policy = self.policy
        if policy is None:
            return None
        actions, most = list(policy), max(policy.values())
        if temperature == 0:
            return actions[0]
        weights = [(weight / most) ** (1 / temperature) for weight in policy.values()]
        generator = random if isinstance(random, Random) else Random(random)
        return generator.choices(actions, weights)[0]

    def to_dict(self) -> dict[str, Any]:
        """What was found, as DESIGN section 6 lists it.

        Moves are in the game's notation; `to_move` is the player's number from 0; `position` is null for a
        game without a notation for positions; values are to the player to move, in the game's units; there
        is a `policy` where it has more than one move, `decision` where the game's formulas decide (a cube),
        and `positions` where there are other notations.
        """
        game, state = self.game, self.state
        content = {
            "game": game.title(),
            "parameters": game.parameters,
            "position": position_text(game, state),
            **({"positions": dict(forms)} if (forms := game.position_forms(state)) else {}),
            "to_move": game.to_move(state),
            "algorithm": self.algorithm,
            "best": None if self.best is None else game.action_text(state, self.best),
            "value": finite(self.value),
            "proven": bool(self.proven),
            "score": finite(self.raw),
            "depth": finite(self.depth),
            "nodes": finite(self.nodes),
            "seconds": round(self.seconds, 6),
            "variation": move_texts(game, state, self.variation),
            "lines": [line_dict(game, state, line) for line in self.lines],
        }
        if self.backend:
            content["backend"] = self.backend
        if len(policy := self.policy or {}) > 1:
            content["policy"] = {game.action_text(state, a): round(share, 6) for a, share in policy.items()}
        decided = None if game.is_terminal(state) else game.decision(state)
        if decided is not None:
            content["best"] = game.action_text(state, decided.best)
            content["decision"] = {
                "name": decided.name,
                "advice": decided.advice,
                "values": {name: round(worth, 6) for name, worth in decided.values.items()},
                "facts": {name: round(fact, 6) for name, fact in decided.facts.items()},
            }
        return content

    def to_rows(self) -> list[dict[str, Any]]:
        """One row a line, as `lines` of `to_dict` has them."""
        return [line_dict(self.game, self.state, line) for line in self.lines]


def line_dict(game: Game, state: Any, line: Line) -> dict[str, Any]:
    """One line of an analysis as plain data."""
    content = {
        "move": game.action_text(state, line.action),
        "value": finite(line.value),
        "proven": bool(line.proven),
        "score": finite(line.raw),
        "distance": finite(line.distance),
        "variation": move_texts(game, state, line.variation),
    }
    if line.visits is not None:
        content["visits"] = int(line.visits)
    if line.interval is not None:
        content["interval"] = [finite(bound) for bound in line.interval]
    if line.prior is not None:
        content["prior"] = round(float(line.prior), 6)
    return content


def move_texts(game: Game, state: Any, actions: Iterable[Any]) -> list[str]:
    """A sequence of actions from `state` in the game's notation."""
    texts = []
    for action in actions:
        texts.append(game.action_text(state, action))
        state = game.result(state, action)
    return texts


def position_text(game: Game, state: Any) -> str | None:
    """The position in the game's notation, or None where the game has none."""
    try:
        return game.position_text(state)
    except BadInput:
        return None
