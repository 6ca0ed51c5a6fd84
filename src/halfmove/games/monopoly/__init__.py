"""Monopoly: buy, build and bid for streets, by the rules as sold in the United States since 2008."""

from halfmove.games.monopoly.game import Monopoly

GAMES = {"monopoly": "Monopoly"}
__all__ = ["Monopoly"]
