"""From records to counts: what the statistics look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import fmean

from halfmove.arena.job import Record
from halfmove.arena.statistics.counts import Counts, games
from halfmove.arena.statistics.elo import Interval
from halfmove.arena.statistics.means import mean, ratio
from halfmove.arena.statistics.pairs import of_scores


def score(record: Record, player: int) -> float:
    """A player's share of the game's point."""
    return record.scores[record.players.index(player)]


def complete_pairs(records: Mapping[int, Record]) -> list[tuple[Record, Record]]:
    """The pairs of which both games have been played, in the order of the schedule."""
    halves: dict[int, Record] = {}
    found = []
    for number in sorted(records):
        record = records[number]
        first = halves.pop(record.pair, None)
        if first is None:
            halves[record.pair] = record
        else:
            found.append((first, record))
    return sorted(found, key=lambda pair: pair[0].pair)


def select_games(records: Iterable[Record], a: int, b: int) -> list[Record]:
    """The games of two players, in the order given."""
    return [record for record in records if set(record.players) == {a, b}]


def count_results(records: Iterable[Record], player: int) -> tuple[int, int, int]:
    """A player's wins, draws and losses in games for two."""
    found = [0, 0, 0]
    for record in records:
        found[round(2 - 2 * score(record, player))] += 1
    return found[0], found[1], found[2]


def count_scores(records: Mapping[int, Record], a: int, b: int) -> Counts:
    """What the first of two players scored against the second: by complete pairs, or, while there is none, by
    single games."""
    theirs = {n: r for n, r in records.items() if set(r.players) == {a, b}}
    paired = complete_pairs(theirs)
    if paired:
        return of_scores((score(one, a), score(other, a)) for one, other in paired)
    return games(*count_results(theirs.values(), a))


def points_a_game(
    records: Iterable[Record], player: int, less_luck: Mapping[int, tuple[float, ...]] | None = None
) -> Interval | None:
    """A player's mean utility in the games that came to their end by the rules, with Student's interval; None
    without any.  `less_luck`: by the games' numbers, the utilities to be taken in place of the records' own.

    Games with one opening and one seed have the same dice, so they are one sample: all rotations of the sides
    (in games for two, the pair).  While none has been played in all rotations, each game is one.
    """
    groups: dict[int, list[float]] = defaultdict(list)
    sides = 1
    for record in records:
        if record.utilities:
            told = record.utilities if less_luck is None else less_luck[record.number]
            groups[record.pair].append(told[record.players.index(player)])
            sides = len(set(record.players))
    whole = [fmean(found) for found in groups.values() if len(found) == sides]
    return mean(whole or [one for found in groups.values() for one in found])


def inner_points_a_game(records: Iterable[Record], player: int) -> Interval | None:
    """A player's mean points in the games inside the matches that came to their end by the rules; None where
    there is none.

    Games of one match are not independent of each other, nor are matches with the same dice: all rotations of
    the sides (in games for two, the pair) are one group; while none is complete, each match is one.
    """
    groups: dict[int, list[tuple[float, int]]] = defaultdict(list)
    sides = 1
    for record in records:
        if record.utilities and record.inner:
            seat = record.players.index(player)
            groups[record.pair].append((sum(points[seat] for points in record.inner), len(record.inner)))
            sides = len(set(record.players))
    whole = [found for found in groups.values() if len(found) == sides]
    counted = whole or [[one] for found in groups.values() for one in found]
    return ratio(
        [sum(y for y, _ in found) for found in counted], [sum(n for _, n in found) for found in counted]
    )
