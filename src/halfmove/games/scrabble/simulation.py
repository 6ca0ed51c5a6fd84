"""Simulation of candidates: each played on by static players, with racks drawn from what is unseen.

In trial t all candidates meet the same tiles: one order of the unseen tiles gives the opponent's rack and
then the bag, so that what two candidates differ by is known better than either (common random numbers).
After so many plies a trial ends, with the points so far, the values of what both have kept, and the chance to
win that these and the tiles in the bag make (`winning`); where the game ends before, with its result.
Source: B. Sheppard, *World-championship-caliber Scrabble*, Artificial Intelligence 134, 2002, section 5.

Candidates are dropped once they are beaten, as in the races of A. Moore and M. Lee, *Efficient algorithms
for minimizing cross validation error*, ICML 1994, pages 190-198 (BRACE: all meet the same trials, and what
counts is the difference in each).  Score and leave say what to expect of a candidate, as surely as
`PRIOR_TRIALS` trials would; who is worse than the leader with a probability of 95 % is played no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import Game
from halfmove.core.randomness import below
from halfmove.games.scrabble.best import find_best
from halfmove.games.scrabble.desk import BEST_EQUITY, LEAST, ROOM, Desk
from halfmove.games.scrabble.generator import Generator, find_plays
from halfmove.games.scrabble.plays import COUNT, KIND
from halfmove.games.scrabble.tiles import TileSet
from halfmove.games.scrabble.turns import (
    END,
    OVER,
    SCORELESS,
    TOP,
    Match,
    end_turn,
    exchange_tiles,
    fill_leaves,
    lay_play,
    new_match,
    play_turn,
)
from halfmove.games.scrabble.winning import CERTAIN, LEADS, WIDEST, Chances

DROPPED_AT = 1.645
"""Standard errors by which a candidate is worse than the leader with a probability of 95 %."""
PER_POINT = 0.0002
"""Shares of a win that a point of spread counts besides the chance: it decides where games are decided."""
PRIOR_TRIALS = 80
"""As many trials score and leave count for (how it was chosen: decision 114)."""
USUAL_VARIANCE, USUAL_TRIALS = 0.03, 10
"""The variance of what two candidates differ by in a trial, and as how many trials that counts: a few trials
may show none by chance."""
ROUND = 8
PLIES = 2
LATE = 14
"""Where the bag has so few tiles, trials are played to the end."""
WHOLE = 100
"""Plies that end every game."""
CANDIDATE = 4
"""Words of a candidate: its action, its score, the value of what it keeps in thousandths; one is spare."""
RESULT = 3
"""Words of a trial: the points gained from now on, in thousandths; the chance to win, in millionths; and what
the opponent scores in his next turn, in thousandths: how open the board is left."""


class Scene(NamedTuple):
    """The position that is simulated, as the player to move (0) knows it."""

    board: Buffer
    rack: Buffer
    """[32]"""
    unseen: Buffer
    """[32]: the tiles on the other's rack and in the bag that may be anywhere there."""
    held: Buffer
    """[32]: tiles that are known to be on the other's rack, not among the unseen."""
    facts: Buffer
    """How many tiles the other has, the lead, turns without points, plies, the last row of the chances."""
    chances: Buffer
    candidates: Buffer
    results: Buffer
    """[trials × candidates × 3]"""


OTHERS, LEAD, IDLE, DEPTH, ROWS = range(5)


def begin_trial(t: Desk, m: Match, v: Scene, size: int, order: Buffer, many: int) -> None:
    """Set the position up with the unseen tiles in this order: the other's rack first, then the bag."""
    for square in range(size * size):
        t.board[square] = v.board[square]
    held = 0
    for tile in range(32):
        m.racks[tile] = v.rack[tile]
        m.racks[32 + tile] = v.held[tile]
        held += v.held[tile]
    for place in range(many):
        m.order[place] = order[place]
    top = 0
    while held + top < v.facts[OTHERS] and top < many:
        m.racks[32 + order[top]] += 1
        top += 1
    m.going[TOP], m.going[END], m.going[OVER] = top, many, 0
    m.going[SCORELESS] = v.facts[IDLE]
    m.scores[0], m.scores[1], m.left[0], m.left[1] = 0, 0, 0, 0


def play_candidate(t: Desk, m: Match, v: Scene, size: int, which: int, random: Buffer) -> None:
    """Play a candidate."""
    action, score = v.candidates[CANDIDATE * which], v.candidates[CANDIDATE * which + 1]
    m.left[0] = v.candidates[CANDIDATE * which + 2]
    if action >> KIND == 1:
        lay_play(t, m, size, 0, action)
        m.scores[0] += score
    elif action >> KIND == 2:
        exchange_tiles(m, 0, action & ((1 << COUNT) - 1), (action >> COUNT) & 7, random)
    end_turn(t, m, 0, score)


def note_result(m: Match, v: Scene, at: int, player: int) -> None:
    """Write what a trial has brought; `player` is to move."""
    gained = 1000 * (m.scores[0] - m.scores[1])
    if m.going[OVER] == 1:
        lead = gained + 1000 * v.facts[LEAD]
        chance = CERTAIN if lead > 0 else (0 if lead < 0 else CERTAIN // 2)
    else:
        gained += m.left[0] - m.left[1]
        lead = gained // 1000 + v.facts[LEAD]
        row = min(m.going[END] - m.going[TOP], v.facts[ROWS])
        own = min(max(lead if player == 0 else -lead, -WIDEST), WIDEST)
        chance = v.chances[LEADS * row + WIDEST + own]
        if player == 1:
            chance = CERTAIN - chance
    v.results[at] = gained
    v.results[at + 1] = chance


@kernel
def simulate(
    game: Game,
    t: Desk,
    m: Match,
    v: Scene,
    size: int,
    count: int,
    trials: int,
    order: Buffer,
    random: Buffer,
) -> int:
    """Play so many trials of the first `count` candidates; how many turns were played."""
    many, turns = 0, 0
    for tile in range(32):
        for _ in range(v.unseen[tile]):
            order[many] = tile
            many += 1
    for trial in range(trials):
        for at in range(many - 1, 0, -1):
            other = below(random, at + 1)
            tile = order[at]
            order[at] = order[other]
            order[other] = tile
        for which in range(count):
            begin_trial(t, m, v, size, order, many)
            play_candidate(t, m, v, size, which, random)
            player, ply, reply = 1, 0, 0
            while m.going[OVER] == 0 and ply < v.facts[DEPTH]:
                play_turn(t, m, size, player, False, random)
                player = 1 - player
                ply += 1
                if ply == 1:
                    reply = m.scores[1]
            turns += ply
            at = RESULT * (trial * count + which)
            note_result(m, v, at, player)
            v.results[at + 2] = 1000 * reply
    return turns


@kernel
def list_plays(game: Game, t: Desk, m: Match, size: int, capacity: int, in_bag: int, other: int) -> int:
    """Find all plays of the rack with the values of what they keep; how many."""
    fill_leaves(t, m, False, in_bag, other)
    return find_plays(game, t, size, capacity)


@kernel
def find_worth(game: Game, t: Desk, m: Match, size: int, in_bag: int) -> int:
    """Score and leave of the best play of the rack, in thousandths; `LEAST` where there is none."""
    fill_leaves(t, m, False, in_bag, 0)
    find_best(t, size)
    return t.counts[BEST_EQUITY]


class Candidate(NamedTuple):
    """An action, what it scores, and what it keeps is worth, in points."""

    action: int
    score: int
    leave: float


class Found(NamedTuple):
    """What trials say of a candidate."""

    candidate: Candidate
    gained: float
    """Points gained from now on, in the mean; its standard error; the chance to win; how many trials."""
    error: float
    win: float
    trials: int
    reply: float
    """What the opponent scores in his next turn, in the mean."""


class Simulator:
    """Simulates positions of one generator; one thread's."""

    def __init__(
        self, generator: Generator, tiles: TileSet, table: Any, chances: Chances, scoreless: int
    ) -> None:
        self.generator, self.chances = generator, chances
        self.match = new_match(tiles, table, scoreless=scoreless)
        size = generator.size
        self._order = Buffer(max(tiles.total, 1))
        self._most = 64
        self.scene = Scene(
            Buffer(size * size), Buffer(32), Buffer(32), Buffer(32), Buffer(8), chances.table,
            Buffer(CANDIDATE * self._most), Buffer(RESULT * self._most * ROUND),
        )  # fmt: skip

    def plays(self, board: bytes, rack: bytes, in_bag: int, other: int = 0) -> list[Candidate]:
        """Every play of a rack, the best by score and leave together first; `other`: the points on the
        opponent's rack, where the bag is empty."""
        made = self.generator
        with made.lock:
            made.set(board, rack)
            while True:
                desk, most = made.desk, made.capacity
                many = list_plays(made.game, desk, self.match, made.size, most, in_bag, other)
                if many <= most:
                    break
                made.make_room(many)
            rows = desk.plays.array[: ROOM * many].reshape(-1, ROOM)
            ranked = rows[np.argsort(-(1000 * rows[:, 1] + rows[:, 2]), kind="stable")].tolist()
        return [Candidate(action, score, leave / 1000) for action, score, leave in ranked]

    def best_worth(self, board: bytes, rack: bytes, in_bag: int) -> int | None:
        """Score and leave of the best play, in thousandths, as players in trials find it; None: no play."""
        made = self.generator
        with made.lock:
            made.set(board, rack)
            found = find_worth(made.game, made.desk, self.match, made.size, in_bag)
        return None if found == LEAST else found

    def set(
        self,
        board: bytes,
        rack: bytes,
        unseen: Sequence[int],
        *,
        others: int,
        lead: int,
        idle: int,
        plies: int = PLIES,
        held: bytes = b"",
    ) -> None:
        """Take a position: `unseen` counts what is in the bag and on the other's rack of `others` tiles, of
        which `held` are known, `idle` turns brought no points."""
        v = self.scene
        v.board.array[:] = list(board)
        for buffer, tiles in ((v.rack, rack), (v.held, held)):
            buffer.clear()
            for tile in tiles:
                buffer[tile] += 1
        v.unseen.clear()
        v.unseen.array[: len(unseen)] = unseen
        for tile in held:
            v.unseen[tile] -= 1
        in_bag = sum(unseen) - others
        v.facts.array[:5] = others, lead, idle, WHOLE if in_bag <= LATE else plies, self.chances.most

    def play(self, candidates: Sequence[Candidate], trials: int, random: Buffer) -> tuple[Any, int]:
        """The results of so many trials [trials, candidates, 3], in points, shares, points; turns played."""
        v, many = self.scene, len(candidates)
        for at, one in enumerate(candidates):
            v.candidates.array[CANDIDATE * at : CANDIDATE * at + 3] = (
                one.action,
                one.score,
                round(1000 * one.leave),
            )
        made = self.generator
        with made.lock:
            turns = simulate(
                made.game, made.desk, self.match, v, made.size, many, trials, self._order, random
            )
        found = v.results.array[: RESULT * trials * many].reshape(trials, many, RESULT)
        return found / np.array([1000.0, CERTAIN, 1000.0]), turns

    def static_goal(self, one: Candidate) -> float:
        """What a candidate aims at by score and leave alone, as it is counted in trials."""
        facts = self.scene.facts
        in_bag = int(self.scene.unseen.array.sum()) + int(self.scene.held.array.sum()) - facts[OTHERS]
        worth = one.score + one.leave
        return 1 - self.chances.win(-(facts[LEAD] + worth), max(in_bag, 1)) + PER_POINT * worth

    def deepen(
        self,
        candidates: Sequence[Candidate],
        most: int | None,
        random: Buffer,
        stopped: Callable[[], bool],
        redraw: Callable[[], None] | None = None,
        drops: bool = True,
    ) -> Iterator[tuple[list[Found], int, bool]]:
        """What is known of the candidates, the best first, after each doubling of the trials and at the end;
        turns played; whether one is found with confidence.  At most 64 candidates, and `most` trials.  With
        `redraw`, each trial is one of its own, before which it may say what the opponent holds (`set`).
        Without `drops` all have all trials: who drops the worse one early thinks it worse than it is."""
        race = Race(list(candidates), [self.static_goal(one) for one in candidates], drops)
        turns, told = 0, 0
        while True:
            done = race.trials
            size = ROUND if redraw is None else 1
            many = size if most is None else min(size, most - done)
            if redraw is not None:
                redraw()
            results, played = self.play([race.candidates[k] for k in race.alive], many, random)
            turns += played
            race.add(results)
            over = stopped() or len(race.alive) == 1 or (most is not None and race.trials >= most)
            if over or race.trials >= 2 * told:
                told = race.trials
                yield race.found(), turns, len(race.alive) == 1
            if over:
                return


class Race:
    """The candidates of a simulation, and which of them may still be the best."""

    def __init__(self, candidates: list[Candidate], priors: Sequence[float], drops: bool = True) -> None:
        self.candidates, self._drops = candidates, drops
        self._priors = np.array(priors)
        self._level = 0.0
        """By how much trials say more than score and leave, in the mean of all candidates."""
        self.alive = list(range(len(candidates)))
        many = len(candidates)
        self.counts = np.zeros(many)
        self.sums = np.zeros((many, 4))
        """Of points gained, of these squared, of chances, of replies."""
        self._goals = np.zeros(many)
        self._products = np.zeros((many, many))
        """Sums of the products of two candidates' goals in a trial, of those that are left."""

    @property
    def trials(self) -> int:
        """Of the candidates that are left."""
        return int(self.counts[self.alive[0]])

    def add(self, results: Any) -> None:
        """Take trials of those that are left, then drop what is beaten."""
        alive = self.alive
        gained, chance, replies = (results[:, :, k] for k in range(RESULT))
        goal = chance + PER_POINT * gained
        self.counts[alive] += len(results)
        parts = (gained, gained**2, chance, replies)
        self.sums[alive] += np.stack([part.sum(0) for part in parts], axis=1)
        self._goals[alive] += goal.sum(0)
        self._products[np.ix_(alive, alive)] += goal.T @ goal
        if len(alive) == len(self.candidates):
            self._level = float((self._goals / self.counts - self._priors).mean())
        if self._drops and self.trials % ROUND == 0:
            self._drop()

    def _drop(self) -> None:
        """Drop each candidate that is worse than the leader with the confidence that is asked for."""
        alive, trials = np.array(self.alive), self.trials
        expected, means = self._expected()[alive], self._goals[alive] / trials
        leader = int(expected.argmax())
        products = self._products[np.ix_(alive, alive)]
        squares = products.diagonal() + products[leader, leader] - 2 * products[leader]
        variance = squares - trials * (means - means[leader]) ** 2 + USUAL_TRIALS * USUAL_VARIANCE
        error = np.sqrt(variance / (trials + USUAL_TRIALS) / (trials + PRIOR_TRIALS))
        is_left = expected[leader] - expected <= DROPPED_AT * error
        self.alive = alive[is_left].tolist()

    def _expected(self) -> Any:
        """What is aimed at, of each candidate, with score and leave for a prior."""
        prior = PRIOR_TRIALS * (self._priors + self._level)
        return (self._goals + prior) / (self.counts + PRIOR_TRIALS)

    def found(self) -> list[Found]:
        """What is known: those that are left first, each group by what was aimed at."""
        rows = []
        goals = self._expected()
        for k, candidate in enumerate(self.candidates):
            many = self.counts[k]
            gained, squares, chance, reply = map(float, self.sums[k] / many)
            error = (max(squares - gained**2, 0) / max(many - 1, 1)) ** 0.5
            found = Found(candidate, gained, float(error), chance, int(many), reply)
            rows.append((k in self.alive, goals[k], found))
        rows.sort(key=lambda row: row[:2], reverse=True)
        return [found for _, _, found in rows]
