"""Online outcome sampling: regret minimisation for one decision, which on any game tends to an equilibrium.

V. Lisý, M. Lanctot and M. Bowling, "Online Monte Carlo counterfactual regret minimization for search in
imperfect information games", AAMAS 2015.  Each iteration draws one play *from the beginning of the game*, not
from the decision on, and updates the regrets of one player at the information sets that it passes (outcome
sampling: Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", NIPS 2009).  With
the probability `targeting` the play is drawn among those that come through the player's information set;
the others keep beliefs about it right.  A play's weight is the inverse of the probability q that it is drawn:

    q(z) = targeting · (drawn among those through the set) + (1 - targeting) · (drawn from all)

    at an information set of the updated player, on the way to z with utility u, tail(.) = probability of the
    rest of z where all play their strategies, others(h) = that the others and nature play as far as h:
      regret[a] += u · others(h) / q(z) · ((tail(ha) if a was taken else 0) - tail(h))
      average[a] += own(h) / q(h) · strategy[a]

The answer is the average strategy there, a mixed one.  Regrets outlast the search, so that what was learnt
for one move serves the next, and all moves are of one strategy for the whole game: that is what
information-set Monte Carlo, which begins anew with beliefs that are nature's alone, cannot promise (see
*non-locality* in the gallery of misconceptions).

The histories of information sets are found once, by going through the game; where it has more than `LISTED`
histories plays are drawn from all, without a target.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.analysis import Analysis, Line
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.errors import BadInput
from halfmove.core.in_turn import in_turn
from halfmove.core.limit import Limit
from halfmove.core.numbers import read_decimal_option
from halfmove.core.randomness import fraction, stream
from halfmove.core.scores import Score
from halfmove.search import hidden
from halfmove.search.algorithms import Brake
from halfmove.search.hidden import draw_from, grow_in_portions, read_options, register_hidden
from halfmove.search.information_set import EDGE, KEY, PATH, edge_key, find
from halfmove.search.montecarlo.engine import turn_of
from halfmove.search.numbered import Numbered, numbered
from halfmove.search.size import is_within

NAME = "oos"
COVERED = 1_000_000
"""Histories of a game that "auto" takes it for: what is drawn in seconds says something of each decision."""
TARGETING, EXPLORATION = 0.9, 0.4
"""The paper's: how many plays come through the information set, and how often the updated player acts at
random."""
MEGABYTES = 64
LISTED = 200_000
"""Histories of a game that are gone through, some seconds of Python."""
LONGEST = 2_000
"""Plies after which a play ends, and nobody has won anything."""

OFF, BELOW = -1, -2
"""Where a play stands to the target: it cannot come through any more; it has."""
ACTION, CHILD, NEXT = range(3)
"""The words of a node of the target: the action that leads to it, its first child (0: none, it is a history
of the set), and the next of its siblings (0: none)."""
FAINTEST = 1e-280
"""A play less likely than this is broken off as well: soon its probability could not be told from 0, by which
nothing can be divided (dark chess, after some two hundred random plies)."""
NODE = 3
USED, PLIES, VISITS = range(3)


class Memory(NamedTuple):
    """What the kernel works with."""

    edges: Buffer
    """The table of (information set, action); only its keys are used."""
    regrets: Any
    """float64[edges]"""
    average: Any
    """float64[edges]: strategies added up."""
    gained: Any
    """float64[1]: the utilities of plays through the set, to its player, weighted, added up."""
    weight: Any
    """float64[1]: the weights of these plays."""
    path: Buffer
    moves: Buffer
    counters: Buffer
    random: Buffer


class Target(NamedTuple):
    """The histories of the information set as a tree of actions, and how plays are drawn."""

    nodes: Buffer
    mass: Any
    """float64[nodes]: how likely a targeted play comes through each."""
    targeting: float
    exploration: float
    viewer: int


class Drawn(NamedTuple):
    """A play as it was drawn: the rest of it from here, where all play their strategies; its probability of
    being drawn; and its utility to the updated player."""

    tail: float
    likely: float
    utility: float


@kernel
def walk(
    game: Game,
    state: Any,
    player: int,
    own: float,
    others: float,
    freely: float,
    aimed: float,
    spot: int,
    targeted: int,
    memory: Memory,
    size: int,
    target: Target,
    top: int,
    ply: int,
) -> Drawn:
    """A play from `state` on, and the updates of `player`'s regrets on its way.

    `own` and `others`: the probabilities that he, and the others and nature, play as far as this.  `freely`
    and `aimed`: that an untargeted and a targeted play comes here.  `spot`: where in the target it is.
    """
    memory.counters[PLIES] += 1
    likely = target.targeting * aimed + (1.0 - target.targeting) * freely
    if game.is_terminal(state) or ply >= LONGEST or likely < FAINTEST:
        utility = float(game.utility(state, player)) if game.is_terminal(state) else 0.0
        if spot == BELOW and player == target.viewer:
            memory.gained[0] += own * others / likely * utility
            memory.weight[0] += own * others / likely
        return Drawn(1.0, likely, utility)
    count = 0
    mover = game.to_move(state)
    inside = spot >= 0
    if game.has_chance and mover == CHANCE:
        chosen, share = 0, 1.0
        if inside and targeted != 0:
            node = aim(memory, target, spot)
            chosen = target.nodes[node * NODE + ACTION]
        else:
            left = fraction(memory.random)
            drawn = -1
            for a, p in game.outcomes(state):
                if drawn < 0 or left >= 0.0:
                    drawn = a
                left -= p
            chosen = drawn
        for a, p in game.outcomes(state):
            if a == chosen:
                share = p
        after, ahead = follow(target, spot, chosen, aimed, share)
        found = walk(
            game, game.result(state, chosen), player, own, others * share, freely * share, ahead, after,
            targeted, memory, size, target, top, ply + 1,
        )  # fmt: skip
        return Drawn(found.tail * share, found.likely, found.utility)
    count = game.list_actions(state, memory.moves, 0)
    known = top + 2 * count <= PATH and prepare_edges(
        memory, size, game.information(state, mover), count, top
    )
    whole = 0.0
    if known:
        for k in range(count):
            whole += max(memory.regrets[memory.path[top + k]], 0.0)
    explore = target.exploration if mover == player else 0.0
    place = 0
    if inside and targeted != 0:
        chosen = target.nodes[aim(memory, target, spot) * NODE + ACTION]
        for k in range(count):
            if memory.moves[k] == chosen:
                place = k
    elif fraction(memory.random) < explore:
        place = min(int(fraction(memory.random) * count), count - 1)
    else:
        left = fraction(memory.random)
        place = -1
        for k in range(count):
            p = strategy_at(memory, known, whole, top + k, count)
            if left >= 0.0 and p > 0.0:
                place = k
            left -= p
    share = strategy_at(memory, known, whole, top + place, count)
    sampled = explore / count + (1.0 - explore) * share
    chosen = memory.moves[place]
    after, ahead = follow(target, spot, chosen, aimed, sampled)
    mine = mover == player
    found = walk(
        game, game.result(state, chosen), player, own * share if mine else own,
        others if mine else others * share, freely * sampled, ahead, after, targeted, memory, size, target,
        top + count, ply + 1,
    )  # fmt: skip
    tail = share * found.tail
    if mine and known:
        weight = found.utility * others / found.likely
        for k in range(count):
            edge = memory.path[top + k]
            p = strategy_at(memory, known, whole, top + k, count)
            memory.average[edge] += own / likely * p
        for k in range(count):
            memory.regrets[memory.path[top + k]] += weight * ((found.tail if k == place else 0.0) - tail)
    return Drawn(tail, found.likely, found.utility)


def strategy_at(memory: Memory, known: bool, whole: float, at: int, count: int) -> float:
    """The probability of the action whose edge is `memory.path[at]`, by regret matching; `whole` are the
    positive regrets added up."""
    if not known or whole <= 0.0:
        return 1.0 / count
    return max(memory.regrets[memory.path[at]], 0.0) / whole  # type: ignore[no-any-return]


def prepare_edges(memory: Memory, size: int, name: Any, count: int, top: int) -> bool:
    """Leave the edges of the actions in `memory.moves` on the path; False where the table is full."""
    for k in range(count):
        key = edge_key(name, memory.moves[k])
        edge = find(memory.edges, size, key)
        if edge < 0:
            return False
        if memory.edges[edge * EDGE + KEY] == 0:
            memory.edges[edge * EDGE + KEY] = key
            memory.counters[USED] += 1
        memory.path[top + k] = edge
    return True


def aim(memory: Memory, target: Target, spot: int) -> int:
    """A child of a node of the target, as likely as its mass."""
    left = fraction(memory.random) * target.mass[spot]
    node = target.nodes[spot * NODE + CHILD]
    while left >= target.mass[node] and target.nodes[node * NODE + NEXT] != 0:
        left -= target.mass[node]
        node = target.nodes[node * NODE + NEXT]
    return node


def follow(target: Target, spot: int, action: int, aimed: float, share: float) -> tuple[int, float]:
    """Where an action leads in the target, and how likely a targeted play comes there; `share` is the
    probability of the action where plays are no longer aimed."""
    if spot == BELOW:
        return BELOW, aimed * share
    if spot == OFF:
        return OFF, 0.0
    node = target.nodes[spot * NODE + CHILD]
    while node != 0 and target.nodes[node * NODE + ACTION] != action:
        node = target.nodes[node * NODE + NEXT]
    if node == 0:
        return OFF, 0.0
    here: float = target.mass[node]
    return (BELOW if target.nodes[node * NODE + CHILD] == 0 else node), here


@kernel
def sample(game: Game, start: Any, memory: Memory, size: int, target: Target, spot: int, times: int) -> int:
    """So many plays for each player from the beginning of the game."""
    for _ in range(times):
        for player in range(game.players):
            targeted = 1 if fraction(memory.random) < target.targeting else 0
            aimed = 1.0 if target.targeting > 0.0 else 0.0
            none = int(np.int64(0))  # no literal: see docs/speed.md on kernels that call themselves
            walk(game, start, player, 1.0, 1.0, 1.0, aimed, spot, targeted, memory, size, target, none, none)
    return times


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    if game.veiled and game.repetition != "none":
        return (
            f"In {game.title()} a repeated position counts; online outcome sampling looks at positions alone."
        )
    return hidden.unfit(game, "Online outcome sampling", "mixes strategies for", means="weighs")


class OnlineSampling:
    """The regrets of one game; `memory` of `search`.  They outlast searches."""

    def __init__(
        self,
        game: Game,
        *,
        megabytes: float = MEGABYTES,
        seed: int = 0,
        targeting: float = TARGETING,
        exploration: float = EXPLORATION,
    ) -> None:
        self.game = game
        self.turned = in_turn(game)
        self.subject = numbered(self.turned)
        self.targeting, self.exploration = targeting, exploration
        self.size = 1 << max(int(megabytes * 2**20 / (8 * EDGE + 16)).bit_length() - 1, 6)
        self.seed = seed
        self._ways: dict[tuple[int, int], dict[tuple[int, ...], float]] | None = None
        """The histories of the game by information set, once they were needed."""
        self.clear()

    def clear(self) -> None:
        """Forget the regrets."""
        self.memory = Memory(
            Buffer(self.size * EDGE),
            np.zeros(self.size),
            np.zeros(self.size),
            np.zeros(1),
            np.zeros(1),
            Buffer(PATH),
            Buffer(self.subject.actions_limit + 2),
            Buffer(VISITS + 1),
            stream(self.seed),
        )

    def reseed(self, seed: int) -> None:
        """Have the next plays be drawn by this seed."""
        self.seed = seed
        self.memory.random[0] = stream(seed)[0]

    def warm(self) -> None:
        """Nothing need be done before a clock runs."""

    def prepare(self, state: Any) -> None:
        """Make the machine code for searches."""
        target, spot = self.target({}, 0)
        sample.prepare(self.subject, self.subject.initial(), self.memory, self.size, target, spot, 1)

    def histories(self, name: int, viewer: int) -> dict[tuple[int, ...], float]:
        """The histories of an information set of `viewer`'s, as actions by number, with nature's probability
        of each; none where the game has too many to look through."""
        if self._ways is None:
            self._ways = self._list_histories()
        return self._ways.get((viewer, name), {})

    def _list_histories(self) -> dict[tuple[int, int], dict[tuple[int, ...], float]]:
        """The histories of all information sets, by whose they are and what they are called."""
        game = self.subject
        found: dict[tuple[int, int], dict[tuple[int, ...], float]] = {}
        waiting: list[tuple[Any, tuple[int, ...], float]] = [(game.initial(), (), 1.0)]
        looked = 0
        while waiting:
            state, way, likely = waiting.pop()
            looked += 1
            if looked > LISTED:
                return {}
            if game.is_terminal(state):
                continue
            mover = game.to_move(state)
            if mover == CHANCE:
                waiting += [
                    (game.result(state, a), (*way, a), likely * p) for a, p in game.outcomes(state) if p > 0
                ]
                continue
            name = int(game.information(state, mover))
            found.setdefault((mover, name), {})[way] = likely
            waiting += [(game.result(state, a), (*way, a), likely) for a in game.actions(state)]
        return found

    def target(self, histories: Mapping[tuple[int, ...], float], viewer: int) -> tuple[Target, int]:
        """The tree of such histories, and where a play begins in it."""
        rows: list[list[int]] = [[0, 0, 0]]
        mass = [0.0]
        whole = math.fsum(histories.values())
        for way, likely in histories.items():
            node = 0
            mass[0] += likely / whole
            for action in way:
                child = rows[node][CHILD]
                while child and rows[child][ACTION] != action:
                    child = rows[child][NEXT]
                if not child:
                    child = len(rows)
                    rows.append([action, 0, rows[node][CHILD]])
                    mass.append(0.0)
                    rows[node][CHILD] = child
                mass[child] += likely / whole
                node = child
        nodes = Buffer(NODE * len(rows))
        nodes.array[:] = np.array(rows).ravel()
        targeting = self.targeting if histories else 0.0
        spot = OFF if not histories else BELOW if () in histories else 0
        return Target(nodes, np.array(mass), targeting, self.exploration, viewer), spot

    def number(self, action: Any) -> int:
        """What the table calls an action."""
        return self.subject.number(action) if isinstance(self.subject, Numbered) else int(action)

    def shares(self, state: Any, viewer: int) -> dict[Any, float]:
        """The average strategy at an information set; the same of all where nothing is known."""
        name = self.turned.information(state, viewer)
        actions = list(self.turned.actions(state))
        found = {}
        for action in actions:
            key = edge_key(name, self.number(action))
            at = find(self.memory.edges, self.size, key)
            there = at >= 0 and self.memory.edges[at * EDGE + KEY] == key
            found[action] = float(self.memory.average[at]) if there else 0.0
        whole = math.fsum(found.values())
        return {a: share / whole if whole > 0 else 1.0 / len(actions) for a, share in found.items()}


def _deepen(
    searcher: OnlineSampling,
    game: Game,
    state: Any,
    limit: Limit,
    lines: int,
    only: Collection[Any] | None,
    brake: Brake,
) -> Iterator[Analysis]:
    """Analyses of a state, each after twice the plays of the last.

    `simulations` (or `nodes`) count plays for each player.  The answer is a mixture (`policy`), from which
    `best` is drawn by the seed; the value is the mean of the plays that came through the information set.
    """
    searcher.prepare(state)  # before the clock starts
    viewer = turn_of(game, state)
    start = searcher.subject.initial()
    chooses = game.to_move(state) >= 0
    histories = searcher.histories(int(game.information(state, viewer)), viewer) if chooses else {}
    target, spot = searcher.target(histories, viewer)
    if not chooses:
        spot = BELOW  # where nature moves all plays are of the value that is asked for
    memory = searcher.memory
    memory.gained[0] = memory.weight[0] = 0.0

    def play(times: int) -> None:
        sample(searcher.subject, start, memory, searcher.size, target, spot, times)

    for done, seconds in grow_in_portions(limit, brake, play):
        yield _analysis(searcher, game, state, viewer, lines, only, done, seconds, len(histories))


def _analysis(
    searcher: OnlineSampling,
    game: Game,
    state: Any,
    viewer: int,
    lines: int,
    only: Collection[Any] | None,
    done: int,
    seconds: float,
    targets: int,
) -> Analysis:
    """What the averages say."""
    memory = searcher.memory
    weight = float(memory.weight[0])
    mean = float(memory.gained[0]) / weight if weight > 0 else 0.0
    score = Score.mean(game, viewer, mean)
    best: list[Line] = []
    weights = None
    if game.to_move(state) >= 0:
        shares = searcher.shares(state, viewer)
        weights = {a: share for a, share in shares.items() if only is None or a in only}
        order = sorted(weights, key=lambda a: -weights[a])
        if any(weights.values()):
            name = int(game.information(state, viewer))
            drawn = draw_from(weights, fraction(stream(searcher.seed ^ name)))
            order.sort(key=lambda a: a != drawn)
        best = [Line(a, score, (a,)) for a in order[:lines]]
    return Analysis(
        game=game,
        state=state,
        algorithm=NAME,
        lines=tuple(best),
        score=score,
        depth=0,
        nodes=done,
        seconds=seconds,
        statistics={"histories": targets, "tree_edges": memory.counters[USED]},
        weights=weights,
        mixed=weights is not None,
    )


def settings_from(options: Mapping[str, str] | None) -> dict[str, float]:
    """How much is targeted and explored, from texts; `BadInput` for what cannot be."""
    usual = {"targeting": TARGETING, "exploration": EXPLORATION}
    texts = zip(usual, read_options(NAME, options, usual), strict=True)
    found = {name: read_decimal_option(NAME, name, text, 0, 1) for name, text in texts}
    if found["targeting"] == 1.0 or found["exploration"] == 0.0:
        raise BadInput(
            f"{NAME} draws some plays from all and tries all actions: 'targeting' is below 1 and "
            "'exploration' above 0."
        )
    return found


register_hidden(
    NAME,
    lambda game, megabytes, threads, **made: OnlineSampling(game, megabytes=megabytes or MEGABYTES, **made),
    _deepen,
    settings_from,
    summary="Online outcome sampling: regret minimisation for one decision, by plays of the whole game "
    "that come through it; a mixed strategy",
    source="Lisý, Lanctot and Bowling 2015",
    unfit=unfit,
    strength=31,
    settings={"targeting": TARGETING, "exploration": EXPLORATION},
    megabytes=MEGABYTES,
    suits=lambda game: game.zero_sum and game.hidden and is_within(game, COVERED),
)
