"""What the networks of backgammon see of a position, and what they say of it.

Inputs, of the player who throws next and then of the other: for each of the 24 points four numbers, as
Tesauro's ("Temporal Difference Learning and TD-Gammon", *Communications of the ACM* 38(3), 1995) with the
change that programs have made since: whether one, two, or three and more chequers stand there, and half of
those above three.  Then half of the chequers on the bar; the parts of the first, second and third five
chequers that are off; pips; points made at home.  Where players may still meet, what H. Berliner ("Computer
Backgammon", *Scientific American* 242(6), 1980) and programs after him count, as far as a network of one
layer does not find it itself: primes, shots and what they cost, escapes, anchors, the chance to enter, how
far the players are from passing each other (`sense_contact`).  And one that is always 1.

Outputs: the chances, without the cube, that the player who throws next wins, wins a gammon or more, wins a
backgammon, loses a gammon or more, loses a backgammon.  One network is for races and nine are for positions
where the players may still meet: by whether each has none, one or two, or more chequers on the bar and in
the other's home board, as plans depend on that (M. Higgins, "Computational Backgammon", 2012, has a network
for each pair of plans).  A run may begin with two networks, one for all positions where players may meet.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from halfmove.core import bits
from halfmove.core.atomic_file import whole_bytes
from halfmove.core.bits import Wide
from halfmove.core.bounded_file import TEXT, read_bounded
from halfmove.core.errors import BadInput
from halfmove.core.sealed_tensors import NO_SEAL, SEAL, is_whole, seal
from halfmove.games.backgammon.chequers import (
    BAR,
    CHEQUERS,
    LAST,
    OFF,
    OTHERS_HOME,
    POINTS,
    made,
    occupied,
    on,
    on_board,
    opposite,
    pips,
)

ON_POINTS = 4 * LAST
RACING = ON_POINTS + 6
"""The inputs of a player in a race,"""
SIDE = RACING + 15
"""and of one whom the other may still meet."""
INPUTS = 2 * SIDE + 1
"""The first 117 of one player, as many of the other, and the constant."""
ACTIVE = 96
"""More than ever differ from 0 at once."""
HIDDEN = 128
OUTPUTS = 5
WIN, WIN_GAMMON, WIN_BACKGAMMON, LOSE_GAMMON, LOSE_BACKGAMMON = range(OUTPUTS)
UNDIVIDED = 2
"""Networks, of which the first is for all positions where players may meet, and the last for races,"""
NETWORKS = 10
"""and those of which the first nine are for classes of such positions."""
START_PIPS = 167
HOME = 0x1F8_0000
"""A player's own six home points, as places."""
ONE = np.float32(1)


AHEAD = 12
"""How far a chequer goes at most by a throw without a doublet, and here by one."""


def _escapes(free: int) -> int:
    """With how many of the 36 throws a chequer goes by both dice, doublets by two, where of the twelve places
    before it those of the bits of `free` are not stopped."""
    found = 0
    for a in range(1, 7):
        for b in range(1, 7):
            if free >> (a + b - 1) & 1 and (free >> (a - 1) & 1 or free >> (b - 1) & 1):
                found += 1
    return found


ESCAPES = np.array([_escapes(free) for free in range(1 << AHEAD)], np.int64)


def escapes(free: Any, place: int) -> int:
    """With how many of the 36 throws a chequer on a place can go by both dice, doublets by two; `free` are
    the places that are not stopped."""
    return int(ESCAPES[bits.number((free >> (place + 1)) & bits.board((1 << AHEAD) - 1))])


def shots(own: Wide, other: Wide) -> tuple[int, int, int]:
    """Of the 36 throws, how many let the player of `own` hit a blot, how many hit two, be it one or the
    other, and the pips that the other player loses in all by the blot that costs him most.

    With a chequer on the bar it enters first, of two or more nobody else moves.
    """
    blots = opposite(bits.without(occupied(other), made(other)))
    if blots == bits.board(0):
        return 0, 0, 0
    free = bits.without(bits.board(POINTS), opposite(made(other)))
    movers = occupied(own)
    waiting = on(own, BAR)
    first = bits.board(1) if waiting > 0 else movers
    hits = double = lost = 0
    for a in range(1, 7):
        by_a = bits.left(first, a) & free
        reach = by_a
        go, step = by_a, 1
        while step < 4 and waiting < 2 and go != bits.board(0):  # a doublet
            go = bits.left(go, a) & free
            reach |= go
            if waiting == 1 and step == 1:
                reach |= bits.left(movers, a) & free
            step += 1
        reach &= blots
        if reach != bits.board(0):
            hits += 1
            double += 1 if bits.count(reach) > 1 else 0
            lost += OFF - bits.lowest(reach)
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
            reach &= blots
            if reach != bits.board(0):
                hits += 2
                double += 2 if bits.count(reach) > 1 else 0
                lost += 2 * (OFF - bits.lowest(reach))
    return hits, double, lost


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
    off = CHEQUERS - on_board(own)
    index[count], value[count] = rest, on(own, BAR) * 0.5
    for third in range(3):
        part = min(max(off - 5 * third, 0), 5)
        index[count + 1 + third], value[count + 1 + third] = rest + 1 + third, part * 0.2
    index[count + 4], value[count + 4] = rest + 4, pips(own) * (1.0 / START_PIPS)
    index[count + 5], value[count + 5] = rest + 5, bits.count(made(own) & bits.board(HOME)) * (1.0 / 6)
    return sense_contact(own, other, start + RACING, count + 6, index, value) if meet else count + 6


def sense_contact(own: Wide, other: Wide, start: int, count: int, index: Any, value: Any) -> int:
    """Add what is counted of one player while the players may meet, from input number `start` on."""
    points, men = made(own), occupied(own)
    theirs = opposite(made(other))
    free = bits.without(bits.board(POINTS), theirs)
    back, line = bits.lowest(men), OFF - bits.lowest(occupied(other))
    hits, double, lost = shots(own, other)
    wall = least = 36
    for place in range(AHEAD + 1):
        ways = escapes(free, place)
        wall = min(wall, ways)
        if place >= back:
            least = min(least, ways)
    moves = to_pass = behind = passed = 0
    for place in bits.squares(men):
        n = on(own, place)
        moves += n * escapes(free, place)
        if place < line:
            to_pass += n * (line - place)
            behind += n
        else:
            passed += n * (OFF - place)
    anchors = points & bits.board(OTHERS_HOME) & bits.board(POINTS)
    shut = bits.count(theirs & bits.board(OTHERS_HOME))
    told = (
        longest_prime(points) * (1.0 / 6),
        back * (1.0 / OFF),
        hits * (1.0 / 18),
        double * (1.0 / 18),
        lost * (1.0 / 432),
        escapes(free, back) * (1.0 / 36),
        least * (1.0 / 36),
        wall * (1.0 / 36),
        moves * (1.0 / 270),
        (bits.lowest(bits.highest_bit(anchors)) if anchors != bits.board(0) else 0) * (1.0 / 6),
        bits.count(anchors) * (1.0 / 3),
        shut * shut * (1.0 / 36),
        to_pass * (1.0 / 100),
        behind * (1.0 / CHEQUERS),
        passed * (1.0 / 100),
    )
    for number, x in enumerate(told):
        index[count + number], value[count + number] = start + number, x
    return count + SIDE - RACING


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

    A unit of the hidden layer is x / (1 + |x|) of its sum x, from -1 to 1: the hyperbolic tangent's shape
    without its price, and never flat.  Outputs are logistic.  `first` has a row for each input and `second`
    for each output, of each network one after the other; `ends` are the outputs' own constants.
    """
    for j in range(HIDDEN):
        hidden[j] = 0.0
    for i in range(count):
        row = net * INPUTS + index[i]
        x = value[i]
        for j in range(HIDDEN):
            hidden[j] += first[row, j] * x
    row = net * OUTPUTS
    a, b, c, d, e = ends[row], ends[row + 1], ends[row + 2], ends[row + 3], ends[row + 4]
    for j in range(HIDDEN):
        hidden[j] = hidden[j] / (ONE + abs(hidden[j]))
    for j in range(HIDDEN):  # five sums side by side: one would wait for itself
        x = hidden[j]
        a += second[row, j] * x
        b += second[row + 1, j] * x
        c += second[row + 2, j] * x
        d += second[row + 3, j] * x
        e += second[row + 4, j] * x
    for k, total in enumerate((a, b, c, d, e)):
        out[k] = 1.0 / (1.0 + math.exp(-1.0 * total))  # in 64 bits, compiled as well


def behind(chequers: Wide) -> int:
    """Which plan a player's chequers on the bar and in the other's home board suggest: 0 for none there, 1
    for one or two, 2 for more."""
    low, high = chequers[0], chequers[1]
    there = bits.board(OTHERS_HOME)
    if (high | (high >> 32) | (low & (low >> 32))) & there != bits.board(0):
        return 2
    few = bits.count(low & there) + 2 * bits.count((low >> 32) & there)
    return 2 if few > 2 else 1 if few > 0 else 0


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
    hidden, out = np.zeros(HIDDEN, np.float32), np.zeros(OUTPUTS)
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
    networks = len(ends) // OUTPUTS
    net = network_of(own, other, networks)
    count = sense(own, other, net != networks - 1, index, value)
    ask(net, count, index, value, first, second, ends, hidden, out)
    bounded(own, other, out)
    return count


def may_meet(own: Wide, other: Wide) -> bool:
    """Whether the players' chequers have not all passed each other."""
    return bits.lowest(occupied(own)) + bits.lowest(occupied(other)) < OFF


def network_of(own: Wide, other: Wide, networks: int) -> int:
    """Which of the networks a position is for."""
    if not may_meet(own, other):
        return networks - 1
    return 0 if networks == UNDIVIDED else 3 * behind(own) + behind(other)


def worth(out: Any) -> float:
    """The equity without the cube that chances make, in points."""
    found: float = 2.0 * out[WIN] - 1.0 + out[WIN_GAMMON] + out[WIN_BACKGAMMON]
    return found - out[LOSE_GAMMON] - out[LOSE_BACKGAMMON]  # type: ignore[no-any-return]


class Weights(NamedTuple):
    """What the networks have learnt, in float32: rows of inputs by hidden units, rows of outputs by hidden
    units, and the outputs' constants."""

    first: Any
    second: Any
    ends: Any


def shapes(networks: int) -> Weights:
    """The shapes of the weights of so many networks."""
    return Weights((networks * INPUTS, HIDDEN), (networks * OUTPUTS, HIDDEN), (networks * OUTPUTS,))


def divided(weights: Weights) -> Weights:
    """As many networks as there are classes, of two: each class begins with what was learnt for all."""
    if len(weights.ends) == NETWORKS * OUTPUTS:
        return weights
    copies = NETWORKS - 1
    halves = [np.split(array, UNDIVIDED) for array in weights]
    return Weights(*(np.concatenate([*[meeting] * copies, racing]) for meeting, racing in halves))


SHIPPED = Path(__file__).parent / "backgammon.safetensors"
FORMAT, UNSEALED = "halfmove backgammon networks 2", "halfmove backgammon networks"
"""Files of the second, older form have no checksum, and are read."""


@cache
def shipped() -> Weights:
    """The networks that come with Halfmove."""
    return read(SHIPPED)


def read(path: str | Path) -> Weights:
    """The networks of a file that `write` wrote; `BadInput`, in one sentence, for any other."""
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        content = read_bounded(path, TEXT)
        found = load(content)
    except OSError as error:
        raise BadInput(f"The networks '{path}' cannot be read: {error.strerror}.") from None
    except SafetensorError:
        raise BadInput(f"'{path}' does not hold networks of backgammon, or is damaged.") from None
    _check_whole(path, content)
    known = [shapes(networks)._asdict() for networks in (UNDIVIDED, NETWORKS)]
    if {n: a.shape for n, a in found.items()} not in known or any(
        a.dtype != np.float32 for a in found.values()
    ):
        raise BadInput(f"'{path}' does not hold networks of backgammon of this Halfmove.")
    if not all(np.isfinite(array).all() for array in found.values()):
        raise BadInput(f"The networks '{path}' have weights that are not finite numbers.")
    return Weights(**{name: np.ascontiguousarray(array) for name, array in found.items()})


def _check_whole(path: str | Path, content: bytes) -> None:
    """`BadInput` for a file of another form, and where one bit is not as it was written."""
    head = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    told = head.get("__metadata__", {})
    sound = told.get("format") == UNSEALED or (
        told.get("format") == FORMAT and is_whole(content, told.get(SEAL, ""))
    )
    if not sound:
        raise BadInput(f"'{path}' does not hold networks of backgammon, or is damaged.")


def made_of(path: str | Path) -> dict[str, str]:
    """How the networks of a file that `read` can read were made."""
    from safetensors import safe_open

    with safe_open(Path(path).expanduser(), "np") as file:
        return dict(file.metadata() or {})


def write(path: str | Path, weights: Weights, made: Mapping[str, str]) -> None:
    """Write networks, and how they were made, to a file, which is replaced as a whole."""
    from safetensors.numpy import save

    with whole_bytes(path) as out:
        out.write(seal(save(weights._asdict(), {**made, "format": FORMAT, SEAL: NO_SEAL})))
