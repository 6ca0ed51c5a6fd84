"""Whole games of self-play in JAX, pgx's rules and mctx's search, by a network of our layers.

Koyamada et al., *Pgx: Hardware-Accelerated Parallel Game Simulators for Reinforcement Learning*, 2023;
Danihelka et al., *Policy improvement by planning with Gumbel*, 2022.  Rules, search and network are one
program on the device; games that have ended begin anew in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import jax
import mctx
import numpy as np
import pgx
from jax import lax, nn
from jax import numpy as jnp
from pgx.experimental import auto_reset

from halfmove.learn.selfplay import Options
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.folding import Floats, fold_norm
from halfmove.search.neural.layers import run

MOVES = 8
"""Of every game, between two looks at the clock."""


class JaxOperations:
    """`layers.Operations` in JAX, with each norm folded into the convolution before it: a stack is states ×
    rows × columns × filters."""

    def __init__(self, parameters: Mapping[str, Floats], kind: Any) -> None:
        self._parameters, self._kind = parameters, kind

    def _array(self, array: Floats) -> Any:
        return jnp.asarray(array, self._kind)

    def convolve(self, x: Any, name: str, filters: int, kernel: int, norm: str = "") -> Any:
        if norm:
            weight, bias = fold_norm(self._parameters, name, norm)
        else:
            weight, bias = (self._parameters[f"{name}.{part}"] for part in ("weight", "bias"))
        layout = ("NHWC", "OIHW", "NHWC")
        return lax.conv_general_dilated(
            x, self._array(weight), (1, 1), "SAME", dimension_numbers=layout
        ) + self._array(bias)

    def dense(self, x: Any, name: str, units: int) -> Any:
        weight, bias = (self._array(self._parameters[f"{name}.{part}"]) for part in ("weight", "bias"))
        return x @ weight.T + bias

    def flatten(self, x: Any) -> Any:
        return x.transpose(0, 3, 1, 2).reshape(len(x), -1)

    def average_pool(self, x: Any) -> Any:
        return x.mean(axis=(1, 2))

    def max_pool(self, x: Any) -> Any:
        return x.max(axis=(1, 2))

    def concatenate(self, x: Any, y: Any) -> Any:
        return jnp.concatenate((x, y), axis=1)

    def cut(self, x: Any, start: int, stop: int) -> Any:
        return x[:, start:stop]

    def add(self, x: Any, y: Any) -> Any:
        return x + (y[:, None, None, :] if y.ndim < x.ndim else y)

    def scale(self, x: Any, y: Any) -> Any:
        return x * y[:, None, None, :]

    def bias(self, x: Any, name: str) -> Any:
        return x + self._array(self._parameters[name])

    def relu(self, x: Any) -> Any:
        return nn.relu(x)

    def sigmoid(self, x: Any) -> Any:
        return nn.sigmoid(x)

    def tanh(self, x: Any) -> Any:
        return jnp.tanh(x)


def on_gpu() -> bool:
    """Whether JAX computes on a GPU."""
    return bool(jax.default_backend() == "gpu")


def describe() -> str:
    """Versions and device."""
    device = jax.devices()[0].device_kind
    return f"pgx {pgx.__version__}, mctx {mctx.__version__}, JAX {jax.__version__} on {device}"


def observe(game: str) -> tuple[int, int, int]:
    """Planes, rows and columns that pgx shows of a game."""
    rows, columns, planes = pgx.make(game).observation_shape
    return planes, rows, columns


def evaluate_of(architecture: Architecture, parameters: Mapping[str, Floats]) -> Callable[[Any], Any]:
    """Logits and values of pgx's observations, in bfloat16 on a GPU."""
    kind = jnp.bfloat16 if on_gpu() else jnp.float32
    operations = JaxOperations(parameters, kind)

    def evaluate(observations: Any) -> Any:
        heads = run(architecture, operations, observations.astype(kind))
        return heads["policy"].astype(jnp.float32), heads["value"][:, 0].astype(jnp.float32)

    return evaluate


class WholeGames:
    """Games that are played side by side in one program."""

    def __init__(self, game: str, evaluate: Callable[[Any], Any], options: Options) -> None:
        """With the options of our self-play that Gumbel's root has in mctx, too."""
        self._env, self._evaluate, self._options = pgx.make(game), evaluate, options
        self._key = jax.random.PRNGKey(1)
        self._states = jax.jit(jax.vmap(self._env.init))(jax.random.split(self._key, options.games))
        self._play = jax.jit(self._play_moves)

    def play(self) -> None:
        """`MOVES` moves of every game, each by a search."""
        self._key, key = jax.random.split(self._key)
        self._states = jax.block_until_ready(self._play(self._states, key))

    def _play_moves(self, states: Any, key: Any) -> Any:
        step = jax.vmap(auto_reset(self._env.step, self._env.init))

        def move(states: Any, key: Any) -> tuple[Any, None]:
            search, reset = jax.random.split(key)
            logits, value = self._evaluate(states.observation)
            found = mctx.gumbel_muzero_policy(
                params=(),
                rng_key=search,
                root=mctx.RootFnOutput(prior_logits=logits, value=value, embedding=states),
                recurrent_fn=self._follow,
                num_simulations=self._options.simulations,
                invalid_actions=~states.legal_action_mask,
                max_num_considered_actions=self._options.considered,
                qtransform=partial(
                    mctx.qtransform_completed_by_mix_value, value_scale=self._options.value_scale
                ),
            )
            return step(states, found.action, jax.random.split(reset, self._options.games)), None

        return lax.scan(move, states, jax.random.split(key, MOVES))[0]

    def _follow(self, _: Any, key: Any, actions: Any, states: Any) -> tuple[Any, Any]:
        """mctx's model: what an action leads to, as the player to move then sees it."""
        movers = states.current_player
        states = jax.vmap(self._env.step)(states, actions)
        logits, value = self._evaluate(states.observation)
        logits = jnp.where(states.legal_action_mask, logits, jnp.finfo(logits.dtype).min)
        ended = states.terminated
        return (
            mctx.RecurrentFnOutput(
                reward=states.rewards[jnp.arange(self._options.games), movers],
                discount=jnp.where(ended, 0.0, -1.0),
                prior_logits=logits,
                value=jnp.where(ended, 0.0, value),
            ),
            states,
        )


def find_difference(
    architecture: Architecture,
    parameters: Mapping[str, Floats],
    right: Callable[[Any], tuple[Floats, Floats]],
) -> float:
    """By how much the outputs differ from those of `right`, on drawn planes of noughts and ones."""
    shape = (16, architecture.planes, architecture.rows, architecture.columns)
    planes = np.random.default_rng(1).integers(0, 2, shape, dtype=np.int8)
    found, values = evaluate_of(architecture, parameters)(jnp.asarray(planes.transpose(0, 2, 3, 1)))
    logits, expected = right(100 * planes)
    pairs = (found, logits), (values, expected[:, 0])
    return max(float(np.abs(np.asarray(one) - other).max()) for one, other in pairs)
