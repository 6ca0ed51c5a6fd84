"""Restricted choice: what it says of a hidden hand that it followed with this of several equal cards.

Who holds queen and jack may drop either, who holds the queen alone has no choice: the card seen is half as
likely from both (A. Truscott, *The Contract Bridge Journal*, 1960, and T. Reese, *The Expert Game*, 1958).  A
hand that held n equal honours when it followed with one of them divides the weight of a layout by n.  Leads
say more than that, as there are conventions for them, and small cards less, as they are usually played from
the lowest up: neither is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfmove.games.bridge.layouts import Hands, Weigh
from halfmove.games.tricks.memory import HOLDINGS, LANE, RANKS

HONOUR = 8
"""The lowest rank of an honour, the ten's."""


class Followed(NamedTuple):
    """A card that was played to a trick that another led to."""

    seat: int
    card: int
    in_play: int
    """The cards that were in hands before the trick."""


def count_equals(card: int, in_play: int) -> NDArray[np.int64]:
    """For each holding of the card's suit by its player, how many honours he has that are as good, this one
    among them: no card of another hand or of the trick lies between."""
    holdings = np.arange(HOLDINGS)
    others = (in_play >> LANE * (card // LANE) & HOLDINGS - 1) & ~holdings
    found = np.ones(HOLDINGS, np.int64)
    for ranks in (range(card % LANE + 1, RANKS), range(card % LANE - 1, HONOUR - 1, -1)):
        open_ = np.ones(HOLDINGS, np.bool_)
        for rank in ranks:
            open_ &= others >> rank & 1 == 0
            found += open_ & (holdings >> rank & 1 & in_play >> LANE * (card // LANE) + rank) == 1
    return found


def weigh_by_choices(followed: Sequence[Followed], seats: Sequence[int]) -> Weigh | None:
    """How likely hands as dealt are, rows of four, by the honours with which `seats` followed; None where
    none did."""
    weights: dict[tuple[int, int], NDArray[np.float64]] = {}
    for seat, card, in_play in followed:
        if seat in seats and card % LANE >= HONOUR:
            place = seat, card // LANE
            weights[place] = weights.get(place, np.ones(HOLDINGS)) / count_equals(card, in_play)
    if not weights:
        return None

    def weigh(hands: Hands) -> NDArray[np.float64]:
        found = np.ones(len(hands))
        for (seat, suit), table in weights.items():
            found *= table[(hands[:, seat] >> np.uint64(LANE * suit)) & np.uint64(HOLDINGS - 1)]
        return found

    return weigh
