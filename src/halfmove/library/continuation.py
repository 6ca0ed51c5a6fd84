"""Whether a game goes on where another one stands, and says all that is said in that: then a library that is
given it need not keep the other."""

from __future__ import annotations

from collections.abc import Sequence

from halfmove.core.formats import GameRecord, Move


def is_continuation(later: GameRecord, former: GameRecord) -> bool:
    """Whether the later record has all of the former one, of a game of the same rules, and moves besides."""
    starts = [record.rules.position_text(record.first) for record in (later, former)]
    return (
        starts[0] == starts[1]
        and former.comment in ("", later.comment)
        and len(later.moves) > len(former.moves)
        and _has_line(later.moves, former.moves)
    )


def _has_line(later: Sequence[Move], former: Sequence[Move]) -> bool:
    return len(later) >= len(former) and all(map(_has_move, later, former))


def _has_move(later: Move, former: Move) -> bool:
    """Whether it is the same move with all that is said of it, but for evaluations, which a later analysis
    replaces."""
    return (
        later.action == former.action
        and former.comment in ("", later.comment)
        and former.before in ("", later.before)
        and former.clock in (None, later.clock)
        and former.spent in (None, later.spent)
        and set(former.nags) <= set(later.nags)
        and all(later.properties.get(name) == values for name, values in former.properties.items())
        and all(any(_has_line(line, said) for line in later.variations) for said in former.variations)
    )
