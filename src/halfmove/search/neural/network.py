"""A network for one game: its architecture and parameters, and how it was made.

network = Network.load("best.safetensors", game)
network.judge([state])              # how likely each action is the best, and what the state is worth
MonteCarlo(game, evaluator=network.judge)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from halfmove.core.atomic_file import whole_bytes
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.extras import is_installed
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import below, stream
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import Architecture, preset
from halfmove.search.neural.backends import Evaluate, evaluate_by
from halfmove.search.neural.file import pack_network, read
from halfmove.search.neural.initial import Parameters, draw_parameters
from halfmove.search.neural.int8 import Ranges, ranges_of
from halfmove.search.neural.judge import Judge
from halfmove.search.neural.mixture import PURE, Mixture
from halfmove.search.neural.options import PRECISIONS

CALIBRATED = 256
"""Positions from which the scales of whole numbers are taken."""


class Network:
    """An architecture and its parameters for a game; `BadInput` where they do not fit together."""

    def __init__(
        self,
        game: Game,
        architecture: Architecture,
        parameters: Parameters,
        made: Mapping[str, str] | None = None,
        *,
        serves: Mapping[str, Sequence[Any]] | None = None,
        own: Game | None = None,
        ranges: Ranges | None = None,
        mixture: Mixture = PURE,
    ) -> None:
        """`serves` are the values of parameters for which it was trained besides, of numbers the least and
        the greatest; `own` is the game that it was made for, where that is another than `game`."""
        self.game, self.own = game, own or game
        self.serves = dict(serves or {})
        self.ranges = ranges
        """What its operations give, if it is to play in whole numbers of eight bits (`int8`)."""
        self.mixture = mixture
        """How much playouts count beside its value where nothing else is said; none: they are not played."""
        self.encoding = Encoding(game)
        self.architecture = architecture
        self.parameters = parameters
        self.made = dict(made or {})
        """How it was made, in texts: by which recipe, from how many games."""
        if not architecture.fits(self.encoding):
            raise BadInput(
                f"This network takes {architecture.planes} planes of {architecture.rows} × "
                f"{architecture.columns} and has a policy of {architecture.policy} places, and "
                f"{game.title()} is encoded by {self.encoding.shape[0]} planes of {self.encoding.shape[1]} × "
                f"{self.encoding.shape[2]} and {self.encoding.policy} places."
            )
        wanted = architecture.parameters()
        if {name: array.shape for name, array in parameters.items()} != wanted:
            raise BadInput("The parameters are not those of this network's architecture.")

    @classmethod
    def new(cls, game: Game, name: str = "small", *, seed: int = 0, **changes: Any) -> Self:
        """A network that has learnt nothing: a preset (`architecture.PRESETS`), but for `changes`."""
        architecture = preset(name, Encoding(game), **changes)
        return cls(
            game, architecture, draw_parameters(architecture, seed), {"recipe": "none: drawn from a seed"}
        )

    @classmethod
    def load(cls, path: str | Path, game: Game) -> Self:
        """The network of a file; `BadInput`, in one sentence, for one that is not for this game as it is set
        up here, and for one that is broken."""
        found = read(path, game)
        return cls(
            game,
            found.architecture,
            found.parameters,
            found.made,
            serves=found.serves,
            own=found.game,
            ranges=found.ranges,
            mixture=found.mixture,
        )

    def save(self, path: str | Path) -> None:
        """Write the file, as a whole or not at all; `BadInput` where it cannot be written."""
        own = self.encoding if self.own is self.game else Encoding(self.own)
        architecture = self.architecture.on_board(own)
        assert architecture is not None, "a file is read only where it serves both"
        content = pack_network(
            self.own,
            architecture,
            self.parameters,
            self.made,
            serves=self.serves,
            ranges=self.ranges,
            mixture=self.mixture,
        )
        with whole_bytes(path) as out:
            out.write(content)

    def save_onnx(self, path: str | Path) -> None:
        """Write the network as an ONNX graph, for other programs: `in_onnx` says what goes in and out."""
        from halfmove.search.neural.in_onnx import graph

        with whole_bytes(path) as out:
            out.write(graph(self.architecture, self.parameters, self.made))

    def evaluate(self, backend: str = "auto", *, threads: int = 1, precision: str = "float32") -> Evaluate:
        """What computes its outputs, on so many threads: `onnx` (ONNX Runtime), `numpy`, or `auto`, the first
        that is installed; its `name` says which.  With `precision` `int8` convolutions are in whole numbers
        of eight bits; with `auto` where the file says that it plays so, and ONNX Runtime computes it."""
        if precision not in PRECISIONS:
            raise BadInput(f"A network's 'precision' is one of {', '.join(PRECISIONS)}, not '{precision}'.")
        if precision == "auto":
            by_onnx = backend == "onnx" or (backend == "auto" and is_installed("onnxruntime"))
            precision = "int8" if by_onnx and self.ranges else "float32"
        ranges = self._find_ranges() if precision == "int8" else None
        return evaluate_by(backend, self.architecture, self.parameters, threads=threads, ranges=ranges)

    def calibrate(self, planes: NDArray[np.int8]) -> None:
        """Have this network play in whole numbers of eight bits from now on where nothing else is said, their
        scales taken from these positions; a file that is saved says so."""
        self._refuse_bytes()
        self.ranges = ranges_of(self.architecture, self.parameters, planes)

    def _find_ranges(self) -> Ranges:
        """Of the file, or from positions of random games."""
        if self.ranges:
            return self.ranges
        self._refuse_bytes()
        return ranges_of(self.architecture, self.parameters, self._calibration())

    def _refuse_bytes(self) -> None:
        """`BadInput` for a network that eight bits do not suit."""
        if self.architecture.squeeze:
            raise BadInput(
                "precision=int8 makes a network with squeeze no faster, and its outputs suffer; leave it out."
            )

    def _calibration(self) -> NDArray[np.int8]:
        """The planes of positions of random games."""
        game, random, states = interpreted(self.game), stream(0), list[Any]()
        state = game.initial()
        for _ in range(2 * CALIBRATED):
            if game.is_terminal(state):
                state = game.initial()
            if game.is_terminal(state) or len(states) == CALIBRATED:
                break
            if game.to_move(state) == CHANCE:
                state = game.result(state, draw_outcome(game, state, random))
                continue
            states.append(state)
            actions = list(game.actions(state))
            state = game.result(state, actions[below(random, len(actions))])
        return Encoding(game).planes(states)

    @cached_property
    def judge(self) -> Judge:
        """What asks it about states; also an evaluator for `MonteCarlo`."""
        return Judge(self.encoding, self.evaluate())
