"""How a game ended as its record tells it, whatever stands on the board: `1-0`, `B+R`, "time forfeit"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
"""The first player's share of the point."""
UNKNOWN = "*"
"""The result of a game that goes on, or of which nobody knows."""
_HALVES = str.maketrans({"½": "1/2", "–": "-", "—": "-", "‐": "-", "‑": "-", "‒": "-", "−": "-", "⁄": "/"})
"""A half and the dashes, as word processors put them."""
_NAMED = {
    "1-0": ("1-0", "1:0", "1/0", "1-o", "+-", "+/-", "+:-", "1.0-0.0"),
    "0-1": ("0-1", "0:1", "0/1", "o-1", "-+", "-/+", "-:+", "0.0-1.0"),
    "1/2-1/2": ("1/2-1/2", "1/2", "1/2:1/2", "0.5-0.5", "0,5-0,5", "0.5:0.5", ".5-.5", "0.5", "=", "=-=",
                "draw", "drawn", "remis", "1/2-", "1/21/2"),
    UNKNOWN: ("*", "", "?", "??", "-", "unknown", "unfinished", "inprogress", "none", "n/a"),
}  # fmt: skip
_RESULTS = {word: result for result, words in _NAMED.items() for word in words}
_HOW = (
    ("resign", "resignation"),
    ("agree", "agreement"),
    ("time", "time"),
    ("infraction", "fault"),
    ("forfeit", "fault"),
    ("abandon", "abandoned"),
    ("adjudicat", "adjudication"),
)
"""What the tag `Termination` may say, and our word for it."""
TERMINATIONS = {
    "resignation": "resignation",
    "agreement": "agreement",
    "time": "time forfeit",
    "fault": "rules infraction",
    "abandoned": "abandoned",
    "adjudication": "adjudication",
}
"""What we write there."""
_WORDS = {
    "resignation": "by resignation",
    "agreement": "by agreement",
    "time": "on time",
    "fault": "by forfeit",
    "abandoned": "as the game was abandoned",
    "adjudication": "by adjudication",
}


class Ending(NamedTuple):
    """Who won, and how."""

    winner: int | None
    """None: a draw."""
    how: str = ""
    """`resignation`, `agreement`, `time`, `fault`, `abandoned`, `adjudication`; nothing where nobody says."""
    margin: str = ""
    """By how many points, where they were counted."""

    def words(self, names: Sequence[str]) -> str:
        """A sentence: `White wins by resignation.`"""
        how = f" {_WORDS[self.how]}" if self.how in _WORDS else ""
        if self.winner is None:
            return f"A draw{how}."
        return f"{names[self.winner]} wins{f' by {self.margin}' if self.margin else how}."


def read_result(text: str) -> str | None:
    """The result that a text names, as PGN writes it: a key of `RESULTS`, or `*`; None for a word that names
    none.  `½-½`, `0.5-0.5`, `1:0`, and any dash are read, as people and programs write them."""
    return _RESULTS.get("".join(text.translate(_HALVES).lower().split()))


def settle(headers: dict[str, str], end: str, board: str, own: Mapping[str, str] | None = None) -> list[str]:
    """Settle the result of a game, of which its tag `Result`, what stands behind its moves (`end`) and the
    board may speak, the last two as PGN writes results, "" where they do not; `own` are results as the format
    writes them, which stay, by PGN's.

    The board counts, else the tag, else the end.  The tag gets the usual spelling; the sentences, without
    full stops, say what is not known and what disagrees.
    """
    said, sentences = headers.get("Result", UNKNOWN), []
    tag = (own or {}).get(said) or read_result(said)
    if tag is None:
        sentences.append(f"its result '{said[:40]}' is none that is known")
    elif said not in (own or {}) and said != tag:
        headers["Result"] = tag
    if tag == UNKNOWN and end not in ("", UNKNOWN):
        headers["Result"] = tag = end
    claims = {"its tag": tag or "", "the end of its moves": end}
    known = {who: claim for who, claim in claims.items() if claim in RESULTS}
    wrong = [f"{who} says {claim}" for who, claim in known.items() if claim != board]
    if board and wrong:
        sentences.append(f"{' and '.join(wrong)}, but by the board it is {board}, which counts")
    elif not board and len(set(known.values())) > 1:
        sentences.append(f"its tag says {tag}, the end of its moves {end}; the tag counts")
    return sentences


def read_headers(headers: Mapping[str, str]) -> Ending | None:
    """What `Result` and `Termination` say, as PGN has them; None where they say nothing."""
    share = RESULTS.get(headers.get("Result", ""))
    if share is None:
        return None
    said = headers.get("Termination", "").lower()
    how = next((ours for word, ours in _HOW if word in said), "")
    return Ending(None if share == 0.5 else 0 if share else 1, how)
