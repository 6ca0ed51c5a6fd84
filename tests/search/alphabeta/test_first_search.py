"""The first search of a process: what a clock pays for, and what it does not."""

import halfmove as hm
from halfmove.core.limit import Limit
from halfmove.search.alphabeta.threads import Engine


def test_pages_come_before_the_clock_and_knowledge_stays():
    """A table is brought into memory once, before the first search that a clock ends: later ones find in it
    what earlier ones have left."""
    game = hm.game("tictactoe")
    engine = Engine(game, megabytes=1)
    cleared = []
    engine.warm = lambda: cleared.append(engine.table.words.array.any())
    for limit in (Limit(seconds=5), Limit(seconds=5), Limit(depth=2)):
        hm.analyze(game, limit=limit, memory=engine)
    assert cleared == [False]
    other = Engine(game, megabytes=1)
    other.warm = lambda: cleared.append(True)
    for limit in (Limit(depth=2), Limit(seconds=5)):
        hm.analyze(game, limit=limit, memory=other)
    assert cleared == [False], "after a search the table is full of knowledge"
