"""mctx, DeepMind's searches of AlphaZero and MuZero in JAX, over the rules of a game for two without chance.

    pip install halfmove mctx
    python examples/learners/mctx_search.py connect4 4 1 3 1       # 5 wins

mctx asks a function of JAX what an action leads to.  Ours asks the game, by `jax.pure_callback`; since JAX
holds arrays and not states, a state is its number in a table.  There is no network here: all actions are as
likely, all values 0, so that what is found is found by looking ahead.  A network of yours gives
`RecurrentFnOutput` its `prior_logits` and its `value` instead.

Danihelka et al., "Policy improvement by planning with Gumbel", *ICLR* 2022.
"""

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import mctx
import numpy as np

import halfmove as hm
from halfmove.bridges.spaces import Spaces

NEVER = float(np.finfo(np.float32).min)
"""The logit of an action that is not legal."""


class Table:
    """The states that searches have met, each by its number; rules that look back are left out."""

    def __init__(self, game: hm.Game) -> None:
        if game.players != 2 or game.has_chance or game.hidden or game.simultaneous:
            raise hm.Unsuitable(f"mctx searches games for two without chance, not {game.title()}.")
        self.game, self.spaces = game, Spaces(game)
        self.states: list[Any] = []
        self.numbers: dict[Any, int] = {}

    def number(self, state: Any) -> int:
        """The number of a state."""
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
        return self.numbers[state]

    def legal(self, number: int) -> dict[int, Any]:
        """The legal actions of a state, by their numbers."""
        return self.spaces.legal(hm.History(self.game, self.states[number]))

    def logits(self, number: int) -> np.ndarray:
        """0 for each legal action."""
        return np.where(self.spaces.mask(self.legal(number)), 0.0, NEVER)

    def step(self, number: int, action: int) -> tuple[int, float, float]:
        """Where an action leads, what it pays its player, and how what follows counts for him: as it is, with
        its sign changed, or, after the end, not at all.  An action that is not legal loses."""
        game, state = self.game, self.states[number]
        if game.is_terminal(state):
            return number, 0.0, 0.0
        mover, legal = game.to_move(state), self.legal(number)
        if action not in legal:
            return number, -1.0, 0.0
        after = game.result(state, legal[action])
        if game.is_terminal(after):
            return self.number(after), game.utility(after, mover) / game.utility_limit, 0.0
        return self.number(after), 0.0, 1.0 if game.to_move(after) == mover else -1.0

    def recur(self, params: None, key: Any, actions: Any, numbers: Any) -> tuple[Any, Any]:
        """The `recurrent_fn` of mctx's policies: one step of each game of a batch."""
        size, logits = len(actions), (len(actions), self.spaces.size)
        shapes = [((size,), np.int32), ((size,), np.float32), ((size,), np.float32), (logits, np.float32)]

        def step(numbers: Any, actions: Any) -> list[Any]:
            steps = [self.step(*pair) for pair in np.stack([numbers, actions], axis=1).tolist()]
            columns = [*zip(*steps, strict=True), [self.logits(after) for after, _, _ in steps]]
            return [np.array(c, kind) for c, (_, kind) in zip(columns, shapes, strict=True)]

        told = [jax.ShapeDtypeStruct(*shape) for shape in shapes]
        after, rewards, discounts, priors = jax.pure_callback(step, told, numbers, actions)
        zeros = jnp.zeros(size)
        found = mctx.RecurrentFnOutput(reward=rewards, discount=discounts, prior_logits=priors, value=zeros)
        return found, after


def searcher(game: hm.Game, policy: Any, simulations: int) -> Callable[[Sequence[Any], int], list[str]]:
    """A search of a batch of states from a seed: the action that `policy`, such as `mctx.muzero_policy`,
    chooses in each."""
    table = Table(game)

    @jax.jit  # type: ignore[untyped-decorator]  # JAX may not be there
    def choose(key: Any, numbers: Any, logits: Any) -> Any:
        root = mctx.RootFnOutput(prior_logits=logits, value=jnp.zeros(len(numbers)), embedding=numbers)
        illegal = logits == NEVER
        return policy(None, key, root, table.recur, simulations, invalid_actions=illegal).action

    def search(states: Sequence[Any], seed: int) -> list[str]:
        numbers = [table.number(state) for state in states]
        logits = np.array([table.logits(n) for n in numbers], np.float32)
        chosen = choose(jax.random.PRNGKey(seed), np.array(numbers, np.int32), logits)
        played = zip(numbers, chosen.tolist(), strict=True)
        return [game.action_text(table.states[n], table.legal(n)[action]) for n, action in played]

    return search


def main(name: str, *moves: str) -> None:
    """Search the position after some moves by both of mctx's policies."""
    game = hm.interpreted(hm.game(name))
    history = hm.History(game)
    for text in moves:
        history.play(game.parse_action(history.state, text))
    simulations = 256
    for policy in (mctx.gumbel_muzero_policy, mctx.muzero_policy):
        search = searcher(game, policy, simulations)
        search([history.state], 0)  # compiles
        began = time.perf_counter()
        (best,) = search([history.state], 1)
        speed = simulations / (time.perf_counter() - began)
        print(f"{policy.__name__}: {best}, {speed:,.0f} simulations a second")


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["connect4"]))
