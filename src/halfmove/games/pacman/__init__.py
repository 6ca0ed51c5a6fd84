"""Pac-Man: one MAX against several MINs, or against chance."""

from halfmove.games.pacman.game import Pacman

GAMES = {"pacman": "Pacman"}
__all__ = ["Pacman"]
