"""An evaluation that was learnt: a small network whose first layer is kept up to date from move to move.

The inputs are bits.  A game says which words of a state hold them (`Game.write_words`), and which input a bit
is for each of the two players (`Game.word_row`), who look at the board from their own sides with the same
weights, or with weights for each of some zones (of their own king, say).  The first layer, a sum of one row
of weights for each bit that is set, changes by a few rows a move.  Its numbers, the mover's and then the
opponent's, are brought between 0 and 1, squared, and weighed by one of a few sets of output weights, which
the game chooses by what is left on the board (`Game.output_bucket`).
Weights are whole numbers, so that every machine computes the same.

Sources: Yu Nasu, *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi*, 2018;
Stockfish's documentation *NNUE*, 2020 to 2024 (quantisation, mirrored kings, output buckets).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.core.array_file import open_arrays, write_arrays
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.vectors import LANES

FORM = "halfmove evaluation network 1"
ONE = 255
"""What stands for 1 in the first layer."""
OUTPUT_ONE = 64
"""What stands for 1 among the output weights."""
WIDEST = 4096
AUTO, TERMS = "auto", "terms"
"""The game's own network, and the evaluation that the game itself defines."""
HEADER = 8
"""Words before the weights in the buffer of a network."""
WIDTH, ROW_WORDS, BIAS_AT, OUTPUTS_AT, OUTPUT_BIAS_AT, SCALE = range(6)
"""Places in the header: numbers a row, words a row, where the rows' sum begins, where the output weights and
their constants lie, and what an output of 1 is worth in the units of `Game.evaluate`."""
WHOLE = OUTPUT_ONE * ONE * ONE
"""What stands for 1 in the output."""

Shorts = np.ndarray[tuple[int, ...], np.dtype[np.int16]]


@dataclass(frozen=True)
class EvaluationNetwork:
    """The weights of a network; `rows` (inputs, width), `bias` (width), `outputs` (buckets, 2, width) and
    `output_bias` (buckets), in parts of `ONE`, `ONE`, `OUTPUT_ONE` and `WHOLE`."""

    rows: Shorts
    bias: Shorts
    outputs: Shorts
    output_bias: np.ndarray[tuple[int], np.dtype[np.int64]]
    scale: int
    """What an output of 1 is worth in the units of `Game.evaluate`."""
    origin: str
    """How it was made, in words."""
    unit: int = 0
    """`Game.unit` as it was then: the parameters of a game may change it; 0: it does not matter."""

    def scale_in(self, game: Game) -> int:
        """What an output of 1 is worth in the units of this game."""
        return self.scale * game.unit // self.unit if self.unit else self.scale

    @property
    def width(self) -> int:
        """How many numbers the first layer has for each player."""
        return int(self.rows.shape[1])

    def write(self, file: str | Path) -> None:
        """Write it to a file, whole or not at all."""
        write_arrays(
            file,
            FORM,
            {"scale": self.scale, "origin": self.origin, "unit": self.unit},
            compressed=True,
            rows=self.rows,
            bias=self.bias,
            outputs=self.outputs,
            output_bias=self.output_bias,
        )

    @classmethod
    def read(cls, file: str | Path) -> EvaluationNetwork:
        """The network of a file; `BadInput` for one that holds none."""
        with open_arrays(file, FORM, f"'{file}' holds no evaluation network.") as (head, kept):
            rows, bias, outputs = (
                np.ascontiguousarray(kept[name], np.int16) for name in ("rows", "bias", "outputs")
            )
            output_bias = np.ascontiguousarray(kept["output_bias"], np.int64)
            width = rows.shape[1] if rows.ndim == 2 else 0
            buckets = len(output_bias)
            if (
                not 0 < width <= WIDEST
                or width % LANES
                or bias.shape != (width,)
                or outputs.shape != (buckets, 2, width)
                or not isinstance(head["scale"], int)
                or not 0 < head["scale"] < 1 << 24
                or not isinstance(unit := head.get("unit", 0), int)
                or not 0 <= unit < 1 << 24
            ):
                raise ValueError
            return cls(rows, bias, outputs, output_bias, head["scale"], str(head.get("origin", "")), unit)

    def fit_to(self, game: Game) -> EvaluationNetwork:
        """The network for a game: one without zones has the same weights in each of the game's.  `BadInput`
        where it is a network of another game's inputs."""
        if game.evaluation_words == 0:
            raise BadInput(f"{game.title()} names no inputs of an evaluation network.")
        whole = self
        if game.evaluation_zones > 1 and len(self.rows) * game.evaluation_zones == game.evaluation_rows:
            whole = replace(self, rows=np.tile(self.rows, (game.evaluation_zones, 1)))
        if len(whole.rows) != game.evaluation_rows or len(self.output_bias) != game.evaluation_buckets:
            raise BadInput(
                f"The evaluation network has {len(self.rows)} inputs and {len(self.output_bias)} "
                f"outputs, and {game.title()} has {game.evaluation_rows} and {game.evaluation_buckets}."
            )
        return whole

    def buffer(self, game: Game) -> Buffer:
        """Header and weights as kernels read them, for a game's units."""
        words = self.width // 4
        inputs, buckets = len(self.rows), len(self.output_bias)
        bias_at = HEADER + inputs * words
        outputs_at = bias_at + words
        output_bias_at = outputs_at + 2 * buckets * words
        made = Buffer(output_bias_at + buckets)
        header = (self.width, words, bias_at, outputs_at, output_bias_at, self.scale_in(game))
        made.array[: len(header)] = header
        made.array[HEADER:bias_at] = self.rows.reshape(-1).view(np.int64)
        made.array[bias_at:outputs_at] = self.bias.view(np.int64)
        made.array[outputs_at:output_bias_at] = self.outputs.reshape(-1).view(np.int64)
        made.array[output_bias_at:] = self.output_bias
        return made

    def sums(self, game: Game, state: Any, player: int) -> Any:
        """The first layer as a player sees a state, added up anew."""
        return self.bias.astype(np.int64) + self.rows[list_inputs(game, state, player)].astype(np.int64).sum(
            0
        )

    def evaluate(self, game: Game, state: Any, player: int) -> int:
        """The estimate for a player whose turn it is, computed anew: what a search computes by changes."""
        sums = [self.sums(game, state, seat) for seat in (player, 1 - player)]
        return self._weigh(game.output_bucket(state), sums, self.scale_in(game))

    def list_worths(self, game: Game, state: Any) -> list[tuple[int, int, int]]:
        """Of each bit that is set, its word, its place there, and what it adds to the estimate for the player
        to move: how much less it would be without this bit, the rest of the state as it is."""
        mover = game.to_move(state)
        seats = mover, 1 - mover
        sums = [self.sums(game, state, seat) for seat in seats]
        views = [game.word_view(state, seat) for seat in seats]
        bucket = game.output_bucket(state)
        scale = self.scale_in(game)
        whole = self._weigh(bucket, sums, scale)
        found = []
        for word, bit in list_bits(game, state):
            rows = [
                self.rows[game.word_row(v, seat, word, bit)] for v, seat in zip(views, seats, strict=True)
            ]
            without = self._weigh(bucket, [total - row for total, row in zip(sums, rows, strict=True)], scale)
            found.append((word, bit, whole - without))
        return found

    def _weigh(self, bucket: int, sums: Sequence[Any], scale: int) -> int:
        """The estimate from the first layer's sums, the mover's and the other's."""
        total = int(self.output_bias[bucket])
        for layer, weights in zip(sums, self.outputs[bucket], strict=True):
            x = np.clip(layer, 0, ONE)
            total += int((weights.astype(np.int64) * x * x).sum())
        return value_of(total, scale)


def open_network(game: Game, evaluation: str) -> Buffer | None:
    """The weights of the network that estimates a game's states, or None where `Game.evaluate` does.

    `evaluation`: `auto`, the game's own network, if it has one; `terms`, `Game.evaluate`; or a file with a
    network.  `BadInput` for a file that has none of this game's inputs.
    """
    file = _find_file(game, evaluation)
    return None if file is None else _pack(file, _stamp(file), game)


def find_network(game: Game, evaluation: str) -> EvaluationNetwork | None:
    """The network that `open_network` opens, as it is read."""
    file = _find_file(game, evaluation)
    return None if file is None else _read(file, _stamp(file)).fit_to(game)


def _find_file(game: Game, evaluation: str) -> str | None:
    """The file of the network that is meant; see `open_network`."""
    own = game.evaluation_network() if evaluation == AUTO and game.evaluation_words > 0 else None
    if evaluation == TERMS or (evaluation == AUTO and own is None):
        return None
    if game.evaluation_words == 0:
        raise Unsuitable(f"{game.title()} has no inputs of an evaluation network.")
    return str(own if evaluation == AUTO else Path(evaluation).expanduser())


def _stamp(file: str) -> float:
    """When a file was changed last; 0 where it cannot be looked at, which its reader then says."""
    try:
        return Path(file).stat().st_mtime
    except OSError:
        return 0.0


@lru_cache(maxsize=8)
def _read(file: str, stamp: float) -> EvaluationNetwork:
    return EvaluationNetwork.read(file)


@lru_cache(maxsize=8)
def _pack(file: str, stamp: float, game: Game) -> Buffer:
    """The weights of a file as kernels read them, shared by all who search with them."""
    return _read(file, stamp).fit_to(game).buffer(game)


def estimate_by_network(game: Game) -> Game:
    """The game as a search plays it that holds the weights of a network for it."""
    twin = copy(game)
    twin.estimates_by_network = True
    return twin


def value_of(total: int, scale: int) -> int:
    """An output in the units of `Game.evaluate`, rounded towards zero: a position and its mirror image are
    worth the same."""
    value = abs(total) * scale // WHOLE
    return value if total >= 0 else -value


def list_bits(game: Game, state: Any) -> list[tuple[int, int]]:
    """The bits that are set in a state's words: the word and the place in it."""
    words = Buffer(game.evaluation_words)
    game.write_words(state, words, 0)
    return [
        (number, bit)
        for number in range(game.evaluation_words)
        for bit in range(64)
        if words.array[number] >> bit & 1
    ]


def list_inputs(game: Game, state: Any, player: int) -> list[int]:
    """The inputs that are set in a state, as a player sees it."""
    view = game.word_view(state, player)
    return [game.word_row(view, player, number, bit) for number, bit in list_bits(game, state)]
