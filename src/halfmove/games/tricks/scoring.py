"""What contracts of bridge score: duplicate, IMPs, matchpoints, and par.

*Laws of Duplicate Bridge 2017*, laws 77 and 78.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from halfmove.core.errors import BadInput
from halfmove.games.tricks.deals import STRAINS, read_strain
from halfmove.games.tricks.memory import NO_TRUMP

SEATS = "NESW"
SEAT_NAMES = ("North", "East", "South", "West")
SIDES = ("NS", "EW")
VULNERABLE = {"none": (), "NS": (0,), "EW": (1,), "both": (0, 1)}
"""What PBN calls it, and the sides that are: 0 for North and South."""
LEVELS = range(1, 8)
GAME = 100
"""Points for tricks that are a game."""

IMP_STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250,
    2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference that is worth 1, 2, … IMPs: law 78B."""


class Contract(NamedTuple):
    """What is to be played: so many tricks more than six, in a strain, and by whom."""

    level: int
    strain: int
    declarer: int
    doubled: int = 0
    """1 doubled, 2 redoubled."""

    def __str__(self) -> str:
        return f"{self.level}{STRAINS[self.strain]}{'X' * self.doubled} {SEATS[self.declarer]}"


def read_contract(text: str, declarer: int) -> Contract:
    """A contract such as `3N`, `4SX` or `6NTXX`, played by a seat."""
    bid = text.strip().upper().rstrip("X")
    doubled = len(text.strip()) - len(bid)
    if (
        len(bid) < 2
        or bid[0] not in "1234567"
        or doubled > 2
        or bid[1:].removesuffix("T") not in tuple(STRAINS)
    ):
        raise BadInput(
            f"'{text.strip()}' is no contract; a contract is a level and a strain, such as 3N, 4S or 5DX."
        )
    return Contract(int(bid[0]), read_strain(bid[1:]), declarer, doubled)


def duplicate_score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """What the declarer's side scores with so many tricks: law 77."""
    over = tricks - 6 - contract.level
    if over < 0:
        return -_undertricks(-over, contract.doubled, vulnerable)
    below = trick_points(contract)
    game = (500 if vulnerable else 300) if below >= GAME else 50
    return below + game + premiums(contract, over, vulnerable)


def trick_points(contract: Contract) -> int:
    """What the tricks that were bid score."""
    each = 20 if contract.strain < 2 else 30
    return (each * contract.level + (10 if contract.strain == NO_TRUMP else 0)) << contract.doubled


def premiums(contract: Contract, over: int, vulnerable: bool) -> int:
    """What a contract that is made scores besides: for a slam, for doubles, and for so many tricks more."""
    slam = max(contract.level - 5, 0) * (750 if vulnerable else 500)
    each = (200 if vulnerable else 100) * contract.doubled or (20 if contract.strain < 2 else 30)
    return slam + 50 * contract.doubled + each * over


def _undertricks(under: int, doubled: int, vulnerable: bool) -> int:
    """What they cost."""
    if not doubled:
        return (100 if vulnerable else 50) * under
    if vulnerable:
        score = 300 * under - 100
    else:
        score = 100 if under == 1 else 200 * under - 100 if under <= 3 else 300 * under - 400
    return score * doubled


def imps(difference: int) -> int:
    """International match points for a difference of scores, with its sign."""
    points = bisect_right(IMP_STEPS, abs(difference))
    return points if difference >= 0 else -points


def matchpoints(scores: Sequence[int]) -> list[float]:
    """For each score on a board: one for every lower one of the others, a half for an equal one."""
    return [sum(1.0 for other in scores if other < score) + (scores.count(score) - 1) / 2 for score in scores]


class Par(NamedTuple):
    """The score to North and South if both sides bid as well as can be, all cards seen, and the contracts."""

    score: int
    contracts: tuple[Contract, ...]


def par(results: Sequence[Sequence[int]], dealer: int = 0, vulnerable: str = "none") -> Par:
    """By backward induction over the auction: whoever may bid bids on, or lets the last contract be played.

    `results`: the tricks by strain, by declarer.  A contract that fails is doubled.
    """
    if vulnerable not in VULNERABLE:
        raise BadInput(f"Vulnerable are {', '.join(VULNERABLE)}, not '{vulnerable}'.")
    bids = [(level, strain) for level in LEVELS for strain in range(5)]
    # of each bid by each side, from the highest: what comes of it, to North and South, and in what contract
    best: list[tuple[int, tuple[Contract, ...]]] = [(-(1 << 20), ()), (1 << 20, ())]
    """What a side gets by its best bid above the last one looked at."""
    for level, strain in reversed(bids):
        above = list(best)
        for side in (0, 1):
            played = _played(results, level, strain, side, side in VULNERABLE[vulnerable])
            value = _better(1 - side, played, above[1 - side])
            best[side] = _better(side, best[side], value)
    passed: tuple[int, tuple[Contract, ...]] = (0, ())
    second = _better(1 - (dealer & 1), passed, best[1 - (dealer & 1)])
    score, contracts = _better(dealer & 1, second, best[dealer & 1])
    return Par(score, contracts)


def _better(
    side: int, one: tuple[int, tuple[Contract, ...]], other: tuple[int, tuple[Contract, ...]]
) -> tuple[int, tuple[Contract, ...]]:
    """The one that is better to a side: the first, where they are as good."""
    gain = other[0] - one[0] if side == 0 else one[0] - other[0]
    return other if gain > 0 else one


def _played(
    results: Sequence[Sequence[int]], level: int, strain: int, side: int, vulnerable: bool
) -> tuple[int, tuple[Contract, ...]]:
    """What a bid that is passed comes to, played by the better of the partners, or by either."""
    tricks = [results[strain][declarer] for declarer in (side, side + 2)]
    most = max(tricks)
    contracts = tuple(
        Contract(level, strain, declarer, int(most < level + 6))
        for declarer, taken in zip((side, side + 2), tricks, strict=True)
        if taken == most
    )
    score = duplicate_score(contracts[0], most, vulnerable)
    return (score if side == 0 else -score), contracts
