"""What a network says of a state before anything is searched, and how far a search came to another view."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from halfmove.core.analysis import NetworkData, NetworkMoveData
from halfmove.core.contract import CHANCE, Game
from halfmove.core.results import finite
from halfmove.core.scores import Score
from halfmove.search.encoding import Encoding
from halfmove.search.neural.in_numpy import NumPyOperations, as_stack
from halfmove.search.neural.judge import Judge
from halfmove.search.neural.layers import run
from halfmove.search.neural.network import Network
from halfmove.search.neural.options import options_from

if TYPE_CHECKING:
    pass

MOST_STATES = 1024
"""States that the network is asked about for the values of moves; with more (many moves, and much that nature
may do after each) there are none."""


@dataclass(frozen=True)
class Opinion:
    """A network's word on a state in which a player is to move."""

    game: Game
    state: Any
    score: Score
    """To the player to move, as are those of the moves."""
    policy: Mapping[Any, float]
    """How likely it holds each action to be the best, the likeliest first."""
    after: Mapping[Any, Score] = field(default_factory=dict)
    """What it says of the state after each action."""
    owners: Sequence[float] = ()
    """Who it expects to hold each point of the board at the end, row by row, from 1 (surely the first player)
    to −1 (surely the second); empty for a network that was not taught to say so."""

    @property
    def lead(self) -> float:
        """The points of the board that it expects the first player to hold more than the second."""
        return sum(self.owners)

    @property
    def entropy(self) -> float:
        """How unsure it is which action is the best: the policy's entropy, in bits."""
        return -sum(share * math.log2(share) for share in self.policy.values() if share > 0) + 0.0

    @property
    def choices(self) -> float:
        """So many equally likely actions would leave it as unsure: 2 to the power of the entropy."""
        return float(2.0**self.entropy)

    def furthest(self, searched: Mapping[Any, float]) -> Any:
        """The action whose share a search's policy changed most; None where it changed none."""
        changed = {a: abs(searched.get(a, 0.0) - share) for a, share in self.policy.items()}
        most = max(changed, key=lambda a: changed[a], default=None)
        return most if most is not None and changed[most] > 0 else None

    def to_dict(self, searched: Mapping[Any, float] | None = None) -> NetworkData:
        """What it says as data; with the policy of a search what that gives each move, and which move's share
        it changed most."""
        moves: list[NetworkMoveData] = []
        for action, share in self.policy.items():
            move: NetworkMoveData = {
                "move": self.game.action_text(self.state, action),
                "share": round(share, 6),
            }
            if action in self.after:
                move["value"] = finite(self.after[action].value)
            if searched is not None:
                move["searched"] = round(searched.get(action, 0.0), 6)
            moves.append(move)
        content: NetworkData = {
            "value": finite(self.score.value),
            "entropy": round(self.entropy, 4),
            "choices": round(self.choices, 2),
            "moves": moves,
        }
        if self.owners:
            content["owners"] = [round(owner, 3) for owner in self.owners]
            lead = round(self.lead, 1)
            ahead = self.game.player_name(0 if lead >= 0 else 1)
            content["lead"] = f"expects {ahead} to hold {abs(lead):g} points more of the board at the end"
        if searched is not None and (most := self.furthest(searched)) is not None:
            content["furthest"] = self.game.action_text(self.state, most)
        return content

    def sentences(self, searched: Mapping[Any, float] | None = None) -> list[str]:
        """Its value, how unsure it is, and what a search made of it."""
        return [self.score.words(self.game), *doubt_sentences(self.to_dict(searched))]


def doubt_sentences(told: NetworkData) -> list[str]:
    """How unsure a network was, and what a search made of it, from an opinion as data."""
    count, most = len(told["moves"]), told.get("furthest")
    unsure = f"as unsure as between {told['choices']:.1f} equally likely moves, of {count}"
    said = ["there is one move" if count == 1 else unsure]
    if "lead" in told:
        said.append(told["lead"])
    for move in told["moves"]:
        if move["move"] == most:
            change = f"from {move['share']:.0%} to {move['searched']:.0%}"
            said.append(f"the search changed {most} most, {change}")
    return said


def opinion_of(judge: Judge, state: Any, network: Network | None = None) -> Opinion | None:
    """What a network says of a state, by its judge; with the `network` itself also what its heads for the
    points of the board say.  None where no player has anything to choose."""
    game = judge.game
    if game.is_terminal(state) or game.to_move(state) == CHANCE:
        return None
    judge.prepare(state)
    mover = game.to_move(state)
    found = judge.judge([state])
    actions, _ = judge.encoding.places(state)
    shares = dict(zip(actions, (float(share) for share in found.shares), strict=True))
    own = _to(mover, found.values[0], mover) * judge.limit
    return Opinion(
        game,
        state,
        Score.mean(game, mover, own),
        {a: shares[a] for a in sorted(shares, key=lambda a: -shares[a])},
        _evaluate_actions(judge, state, mover, actions),
        foretell_owners(network, judge.encoding, state, mover) if network is not None else (),
    )


def foretell_owners(network: Network, encoding: Encoding, state: Any, mover: int) -> tuple[float, ...]:
    """Who holds each point of the board at the end (`Opinion.owners`); the `encoding` is nobody else's
    meanwhile."""
    if "owners" not in network.architecture.auxiliary:
        return ()
    operations = operations_of(network)
    owners = run(network.architecture, operations, as_stack(encoding.planes([state])))["owners"][0]
    return tuple(float(owner) for owner in (owners if mover == 0 else -owners))


@lru_cache(maxsize=4)
def operations_of(network: Network) -> NumPyOperations:
    """What computes all heads of a network, those for training too."""
    return NumPyOperations(network.parameters)


@lru_cache(maxsize=4)
def judge_of(network: Network, symmetries: str = "one") -> Judge:
    """A judge of its own for a network, whose search may be running in another thread."""
    return Judge(Encoding(network.game), network.evaluate(), symmetries)


def opinion_on(state: Any, network: Network, options: Mapping[str, str]) -> Opinion | None:
    """What the network of a search, by these options of `network`, says of a state."""
    return opinion_of(judge_of(network, options_from(options).symmetries), state, network)


def _evaluate_actions(judge: Judge, state: Any, mover: int, actions: Sequence[Any]) -> dict[Any, Score]:
    """The value of each action, all by one call of the network."""
    game = judge.game
    leaves = [(a, part, s) for a in actions for part, s in _outcomes(game, game.result(state, a))]
    asked = [s for _, _, s in leaves if not game.is_terminal(s)]
    if len(asked) > MOST_STATES or any(game.to_move(s) == CHANCE for s in asked):
        return {}
    judged = iter(judge.judge(asked).values if asked else ())
    worth = dict.fromkeys(actions, 0.0)
    for action, part, s in leaves:
        if game.is_terminal(s):
            worth[action] += part * game.utility(s, mover)
        else:
            worth[action] += part * _to(game.to_move(s), next(judged), mover) * judge.limit
    return {action: Score.mean(game, mover, value) for action, value in worth.items()}


def _outcomes(game: Game, state: Any) -> Iterator[tuple[float, Any]]:
    """A state, or all that nature makes of it, each with its probability."""
    if game.is_terminal(state) or game.to_move(state) != CHANCE:
        yield 1.0, state
        return
    for action, part in game.outcomes(state):
        yield float(part), game.result(state, action)


def _to(teller: int, values: Any, player: int) -> float:
    """A network's values of a state in which `teller` is to move, to `player`."""
    if len(values) > 1:
        return float(values[player])
    return float(values[0]) if teller == player else -float(values[0])
