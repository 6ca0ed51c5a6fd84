"""Shogi, minishogi on five by five squares, and dōbutsu shōgi on three by four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from halfmove.core import bits
from halfmove.games.shogi.dobutsu import Dobutsu
from halfmove.games.shogi.family import Family
from halfmove.games.shogi.position import Position, taken
from halfmove.games.shogi.rules import NEVER

GAMES = {"shogi": "Shogi", "minishogi": "Minishogi", "dobutsu": "Dobutsu"}
USUAL_FOR = {"usi": "shogi"}
__all__ = ["Dobutsu", "Minishogi", "Position", "Shogi"]

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
IMPASSES = {"27": (27, NEVER, 1), "24": (31, 24, 0), "none": (NEVER, NEVER, 0)}
"""The points that win, those that draw, and those that Black needs besides to win."""
ALL_POINTS = 54
"""What all pieces count."""
MINI_START = "rbsgk/4p/5/P4/KGSBR b - 1"


def handicap_start(handicap: str) -> str:
    """Where a game with a handicap begins, in SFEN."""
    if handicap == "none":
        return START
    return START.replace(HANDICAPS["none"], HANDICAPS[handicap]).replace(" b ", " w ")


class Shogi(Family):
    """Shogi; with a handicap White, who moves first then, plays without some pieces."""

    uncompiled_parameters = ("notation", "pieces", "handicap", "impasse")
    mate_in_one = "6k2/9/6KG1/9/9/9/9/9/9 b - 1"
    pieces: str = "kanji"
    """What stands on the pieces of the picture: `kanji` or `international` signs."""
    handicap: str = "none"
    """The pieces that White leaves out: none, lance, right-lance, bishop, rook, rook-lance, two-piece, …"""
    impasse: str = "27"
    """By how many points an impasse is declared: `27`, `24` or `none`."""

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {
            "notation": NOTATIONS,
            "pieces": PIECES,
            "handicap": tuple(HANDICAPS),
            "impasse": tuple(IMPASSES),
        }

    def setup(self) -> None:
        super().setup()
        self.win_points, self.draw_points, self.first_points = IMPASSES[self.impasse]
        start = self.initial()
        self.handicap_points = ALL_POINTS - self.points(start, taken(start), bits.board(0))

    def start(self) -> str:
        return handicap_start(self.handicap)


class Minishogi(Family):
    """Shogi on five by five squares; Black loses by repetition, and there is no impasse."""

    name = "minishogi"
    files = 5
    ranks = 5
    zone = 1
    repeating_loser = 0
    mate_in_one = "2k2/5/2KG1/5/5 b - 1"
    hand_kinds = (7, 6, 5, 4, 1)
    kinds = (1, 4, 5, 6, 7, 8, 9, 12, 14, 15)
    most = (0, 2, 0, 0, 2, 2, 2, 2, 1)

    pieces: str = "kanji"
    """What stands on the pieces of the picture: `kanji` or `international` signs."""

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {"notation": NOTATIONS, "pieces": PIECES}

    def start(self) -> str:
        return MINI_START
