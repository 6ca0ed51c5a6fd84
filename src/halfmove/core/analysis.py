"""What a search returns, whichever the algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
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
class Analysis(_Scored):
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
