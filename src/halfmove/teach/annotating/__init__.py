"""Games on paper annotated: what each position is worth, which moves lost how much, and what was better."""

from halfmove.games.chess.pgn import Evaluation
from halfmove.teach.annotating.chess import evaluation, points
from halfmove.teach.annotating.judging import BOUNDS, GLYPHS, Judgement, Paper, Tally, annotate, tally

__all__ = [
    "BOUNDS",
    "GLYPHS",
    "Evaluation",
    "Judgement",
    "Paper",
    "Tally",
    "annotate",
    "evaluation",
    "points",
    "tally",
]
