"""Hex: join your two sides of a rhombus by stones that touch; boards of 3 to 19 cells a side, swap rule."""

from halfmove.games.hex.game import Hex
from halfmove.games.hex.rules import State

GAMES = {"hex": "Hex"}
__all__ = ["Hex", "State"]
