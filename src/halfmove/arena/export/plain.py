"""Any game as lines that `halfmove play` and `--openings` read: comments that say what it is, then its moves.

# Halfmove game: connect4
# set width=7
# players engine?depth=5 | engine?depth=4
# result 1-0 (X wins)
4 4 3 …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from halfmove.arena.job import Record
from halfmove.arena.plan import Plan, names_of


def written(plan: Plan, records: Iterable[Record]) -> Iterator[str]:
    """The text of each game."""
    game = plan.game.open()
    called = names_of(plan)
    for record in records:
        names = " | ".join(called[p] for p in record.players)
        shares = "-".join(f"{score:g}" for score in record.scores)
        lines = [
            f"# Halfmove game: {game.title()}",
            *(f"# set {key}={value}" for key, value in game.parameters.items()),
            *([f"# position {record.position}"] if record.position is not None else []),
            f"# players {names}",
            f"# result {shares} ({' '.join(record.words.split())})",
            " ".join(move.text for move in record.moves),
        ]
        yield "\n".join(lines) + "\n\n"
