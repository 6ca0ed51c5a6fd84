"""Ratings of all players of a contest, from all its games at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from halfmove.arena.job import Record
from halfmove.arena.statistics.bradley_terry import Ratings, ratings
from halfmove.arena.statistics.comparisons import Comparisons, comparisons, of_game
from halfmove.core.errors import BadInput


def rate_players(
    records: Iterable[Record], names: Sequence[str], anchors: Mapping[str, float] | None = None
) -> Ratings:
    """Bradley-Terry ratings (see `statistics.bradley_terry`) with their 95 % intervals.

    `anchors` holds one player at a rating, by name; without it the mean is 0.  `BadInput` for a name that
    is none, or for more than one.
    """
    return ratings(compare_players(records, len(names)), find_anchor(names, anchors or {}), spread=True)


def compare_players(records: Iterable[Record], players: int) -> Comparisons:
    """All games, as the ratings look at them."""
    found = [part for record in records for part in of_game(record.players, record.scores)]
    return comparisons([part[:3] for part in found], players, [part[3] for part in found])


def find_anchor(names: Sequence[str], anchors: Mapping[str, float]) -> tuple[int, float] | None:
    """The player that is held at a rating, and that; `BadInput` for a name that is none, or for several."""
    if len(anchors) > 1:
        raise BadInput(f"One player can be the anchor, not {len(anchors)}.")
    for name, rating in anchors.items():
        if name not in names:
            raise BadInput(f"There is no player '{name}' to be the anchor; there are: {', '.join(names)}.")
        return names.index(name), rating
    return None
