"""Texas hold'em as a game: rules and text with its picture, formats of records and named ways to play."""

from __future__ import annotations

from halfmove.games.holdem.notation import Notation


class Holdem(Notation):
    """A hand of Texas hold'em: two cards each, five for all, and four rounds of bets."""
