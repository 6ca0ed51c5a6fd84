"""Shogi, and minishogi on a board of five by five squares: rules, notations, knowledge and a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from halfmove.core.errors import BadInput
from halfmove.games.shogi.notation import Notation
from halfmove.games.shogi.position import Position
from halfmove.games.shogi.rules import IMPASSES

GAMES = {"shogi": "Shogi", "minishogi": "Minishogi"}
__all__ = ["Minishogi", "Position", "Shogi"]

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
HANDICAPS = {
    "none": "lnsgkgsnl/1r5b1",
    "lance": "lnsgkgsn1/1r5b1",
    "right-lance": "1nsgkgsnl/1r5b1",
    "bishop": "lnsgkgsnl/1r7",
    "rook": "lnsgkgsnl/7b1",
    "rook-lance": "lnsgkgsn1/7b1",
    "two-piece": "lnsgkgsnl/9",
    "four-piece": "1nsgkgsn1/9",
    "six-piece": "2sgkgs2/9",
    "eight-piece": "3gkg3/9",
    "ten-piece": "4k4/9",
}
"""What White's first two ranks are where pieces are left out; White then moves first."""
NOTATIONS = ("western", "usi", "japanese")
PIECES = ("kanji", "international")
MINI_START = "rbsgk/4p/5/P4/KGSBR b - 1"


class Shogi(Notation):
    """Shogi; with a handicap White, who moves first then, plays without some pieces."""

    uncompiled_parameters = ("notation", "pieces", "handicap")
    handicap: str = "none"
    """The pieces that White leaves out: none, lance, right-lance, bishop, rook, rook-lance, two-piece, …"""
    pieces: str = "kanji"
    """What stands on the pieces of the picture: `kanji` or `international` signs."""

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {
            "impasse": IMPASSES,
            "notation": NOTATIONS,
            "pieces": PIECES,
            "handicap": tuple(HANDICAPS),
        }

    def setup(self) -> None:
        super().setup()
        for name, values in self.choices().items():
            if getattr(self, name) not in values:
                raise BadInput(f"{name} is one of {', '.join(values)}, not '{getattr(self, name)}'.")

    def start(self) -> str:
        if self.handicap == "none":
            return START
        return START.replace(HANDICAPS["none"], HANDICAPS[self.handicap]).replace(" b ", " w ")


class Minishogi(Shogi):
    """Shogi on five by five squares; the first player loses by repetition, and there is no impasse."""

    name = "minishogi"
    files = 5
    ranks = 5
    zone = 1
    most = (0, 2, 0, 0, 2, 2, 2, 2, 1)

    def start(self) -> str:
        return MINI_START
