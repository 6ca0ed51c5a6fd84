"""Swiss tournaments: in each round players with equal points meet, and nobody meets the same player twice.

A round's pairings are a matching of least cost: what counts is, in this order, that nobody meets an opponent
again, that points differ little, that those with more points meet the lower half of their group (as in the
Dutch system), and that the first seat goes round.  With an odd number the lowest who has not had one gets a
bye, worth as much as winning all games of the meeting.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from halfmove.arena.job import Job, Record
from halfmove.arena.openings import Book
from halfmove.arena.plan import Plan
from halfmove.arena.schedule.base import Schedule
from halfmove.core.errors import BadInput

REMATCH = 10**9
POINTS = 10**4


class Swiss(Schedule):
    """`plan.rounds` rounds (by default as many as a knock-out would have, and one more), each pairing
    `plan.games` games."""

    def __init__(self, plan: Plan, openings: Book) -> None:
        super().__init__(plan, openings)
        self.players = len(plan.players)
        self.rounds = plan.rounds or math.ceil(math.log2(self.players)) + 1
        if self.rounds >= self.players and plan.rounds:
            raise BadInput(
                f"{self.players} players have {self.players - 1} opponents each, so a Swiss tournament can "
                f"have {self.players - 1} rounds without a second meeting, not {self.rounds}."
            )
        self.rounds = min(self.rounds, self.players - 1)
        self._pairings: list[list[tuple[int, int]]] = []

    @property
    def meetings(self) -> int:
        """Meetings of one round."""
        return self.players // 2

    @property
    def games(self) -> int:
        return self.rounds * self.meetings * self.plan.games

    def next(self, records: Mapping[int, Record], given: Collection[int]) -> Job | None:
        for number in range(self.rounds):
            first = number * self.meetings * self.plan.games
            games = range(first, first + self.meetings * self.plan.games)
            for game in games:
                if game not in records and game not in given:
                    return self._game(game, records)
            if any(game not in records for game in games):
                return None  # the next round is paired when this one is over
        return None

    def finished(self, records: Mapping[int, Record]) -> bool:
        return all(game in records for game in range(self.games))

    def _game(self, number: int, records: Mapping[int, Record]) -> Job:
        round_number, rest = divmod(number, self.meetings * self.plan.games)
        meeting, game = divmod(rest, self.plan.games)
        a, b = self.pairings(round_number, records)[meeting]
        pair = (round_number * self.meetings + meeting) * ((self.plan.games + 1) // 2) + game // 2
        players = (a, b) if game % 2 == 0 else (b, a)
        opening = round_number * ((self.plan.games + 1) // 2) + game // 2
        return self.job(number, pair, players, opening, round=round_number)

    def pairings(self, number: int, records: Mapping[int, Record]) -> list[tuple[int, int]]:
        """Who meets whom in round `number`, counted from 0, the first seat first; all before it are over."""
        while len(self._pairings) <= number:
            self._pairings.append(self._pair(len(self._pairings), records))
        return self._pairings[number]

    def _pair(self, number: int, records: Mapping[int, Record]) -> list[tuple[int, int]]:
        points = self.points(number, records)
        ranked = sorted(range(self.players), key=lambda p: (-points[p], p))
        met: Counter[frozenset[int]] = Counter(
            frozenset(pair) for past in self._pairings[:number] for pair in past
        )
        firsts = Counter(pair[0] for past in self._pairings[:number] for pair in past)
        if self.players % 2:
            ranked.remove(self._bye(number, ranked))
        graph = _networkx().Graph()
        place = {p: i for i, p in enumerate(ranked)}
        for i, a in enumerate(ranked):
            group = sum(points[p] == points[a] for p in ranked)
            for b in ranked[i + 1 :]:
                apart = abs(points[a] - points[b])
                fold = abs(place[b] - place[a] - max(group // 2, 1))
                cost = met[frozenset((a, b))] * REMATCH + round(apart * 2) ** 2 * POINTS + fold
                graph.add_edge(a, b, weight=-cost)
        matching = _networkx().max_weight_matching(graph, maxcardinality=True)
        pairs = [tuple(sorted(pair, key=lambda p: (firsts[p], place[p]))) for pair in matching]
        return sorted(((a, b) for a, b in pairs), key=lambda pair: min(place[p] for p in pair))

    def byes(self, number: int) -> list[int]:
        """Who has had the bye of each round before round `number`."""
        everyone = set(range(self.players))
        return [
            (everyone - {p for pair in past for p in pair}).pop()
            for past in self._pairings[:number]
            if self.players % 2
        ]

    def _bye(self, number: int, ranked: list[int]) -> int:
        had = Counter(self.byes(number))
        return min(reversed(ranked), key=lambda p: had[p])

    def points(self, number: int, records: Mapping[int, Record]) -> dict[int, float]:
        """Everybody's points from the rounds before round `number`."""
        points = dict.fromkeys(range(self.players), 0.0)
        for game in range(number * self.meetings * self.plan.games):
            record = records[game]
            for player, score in zip(record.players, record.scores, strict=True):
                points[player] += score
        for player in self.byes(number):
            points[player] += self.plan.games
        return points


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise BadInput(
            "Swiss tournaments need the package networkx: pip install 'halfmove[arena]'."
        ) from None
    return networkx
