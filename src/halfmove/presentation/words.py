"""Figures and verdicts in words that a person reads: those of `core.figures`, for the faces."""

from __future__ import annotations

from halfmove.core.analysis import move_texts as move_texts
from halfmove.core.figures import begins_number as begins_number
from halfmove.core.figures import capital as capital
from halfmove.core.figures import count as count
from halfmove.core.figures import listed as listed
from halfmove.core.figures import move_number as move_number
from halfmove.core.figures import outcome as outcome
from halfmove.core.figures import player as player
from halfmove.core.figures import result as result
from halfmove.core.figures import speed as speed
from halfmove.core.figures import time_taken as time_taken
from halfmove.core.results import finite as finite
from halfmove.core.scores import number as number
