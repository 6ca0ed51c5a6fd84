"""The kinds of fenced blocks, a module each with `made(block, context)`; one more is one more row here.

tree        a game tree, not searched
search      a search on a tree or a game, to step through
game        a position of a game
simulate    Monte Carlo tree search, to step through
compare     what several searches cost on the same tree or game
growth      what a search costs by depth, by formula
question    a question: one of a list, a number or a word, or one about a search
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halfmove.teach.lessons.blocks.known import Known
    from halfmove.teach.lessons.lesson import Exhibit, Question
    from halfmove.teach.lessons.settings import Block

KINDS = ("tree", "search", "game", "simulate", "compare", "growth", "question")


def made(block: Block, known: Known, place: int) -> Exhibit | Question:
    """What the block shows; `known` is what the blocks before it have made, `place` numbers the questions."""
    shown: Exhibit | Question = import_module(f"halfmove.teach.lessons.blocks.{block.kind}").made(
        block, known, place
    )
    return shown
