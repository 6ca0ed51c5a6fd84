"""Swiss tournaments: in each round players with equal points meet, and nobody meets the same player twice.

A round's pairings are a matching of least cost (as in Ólafsson, "Weighted matching in chess tournaments",
Journal of the Operational Research Society 41, 1990).  What counts is, in this order, that nobody meets an
opponent again, that points differ little, that the first seat goes round, and that those with more points
meet the lower half of their group, as in FIDE's Dutch system.  With an odd number one player of each round
has a bye, worth as much as winning all games of a meeting: it takes part in the matching as a player that
comes last, so that nobody has it twice.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

from halfmove.arena.job import Job, Record
from halfmove.arena.openings import Book
from halfmove.arena.plan import Plan
from halfmove.arena.schedule.base import Schedule
from halfmove.core.errors import BadInput
from halfmove.core.extras import need

BYE = -1
"""The player that is not there."""
Pair = tuple[int, int]


class SwissSchedule(Schedule):
    """`plan.rounds` rounds (by default as many as a knock-out would have, and one more), each pairing
    `plan.games` games."""

    def __init__(self, plan: Plan, openings: Book) -> None:
        super().__init__(plan, openings)
        _load_networkx()
        self.players = len(plan.players)
        most = self.players - 1 + self.players % 2
        if plan.rounds > most:
            raise BadInput(
                f"A Swiss tournament of {self.players} players has at most {most} rounds without a second "
                f"meeting, not {plan.rounds}."
            )
        self.rounds = plan.rounds or min(math.ceil(math.log2(self.players)) + 1, most)
        self._pairings: list[list[Pair]] = []

    @property
    def meetings(self) -> int:
        """Meetings of one round."""
        return self.players // 2

    @property
    def games(self) -> int:
        return self.rounds * self.meetings * self.plan.games

    def next_job(self, records: Mapping[int, Record], given: Collection[int]) -> Job | None:
        for number in range(self.rounds):
            first = number * self.meetings * self.plan.games
            games = range(first, first + self.meetings * self.plan.games)
            for game in games:
                if game not in records and game not in given:
                    return self._game(game, records)
            if any(game not in records for game in games):
                return None  # the next round is paired when this one is over
        return None

    def is_finished(self, records: Mapping[int, Record]) -> bool:
        return all(game in records for game in range(self.games))

    def _game(self, number: int, records: Mapping[int, Record]) -> Job:
        round_number, rest = divmod(number, self.meetings * self.plan.games)
        meeting, game = divmod(rest, self.plan.games)
        a, b = self.pair_round(round_number, records)[meeting]
        openings = (self.plan.games + 1) // 2
        pair = (round_number * self.meetings + meeting) * openings + game // 2
        players = (a, b) if game % 2 == 0 else (b, a)
        return self.make_job(number, pair, players, round_number * openings + game // 2, round=round_number)

    def pair_round(self, number: int, records: Mapping[int, Record]) -> list[Pair]:
        """Who meets whom in round `number`, counted from 0, the first seat first; all before it are over."""
        while len(self._pairings) <= number:
            self._pairings.append(self._pair(len(self._pairings), records))
        return self._pairings[number]

    def _pair(self, number: int, records: Mapping[int, Record]) -> list[Pair]:
        points = self.points(number, records)
        ranked = sorted(range(self.players), key=lambda p: (-points[p], p))
        past = self._pairings[:number]
        costs = _PairingCosts(
            ranked, points, past, self.list_byes(number), seats_count=self.plan.games % 2 == 1
        )
        graph = _load_networkx().Graph()
        for a, b in combinations(costs.places, 2):
            graph.add_edge(a, b, weight=-costs.of(a, b))
        matching = _load_networkx().max_weight_matching(graph, maxcardinality=True)
        pairs = [costs.order_seats(*pair) for pair in matching if BYE not in pair]
        return sorted(pairs, key=lambda pair: min(costs.places[p] for p in pair))

    def list_byes(self, number: int) -> list[int]:
        """Who has had the bye of each round before round `number`."""
        everyone = set(range(self.players))
        return [
            (everyone - {p for pair in past for p in pair}).pop()
            for past in self._pairings[:number]
            if self.players % 2
        ]

    def points(self, number: int, records: Mapping[int, Record]) -> dict[int, float]:
        """Everybody's points from the rounds before round `number`."""
        points = dict.fromkeys(range(self.players), 0.0)
        for game in range(number * self.meetings * self.plan.games):
            record = records[game]
            for player, score in zip(record.players, record.scores, strict=True):
                points[player] += score
        for player in self.list_byes(number):
            points[player] += self.plan.games
        return points


class _PairingCosts:
    """What it costs that two players meet: whole numbers in which the lesser concerns of a whole round never
    add up to one step of a greater."""

    def __init__(
        self,
        ranked: Sequence[int],
        points: Mapping[int, float],
        past: Sequence[Sequence[Pair]],
        byes: Sequence[int],
        *,
        seats_count: bool,
    ) -> None:
        everyone = [*ranked, *([BYE] if len(ranked) % 2 else [])]
        self.places = {p: i for i, p in enumerate(everyone)}
        self.points = {**points, BYE: min(points.values())}
        self.groups = Counter(points.values())
        self.met = Counter(frozenset(pair) for pairs in past for pair in pairs)
        self.met.update(frozenset((p, BYE)) for p in byes)
        self.firsts: Counter[int] = Counter()
        """How much oftener each has had the first seat than the second; a meeting of two games has both."""
        if seats_count:
            self.firsts.update(first for pairs in past for first, _ in pairs)
            self.firsts.subtract(second for pairs in past for _, second in pairs)
        size = len(everyone)
        widest = round(2 * (max(points.values()) - min(points.values()))) ** 2
        self.seat = size * size + 1
        self.apart = self.seat * (size * (len(past) + 1) + 1)
        self.again = self.apart * (size * widest + 1)

    def of(self, a: int, b: int) -> int:
        """The cost of a meeting; `a` comes before `b`."""
        apart = round(2 * (self.points[a] - self.points[b])) ** 2
        one, other = self.firsts[a], self.firsts[b]
        clash = min(abs(one), abs(other)) if one * other > 0 else 0
        half = 1 if b == BYE else max(self.groups[self.points[a]] // 2, 1)
        fold = abs(self.places[b] - self.places[a] - half)
        again = self.met[frozenset((a, b))] * self.again
        return again + apart * self.apart + clash * self.seat + fold

    def order_seats(self, a: int, b: int) -> Pair:
        """The two, whoever has had the first seat less often first."""
        first, second = sorted((a, b), key=lambda p: (self.firsts[p], self.places[p]))
        return first, second


def _load_networkx() -> Any:
    return need("networkx", "Swiss tournaments need")
