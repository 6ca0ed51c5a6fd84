"""Claims as actions and as numbers: a player says how many of the tricks left his side takes.

A claim in a state is 1 + the tricks + 16 × who claims, and `AGREED` more once the first of two defenders has
agreed; 0 is no claim.
"""

from __future__ import annotations

import re

CLAIM = 128
"""The action of claiming no trick; that of n tricks is `CLAIM` + n."""
AGREE, PLAY_ON = 143, 144
CLAIMS = 8
"""Claims of a deal that may be refused; then there are no more."""
AGREED = 64
ANSWERS = {"agree": AGREE, "playon": PLAY_ON}
_CLAIM = re.compile(r"claims?\s*=?\s*(\d{1,3})")


def make_claim(seat: int, tricks: int, agreed: bool = False) -> int:
    """A claim of a seat for its side."""
    return 1 + tricks + 16 * seat + (AGREED if agreed else 0)


def claimant(claim: int) -> int:
    """Who claims."""
    return ((claim - 1) // 16) & 3


def tricks_claimed(claim: int) -> int:
    """How many of the tricks left."""
    return (claim - 1) % 16


def has_agreed(claim: int) -> bool:
    """Whether the first of two defenders has agreed."""
    return claim - 1 >= AGREED


def claim_text(action: int) -> str:
    """`claim5`, `agree`, `playon`."""
    if action < AGREE:
        return f"claim{action - CLAIM}"
    return "agree" if action == AGREE else "playon"


def read_claim(text: str) -> int | None:
    """The action of a text, `claim 5`, `agree`, `play on`; None where it is none of these.  More tricks than
    there can be stand for 14, which nobody may claim."""
    word = " ".join(text.lower().split())
    if (found := _CLAIM.fullmatch(word)) is not None:
        return CLAIM + min(int(found[1]), AGREE - CLAIM - 1)
    return ANSWERS.get(word.replace(" ", ""))
