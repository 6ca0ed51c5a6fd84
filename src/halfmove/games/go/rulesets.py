"""What the sets of rules differ in, as far as a program can keep to them.

Sources: J. Tromp and B. Taylor, *The game of Go* (tromp.github.io/go.html); the Chinese Weiqi Association's
rules of 2002; the American Go Association's *Concise Rules of Go* (1991); the Nihon Ki-in's rules of 1989.
"""

from __future__ import annotations

from typing import NamedTuple


class RuleSet(NamedTuple):
    """One set of rules."""

    title: str
    suicide: bool
    """Whether a play may remove the player's own stones, when it captures none of the other's."""
    repetition: str
    """What `Game.repetition` says."""
    situational: bool
    """Whether positions are the same only with the same player to move."""
    territory: bool
    """Whether empty points and prisoners are counted, instead of stones and empty points."""
    given_back: int
    """What White gets for handicap stones: 0 nothing, 1 a point each, 2 a point for each but the first."""


RULES = {
    "tromp-taylor": RuleSet("Tromp-Taylor", True, "forbidden", False, False, 0),
    "chinese": RuleSet("Chinese", False, "forbidden", False, False, 1),
    "aga": RuleSet("AGA", False, "forbidden", True, False, 2),
    "japanese": RuleSet("Japanese", False, "draw", True, True, 0),
}
"""By the name that the parameter `rules` takes."""
