"""A seat in a room: who sits there, and the secret by which his browser is known again."""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from hashlib import blake2b

from halfmove.web.board.seats import PERSON

LONGEST_NAME = 24
"""Letters of a name that a person types."""


@dataclass
class Seat:
    """One player's."""

    who: str = PERSON
    """A person, or an engine as seats call it (`seats.list_occupants`)."""
    name: str = ""
    key: str = ""
    """The digest of the secret that the browser of who sits here keeps; empty while nobody does."""
    points: float = 0.0
    """Of the games before this one in the room: 1 for each that was won, 0.5 for a draw."""
    said: str = ""
    """The message that he sent last in this game."""

    @property
    def is_person(self) -> bool:
        return self.who == PERSON

    @property
    def taken(self) -> bool:
        """Whether somebody is there to play."""
        return not self.is_person or bool(self.key)


def draw_key() -> str:
    """A secret that nobody guesses, for a link or a browser."""
    return secrets.token_urlsafe(16)


def digest(key: str) -> str:
    """What is kept of a secret: who reads the server's files cannot take the seat."""
    return blake2b(key.encode(), digest_size=16).hexdigest()


def is_key(key: str, kept: str) -> bool:
    """Whether a secret is the one of which a digest is kept; how long that takes tells nothing."""
    return bool(kept) and secrets.compare_digest(digest(key), kept)


def clean_name(text: str) -> str:
    """A name as others are shown it: one line without control letters and those that turn the direction of
    writing, `LONGEST_NAME` letters at most; empty where nothing is left."""
    shown = "".join(" " if letter.isspace() else letter for letter in text[:1000])
    shown = "".join(letter for letter in shown if not unicodedata.category(letter).startswith("C"))
    return " ".join(shown.split())[:LONGEST_NAME].strip()
