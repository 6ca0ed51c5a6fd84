"""What a network is made of: its kind, sizes and heads; names and shapes of its parameters follow.

Three kinds.  A `tower` is that of AlphaGo Zero and AlphaZero (Silver et al., *Mastering the game of Go
without human knowledge*, 2017): residual blocks of two convolutions with batch norms, then a policy head and
a value head; where asked for with squeeze-and-excitation (Hu, Shen and Sun, *Squeeze-and-Excitation
Networks*, 2018, with a bias as Leela Chess Zero has it) and global pooling (Wu, *Accelerating Self-Play
Learning in Go*, 2019).  `alphago-policy` and `alphago-value` are AlphaGo's own two (Silver et al., *Mastering
the game of Go with deep neural networks and tree search*, 2016): plain convolutions, no norms; `alphago` is
both in one file, with the parameters of each under the names that they have alone.

The layers are written down once, in `layers`, over operations that a caller brings: the shapes are made of
them here, NumPy computes with them, ONNX draws a graph of them, and PyTorch can train them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.search.encoding import Encoding
from halfmove.search.neural.layers import AUXILIARY, run
from halfmove.search.neural.shapes import Shapes

KINDS = ("tower", "alphago", "alphago-policy", "alphago-value")
POLICY_HEADS = ("dense", "planes")
VALUE_HEADS = ("dense", "pooled")
MOST_PARAMETERS = 1 << 28
"""A network of more is a mistake in a file or an option: a gigabyte."""
SMALLEST_PLANES = 64
"""Places from which a policy that stands on the board's points is made by convolution: a dense layer learns
each point apart, which for chess's 4,672 places is most of a network."""


@dataclass(frozen=True, kw_only=True)
class Architecture:
    """A network for one game's encoding; `preset` makes them by name."""

    planes: int
    rows: int
    columns: int
    policy: int
    """Places of the policy (`Encoding.policy`)."""
    values: int
    """1: what the state is worth to the player to move; else what to each player."""
    kind: str = "tower"
    blocks: int = 5
    """Residual blocks of a tower; AlphaGo's networks: convolutions before the heads, the first 5 × 5."""
    filters: int = 64
    squeeze: int = 0
    """Hidden units of squeeze-and-excitation in each block; 0: none."""
    pooling: int = 0
    """Every so manieth block adds to its filters what it pools over the whole board; 0: none."""
    policy_head: str = "dense"
    """`dense`: a few filters, then a dense layer; `planes`: a convolution makes as many whole planes of the
    policy as fit, a dense layer of pooled filters the rest (a pass)."""
    policy_filters: int = 16
    """Filters of a dense policy head."""
    value_head: str = "dense"
    """`dense`: a dense layer sees each point of its filters; `pooled`: their means and maxima."""
    value_filters: int = 8
    value_units: int = 64
    auxiliary: tuple[str, ...] = ()
    """Heads for training only: `reply`, the policy of the next move; `plies`, how long the game goes on;
    `owners`, who holds each point at the end; `score`, the mean of that."""

    def __post_init__(self) -> None:
        for name, known in (("kind", KINDS), ("policy_head", POLICY_HEADS), ("value_head", VALUE_HEADS)):
            if getattr(self, name) not in known:
                raise BadInput(
                    f"A network's '{name}' is one of {', '.join(known)}, not '{getattr(self, name)}'."
                )
        for name, least, most in _RANGES:
            value = getattr(self, name)
            if not (type(value) is int and least <= value <= most):
                raise BadInput(
                    f"A network's '{name}' is a whole number from {least} to {most}, not {value!r}."
                )
        if not set(self.auxiliary) <= set(AUXILIARY):
            raise BadInput(
                f"A network's auxiliary heads are of {', '.join(AUXILIARY)}, not {self.auxiliary!r}."
            )
        if self.auxiliary and self.kind != "tower":
            raise BadInput(f"A network of kind '{self.kind}' has no auxiliary heads.")
        if self.policy_head == "planes" and self.policy_planes == 0:
            raise BadInput(
                f"A policy of {self.policy} places is smaller than the board of {self.points} points: "
                "its head is 'dense'."
            )
        if self.size > MOST_PARAMETERS:
            raise BadInput(f"A network of {self.size:,} parameters is too large.")

    @property
    def points(self) -> int:
        """Points of the board."""
        return self.rows * self.columns

    @property
    def policy_planes(self) -> int:
        """Planes of the board's size that are whole in the policy."""
        return self.policy // self.points

    @property
    def kernel(self) -> int:
        """Rows and columns of a filter: 1 where there is no board, and the tower is one of dense layers."""
        return 3 if self.points > 1 else 1

    @property
    def has_policy(self) -> bool:
        """Whether it says how likely each action is the best."""
        return self.kind != "alphago-value"

    @property
    def has_value(self) -> bool:
        """Whether it says what a state is worth."""
        return self.kind != "alphago-policy"

    def pools(self, block: int) -> bool:
        """Whether a block pools over the board."""
        return self.pooling > 0 and (block + 1) % self.pooling == 0

    def parameters(self) -> dict[str, tuple[int, ...]]:
        """The shapes of all parameters by name, in the order of the layers; the names are those that a
        PyTorch module of the same parts gives them."""
        shapes = Shapes()
        run(self, shapes, shapes.input(self.planes, self.points))
        return shapes.parameters

    @property
    def size(self) -> int:
        """How many numbers all parameters are."""
        return sum(math.prod(shape) for shape in self.parameters().values())

    @property
    def products(self) -> int:
        """Multiplications by weights for the outputs of one state: each of a convolution at each point."""
        weights = [shape for name, shape in self.parameters().items() if name.endswith("weight")]
        return sum(math.prod(s) * (self.points if len(s) == 4 else 1) for s in weights if len(s) > 1)

    @property
    def title(self) -> str:
        """A few words: `tower 5×64`."""
        extra = [
            f"squeeze {self.squeeze}" if self.squeeze else "",
            f"pooling {self.pooling}" if self.pooling else "",
        ]
        return ", ".join([f"{self.kind} {self.blocks}×{self.filters}", *filter(None, extra)])

    def fits(self, encoding: Encoding) -> bool:
        """Whether it is for states and actions encoded so."""
        return (
            (self.planes, self.rows, self.columns) == encoding.shape
            and self.policy == encoding.policy
            and self.values == values_of(encoding.game)
        )

    @property
    def is_sizeless(self) -> bool:
        """Whether its parameters serve boards of every size: no layer sees a point by its place."""
        by_planes = self.policy_head == "planes" and self.value_head == "pooled"
        return self.kind == "tower" and self.points > 1 and by_planes

    def on_board(self, encoding: Encoding) -> Architecture | None:
        """The same for a game as it is encoded there; None where its parameters do not serve that."""
        planes, rows, columns = encoding.shape
        if self.fits(encoding):
            return self
        rest = encoding.policy - self.policy_planes * rows * columns
        same = (planes, rest) == (self.planes, self.policy - self.policy_planes * self.points)
        if not (self.is_sizeless and same and self.values == values_of(encoding.game)):
            return None
        return self.with_changes(rows=rows, columns=columns, policy=encoding.policy)

    def with_changes(self, **changes: Any) -> Architecture:
        """The same but for some fields."""
        return replace(self, **changes)

    def to_text(self) -> str:
        """As JSON, for a file's metadata."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Architecture:
        """What `to_text` wrote; `BadInput` for anything else."""
        try:
            told = json.loads(text)
            return cls(**{**told, "auxiliary": tuple(told["auxiliary"])})
        except BadInput:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise BadInput("What it says of the network's architecture cannot be read.") from None


_RANGES = (
    ("planes", 1, 1 << 20),
    ("rows", 1, 64),
    ("columns", 1, 64),
    ("policy", 1, 1 << 20),
    ("values", 1, 64),
    ("blocks", 1, 256),
    ("filters", 1, 4096),
    ("squeeze", 0, 4096),
    ("pooling", 0, 256),
    ("policy_filters", 1, 4096),
    ("value_filters", 1, 4096),
    ("value_units", 1, 1 << 16),
)
"""What the whole numbers may be; a file is not trusted."""


# ---- by name

_ALPHAGO = {"kind": "alphago", "blocks": 12, "filters": 192, "value_filters": 1, "value_units": 256}

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "tiny": {"blocks": 2, "filters": 16, "policy_filters": 8, "value_filters": 4, "value_units": 32},
    "small": {"blocks": 3, "filters": 32},
    "medium": {"blocks": 5, "filters": 64},
    "large": {"blocks": 10, "filters": 128, "policy_filters": 32, "value_filters": 32, "value_units": 256},
    "alphago": _ALPHAGO,
    "alphago-small": {**_ALPHAGO, "blocks": 4, "filters": 48, "value_filters": 4, "value_units": 64},
    "alphago-tiny": {**_ALPHAGO, "blocks": 2, "filters": 16, "value_filters": 4, "value_units": 32},
    "alphago-policy": {"kind": "alphago-policy", "blocks": 12, "filters": 192},
    "alphago-value": {**_ALPHAGO, "kind": "alphago-value"},
}
"""Networks by name; AlphaGo's policy network has 13 layers with the last, and its value network 12
convolutions, one more of 1 × 1 and a dense layer of 256 before its output."""

OWN = ("planes", "rows", "columns", "policy", "values")
"""What the game decides."""


def preset(name: str, encoding: Encoding, **changes: Any) -> Architecture:
    """The architecture called `name` for a game's encoding, but for `changes` of its fields."""
    if name not in PRESETS:
        near = get_close_matches(name.lower(), PRESETS, 1)
        hint = f"did you mean '{near[0]}'? There are" if near else "there are"
        raise BadInput(f"There is no network '{name}'; {hint}: {', '.join(PRESETS)}.")
    free = [f.name for f in fields(Architecture) if f.name not in OWN]
    for field in changes:
        if field not in free:
            raise BadInput(f"A network has no '{field}' to choose; there are: {', '.join(free)}.")
    planes, rows, columns = encoding.shape
    points = rows * columns
    on_board = points > 1 and encoding.policy // points * points >= SMALLEST_PLANES
    chosen: dict[str, Any] = {
        "policy_head": "planes" if on_board else "dense",
        **PRESETS[name],
        **changes,
    }
    return Architecture(
        planes=planes,
        rows=rows,
        columns=columns,
        policy=encoding.policy,
        values=values_of(encoding.game),
        **chosen,
    )


def values_of(game: Game) -> int:
    """How many values a network has for a game: 1 for two players of opposite interests, to the player to
    move; else one for each player.  Each is −1 to 1, a part of the game's `utility_limit`."""
    return 1 if game.players == 2 and game.zero_sum else game.players
