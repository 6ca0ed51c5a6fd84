"""What the networks of backgammon see of a position, and what they say of it.

Inputs, of the player who throws next and then of the other: for each of the 24 points four numbers, as
Tesauro's ("Temporal Difference Learning and TD-Gammon", *Communications of the ACM* 38(3), 1995) with the
change that programs have made since: whether one, two, or three and more chequers stand there, and half of
those above three; half of the chequers on the bar; the part of the chequers that is off.  Besides, of each
player: his pips, his points made at home, his longest prime, how far his rearmost chequer has come, how many
of the 36 throws hit a blot of the other player, and with how many the rearmost chequer goes its whole way.
And one that is always 1.

Outputs: the chances, without the cube, that the player who throws next wins, wins a gammon or more, wins a
backgammon, loses a gammon or more, loses a backgammon.  One network is for positions where the players may
still meet, one for races.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.atomic_file import whole_bytes
from halfmove.core.bits import Wide
from halfmove.core.errors import BadInput
from halfmove.games.backgammon.chequers import (
    BAR,
    CHEQUERS,
    LAST,
    OFF,
    POINTS,
    made,
    occupied,
    on,
    on_board,
    opposite,
    pips,
)

ON_POINTS = 4 * LAST
SIDE = ON_POINTS + 8
INPUTS = 2 * SIDE + 1
"""The first 104 of one player, as many of the other, and the constant."""
ACTIVE = 80
"""More than ever differ from 0 at once."""
HIDDEN = 80
OUTPUTS = 5
WIN, WIN_GAMMON, WIN_BACKGAMMON, LOSE_GAMMON, LOSE_BACKGAMMON = range(OUTPUTS)
CONTACT, RACE = 0, 1
NETWORKS = 2
START_PIPS = 167
HOME = 0x1F8_0000
"""A player's own six home points, as places."""


def hitting(own: Wide, other: Wide) -> int:
    """How many of the 36 throws let the player of `own` hit a blot; with a chequer on the bar it enters
    first, of two or more nobody else moves."""
    blots = opposite(bits.without(occupied(other), made(other)))
    if blots == bits.board(0):
        return 0
    free = bits.without(bits.board(POINTS), opposite(made(other)))
    movers = occupied(own)
    waiting = on(own, BAR)
    first = bits.board(1) if waiting > 0 else movers
    found = 0
    for a in range(1, 7):
        by_a = bits.left(first, a) & free
        if waiting > 0 and by_a == bits.board(0):
            reach = bits.board(0)
        else:
            reach = by_a
        go, step = by_a, 1
        while step < 4 and waiting < 2 and go != bits.board(0):  # a doublet
            go = bits.left(go, a) & free
            reach |= go
            if waiting == 1 and step == 1:
                reach |= bits.left(movers, a) & free
            step += 1
        if reach & blots != bits.board(0):
            found += 1
        for b in range(1, a):
            by_b = bits.left(first, b) & free
            reach = by_a | by_b
            if waiting == 0:
                reach |= bits.left(by_a, b) | bits.left(by_b, a)
            elif waiting == 1:
                if by_a != bits.board(0):
                    reach |= bits.left(by_a | movers, b)
                if by_b != bits.board(0):
                    reach |= bits.left(by_b | movers, a)
            if reach & blots & free != bits.board(0):
                found += 2
    return found


def escaping(own: Wide, other: Wide) -> int:
    """With how many of the 36 throws the rearmost chequer of `own` can go by both dice, doublets by two."""
    free = bits.without(bits.board(POINTS), opposite(made(other)))
    back = bits.lowest_bit(occupied(own))
    found = 0
    for a in range(1, 7):
        by_a = bits.left(back, a) & free
        if bits.left(by_a, a) & free != bits.board(0):
            found += 1
        for b in range(1, a):
            by_b = bits.left(back, b) & free
            if (bits.left(by_a, b) | bits.left(by_b, a)) & free != bits.board(0):
                found += 2
    return found


def longest_prime(places: Any) -> int:
    """The most points in a row."""
    found = 0
    row = places & bits.board(POINTS)
    while row != bits.board(0):
        row &= row >> 1
        found += 1
    return found


def sense_side(own: Wide, other: Wide, meet: bool, start: int, count: int, index: Any, value: Any) -> int:
    """Add the inputs of one player that are not 0, from number `start` on; how many there are then."""
    for place in bits.squares(occupied(own) & bits.board(POINTS)):
        n = on(own, place)
        index[count] = start + 4 * (place - 1) + min(n, 3) - 1
        value[count] = 1.0
        count += 1
        if n > 3:
            index[count] = start + 4 * (place - 1) + 3
            value[count] = (n - 3) * 0.5
            count += 1
    rest = start + ON_POINTS
    index[count], value[count] = rest, on(own, BAR) * 0.5
    index[count + 1], value[count + 1] = rest + 1, (CHEQUERS - on_board(own)) * (1.0 / CHEQUERS)
    index[count + 2], value[count + 2] = rest + 2, pips(own) * (1.0 / START_PIPS)
    index[count + 3], value[count + 3] = rest + 3, bits.count(made(own) & bits.board(HOME)) * (1.0 / 6)
    if not meet:
        return count + 4
    points = made(own)
    index[count + 4], value[count + 4] = rest + 4, longest_prime(points) * (1.0 / 6)
    index[count + 5], value[count + 5] = rest + 5, bits.lowest(occupied(own)) * (1.0 / OFF)
    index[count + 6], value[count + 6] = rest + 6, hitting(own, other) * (1.0 / 18)
    index[count + 7], value[count + 7] = rest + 7, escaping(own, other) * (1.0 / 36)
    return count + 8


def sense(own: Wide, other: Wide, meet: bool, index: Any, value: Any) -> int:
    """The numbers of the inputs that are not 0, and the inputs; how many.  `meet`: whether players may."""
    count = sense_side(own, other, meet, 0, 0, index, value)
    count = sense_side(other, own, meet, SIDE, count, index, value)
    index[count], value[count] = INPUTS - 1, 1.0
    return count + 1


def ask(
    net: int, count: int, index: Any, value: Any, first: Any, second: Any, ends: Any, hidden: Any, out: Any
) -> None:
    """What a network says of inputs.

    A unit of the hidden layer is u (2 - |u|), where u is a quarter of its sum, from -1 to 1: the hyperbolic
    tangent's shape without its price.  Outputs are logistic.  `first` has a row for each input and `second`
    for each output, of each network one after the other; `ends` are the outputs' own constants.
    """
    for j in range(HIDDEN):
        hidden[j] = 0.0
    for i in range(count):
        row = net * INPUTS + index[i]
        x = value[i]
        for j in range(HIDDEN):
            hidden[j] += first[row, j] * x
    for j in range(HIDDEN):
        u = min(max(hidden[j] * 0.25, -1.0), 1.0)
        hidden[j] = u * (2.0 - abs(u))
    for k in range(OUTPUTS):
        row = net * OUTPUTS + k
        total = 0.0
        for j in range(HIDDEN):
            total += second[row, j] * hidden[j]
        out[k] = 1.0 / (1.0 + math.exp(-(total + ends[row])))


def bounded(own: Wide, other: Wide, out: Any) -> None:
    """Make of chances such as can be: no gammon after a chequer is off, none more often than wins."""
    if on_board(other) < CHEQUERS:
        out[WIN_GAMMON] = 0.0
    if on_board(own) < CHEQUERS:
        out[LOSE_GAMMON] = 0.0
    out[WIN_GAMMON] = min(out[WIN_GAMMON], out[WIN])
    out[LOSE_GAMMON] = min(out[LOSE_GAMMON], 1.0 - out[WIN])
    out[WIN_BACKGAMMON] = min(out[WIN_BACKGAMMON], out[WIN_GAMMON])
    out[LOSE_BACKGAMMON] = min(out[LOSE_BACKGAMMON], out[LOSE_GAMMON])


def chances(own: Wide, other: Wide, first: Any, second: Any, ends: Any) -> Any:
    """What the networks say of a position in which the player of `own` throws next: the five chances.  Both
    players have chequers on the board."""
    index, value = np.zeros(ACTIVE, np.int64), np.zeros(ACTIVE, np.float32)
    hidden, out = np.zeros(HIDDEN, np.float32), np.zeros(OUTPUTS, np.float32)
    judge(own, other, first, second, ends, index, value, hidden, out)
    return out


def judge(
    own: Wide,
    other: Wide,
    first: Any,
    second: Any,
    ends: Any,
    index: Any,
    value: Any,
    hidden: Any,
    out: Any,
) -> int:
    """The same into `out`, in memory that is given; how many inputs are not 0."""
    meet = network_of(own, other) == CONTACT
    count = sense(own, other, meet, index, value)
    ask(CONTACT if meet else RACE, count, index, value, first, second, ends, hidden, out)
    bounded(own, other, out)
    return count


def network_of(own: Wide, other: Wide) -> int:
    """Which network a position is for."""
    return CONTACT if bits.lowest(occupied(own)) + bits.lowest(occupied(other)) < OFF else RACE


def worth(out: Any) -> float:
    """The equity without the cube that chances make, in points."""
    found: float = 2.0 * out[WIN] - 1.0 + out[WIN_GAMMON] + out[WIN_BACKGAMMON]
    return found - out[LOSE_GAMMON] - out[LOSE_BACKGAMMON]  # type: ignore[no-any-return]


class Weights(NamedTuple):
    """What both networks have learnt, in float32: rows of inputs by hidden units, rows of outputs by hidden
    units, and the outputs' constants."""

    first: Any
    second: Any
    ends: Any


SHAPES = Weights((NETWORKS * INPUTS, HIDDEN), (NETWORKS * OUTPUTS, HIDDEN), (NETWORKS * OUTPUTS,))
SHIPPED = Path(__file__).parent / "backgammon.safetensors"
FORMAT = "halfmove backgammon networks"


@cache
def shipped() -> Weights:
    """The networks that come with Halfmove."""
    return read(SHIPPED)


def read(path: str | Path) -> Weights:
    """The networks of a file that `write` wrote; `BadInput`, in one sentence, for any other."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        found = load(Path(path).expanduser().read_bytes())
    except OSError as error:
        raise BadInput(f"The networks '{path}' cannot be read: {error.strerror}.") from None
    except SafetensorError:
        raise BadInput(f"'{path}' does not hold networks of backgammon, or is damaged.") from None
    if {n: a.shape for n, a in found.items()} != SHAPES._asdict() or any(
        a.dtype != np.float32 for a in found.values()
    ):
        raise BadInput(f"'{path}' does not hold networks of backgammon of this Halfmove.")
    if not all(np.isfinite(array).all() for array in found.values()):
        raise BadInput(f"The networks '{path}' have weights that are not finite numbers.")
    return Weights(**{name: np.ascontiguousarray(array) for name, array in found.items()})


def made_of(path: str | Path) -> dict[str, str]:
    """How the networks of a file that `read` can read were made."""
    from safetensors import safe_open

    with safe_open(Path(path).expanduser(), "np") as file:
        return dict(file.metadata() or {})


def write(path: str | Path, weights: Weights, made: Mapping[str, str]) -> None:
    """Write networks, and how they were made, to a file, which is replaced as a whole."""
    from safetensors.numpy import save

    with whole_bytes(path) as out:
        out.write(save(weights._asdict(), {"format": FORMAT, **made}))
