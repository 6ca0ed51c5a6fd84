"""An auction of bridge in three words, and what it says: who may call what, and who declares.

As bids only rise, an auction is told by the bids that were made and what was called after each.  A bid, or
the passes before the first, has a place of five bits: 0 where it was not made, else 1 + the passes since its
last double + 4 × how it was doubled (`PATHS`).  Place 0 is that of the passes before the first bid, place n
that of bid n: 1♣ is 1, 1♦ 2, … 7NT 35.

*Laws of Duplicate Bridge 2017*, laws 17 to 22.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.core import bits
from halfmove.core.errors import BadInput
from halfmove.games.tricks.deals import STRAINS

PLACE, A_WORD = 5, 12
"""Bits of a place, and places of a word."""
Auction = tuple[int, int, int]
NOBODY: Auction = (1, 0, 0)
"""Nobody has called."""
BIDS = 35
CALL = 64
"""The action of a pass; the others follow."""
PASS, DOUBLE, REDOUBLE, FIRST_BID = CALL, CALL + 1, CALL + 2, CALL + 2
"""The action of bid n is `FIRST_BID` + n."""
PATHS = ("", "X", "PPX", "XR", "XPPR", "PPXR", "PPXPPR")
"""How a bid was doubled and redoubled (R)."""
_CALLS_OF_PATH = (0, 1, 3, 2, 4, 4, 6)
WORDS = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
_ALIASES = {
    "PASS": "P", "-": "P", "D": "X", "DBL": "X", "DOUBLE": "X", "R": "XX", "RDBL": "XX", "REDOUBLE": "XX",
}  # fmt: skip


def place_of(auction: Auction, bid: int) -> int:
    """What stands at the place of a bid."""
    return (auction[bid // A_WORD] >> (PLACE * (bid % A_WORD))) & ((1 << PLACE) - 1)


def with_place(auction: Auction, bid: int, content: int) -> Auction:
    """The auction with something else there."""
    shift = PLACE * (bid % A_WORD)
    word = auction[bid // A_WORD]
    old = (word >> shift) & ((1 << PLACE) - 1)
    changed: Auction = bits.with_item(auction, bid // A_WORD, word + ((content - old) << shift))
    return changed


def passes_since(auction: Auction, bid: int) -> int:
    """The passes since the last bid, double or redouble; `bid`: the last one made."""
    content = place_of(auction, bid) - 1
    return content if bid == 0 else content & 3


def doubled(auction: Auction, bid: int) -> int:
    """0, 1 for doubled, 2 for redoubled."""
    path = (place_of(auction, bid) - 1) >> 2 if bid > 0 else 0
    return 0 if path == 0 else 1 if path < 3 else 2


def with_call(auction: Auction, bid: int, action: int) -> Auction:
    """The auction after one more call."""
    content = place_of(auction, bid)
    if action == PASS:
        return with_place(auction, bid, content + 1)
    if action > FIRST_BID:
        return with_place(auction, action - FIRST_BID, 1)
    path, passes = (content - 1) >> 2, (content - 1) & 3
    late = 1 if passes == 2 else 0
    path = 1 + late if action == DOUBLE else 3 + 2 * (path - 1) + late
    return with_place(auction, bid, 1 + 4 * path)


def may_double(auction: Auction, bid: int) -> bool:
    """Whether the player whose turn it is may double: an opponent's bid, not doubled yet."""
    return bid > 0 and doubled(auction, bid) == 0 and passes_since(auction, bid) % 2 == 0


def may_redouble(auction: Auction, bid: int) -> bool:
    """Whether he may redouble: his side's bid, doubled by an opponent."""
    return bid > 0 and doubled(auction, bid) == 1 and passes_since(auction, bid) % 2 == 0


def is_closed(auction: Auction, bid: int) -> bool:
    """Whether it is over: three passes after a call that is none, or four at the beginning."""
    return passes_since(auction, bid) == (3 if bid > 0 else 4)


def calls_at(auction: Auction, bid: int) -> int:
    """How many calls a bid and what was called after it are; 0 where it was not made."""
    content = place_of(auction, bid)
    if content == 0:
        return 0
    if bid == 0:
        return content - 1
    return 1 + _CALLS_OF_PATH[(content - 1) >> 2] + ((content - 1) & 3)


def declarer_of(auction: Auction, bid: int, dealer: int) -> int:
    """Who of the side that made the last bid named its strain first."""
    calls, last = 0, 0
    for number in range(bid + 1):
        if number == bid:
            last = calls
        calls += calls_at(auction, number)
    seat = dealer + last
    calls = 0
    for number in range(bid + 1):
        made = calls_at(auction, number)
        if number > 0 and made > 0 and (bid - number) % 5 == 0 and (dealer + calls - seat) % 2 == 0:
            return (dealer + calls) & 3
        calls += made
    return seat & 3


# ---- as texts
def list_calls(auction: Auction) -> Iterator[int]:
    """The calls as they were made."""
    for bid in range(BIDS + 1):
        content = place_of(auction, bid)
        if content and bid:
            yield FIRST_BID + bid
            yield from ({"P": PASS, "X": DOUBLE, "R": REDOUBLE}[c] for c in PATHS[(content - 1) >> 2])
        if content:
            yield from [PASS] * (content - 1 if bid == 0 else (content - 1) & 3)


def call_text(action: int) -> str:
    """`P`, `X`, `XX`, `3N`."""
    if action <= REDOUBLE:
        return ("P", "X", "XX")[action - CALL]
    return bid_text(action - FIRST_BID)


def bid_text(bid: int) -> str:
    """`1C`, `7N`."""
    return f"{(bid - 1) // 5 + 1}{STRAINS[(bid - 1) % 5]}"


def read_call(text: str) -> int:
    """The action of a call: `P`, `pass`, `X`, `XX`, `3N`, `3NT`."""
    word = text.strip().upper()
    word = _ALIASES.get(word, word)
    if word in WORDS:
        return WORDS[word]
    if len(word) == 3 and word.endswith("NT"):
        word = word[:2]
    if len(word) == 2 and word[0] in "1234567" and word[1] in STRAINS:
        return FIRST_BID + 5 * (int(word[0]) - 1) + STRAINS.index(word[1]) + 1
    raise BadInput(f"'{text.strip()}' is no call; calls are P, X, XX and bids such as 1C, 3H, 3N.")
