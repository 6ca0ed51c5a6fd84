"""Information-set Monte Carlo tree search: one tree of what players know, grown through many states drawn.

P. I. Cowling, E. J. Powley and D. Whitehouse, "Information set Monte Carlo tree search", *IEEE Transactions
on Computational Intelligence and AI in Games* 4(2), 2012.  Each simulation draws a state that the player
cannot tell from the true one (`Game.resample`) and goes down a tree in which states that look alike are one
node, so that, other than in `determinized`, they share one choice:

    function ISMCTS(information set) returns an action
      while there is time do
        state <- a state of the information set
        while state is not terminal, and every legal action of its node was tried do
          state <- RESULT(state, the legal action that UCB likes best)
        add one of the untried actions to the tree, play on at random
        for each action on the way: add its mover's payoff
      return the action tried most

A node's actions differ from state to state, so UCB counts how often an action could have been chosen
(`AVAILABLE`) where it usually counts the visits of the node: section IV of the paper.

* `so-ismcts`, a *single observer*: nodes are what the player who searches knows.  His opponents' choices in
  one node are a bandit over all that they may hold.
* `mo-ismcts`, *multiple observers*: nodes are what the player to move knows, and so there is a tree for each.

The information sets are those of `Game.information`, which names all that a player knows and remembers, so
that a tree is no more than a table of (information set, action).  When it is full nothing is added to it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from halfmove.core import bits
from halfmove.core.analysis import Analysis, Line
from halfmove.core.buffer import Buffer
from halfmove.core.compile import kernel
from halfmove.core.contract import CHANCE, Game
from halfmove.core.in_turn import in_turn
from halfmove.core.limit import Limit
from halfmove.core.numbers import read_decimal_option
from halfmove.core.randomness import below, fraction, stream
from halfmove.core.score import WIN
from halfmove.core.scores import Score
from halfmove.search import hidden
from halfmove.search.algorithms import Brake
from halfmove.search.hidden import draw_from, grow_in_portions, read_options, register_hidden
from halfmove.search.montecarlo.engine import turn_of
from halfmove.search.numbered import Numbered, numbered

SINGLE, MULTIPLE = "so-ismcts", "mo-ismcts"
EXPLORATION = 0.7
"""The constant of UCB, payoffs being put between 0 and 1: Cowling, Powley and Whitehouse's."""
MEGABYTES = 64
"""Memory for the tree unless told otherwise; what is not used costs nothing."""
LONGEST = 10_000
"""Plies after which a simulation ends, and counts as if nobody had won anything."""
UCB, REGRET = range(2)
"""How a node chooses: upper confidence bounds, or regret matching (`search.simultaneous`)."""

KEY, VISITS, AVAILABLE, GAINED, REGRETS, MIXED = range(6)
"""The words of an edge: the name of its information set and action, how often it was taken and could have
been, what its mover got (in millionths above the least payoff), his regrets and his mixed strategy, added
up."""
EDGE = 8
PROBES = 64
"""Places of the table that are looked at before it counts as full."""
ONE = 1 << 20
"""A probability of 1, as edges keep it."""
STEP = 4
"""Words that each choice leaves on the path behind its edges: their number, which was taken, who moved, and
the probability of that."""
PATH = 1 << 16

DEEPEST, USED, PLIES = range(3)


class Memory(NamedTuple):
    """What the kernel works with."""

    edges: Buffer
    path: Buffer
    moves: Buffer
    rewards: Buffer
    counters: Buffer
    random: Buffer


class SelectionRule(NamedTuple):
    """How actions are selected: the fields that the module's first paragraphs explain."""

    single: int
    rule: int
    exploration: float
    most: int
    """The game's largest utility, in millionths."""


# ---- the tree as a table


def edge_key(name: bits.Bitboard, action: int) -> int:
    """What an action of an information set is called in the table; never 0."""
    return bits.number(bits.hash_with(name, action + 1)) | 1


def find(edges: Buffer, size: int, key: int) -> int:
    """The edge of this key, or the free one where it belongs; -1 where there is no room for it."""
    at = key >> 1 & (size - 1)
    found = -1
    tried = 0
    while found < 0 and tried < PROBES:
        there = edges[at * EDGE + KEY]
        if there == key or there == 0:
            found = at
        at = (at + 1) & (size - 1)
        tried += 1
    return found


# ---- simulations


@kernel
def simulate(
    game: Game, root: Any, viewer: int, memory: Memory, size: int, selection: SelectionRule, times: int
) -> int:
    """So many simulations from states that `viewer` cannot tell from `root`, into a table of `size` edges."""
    for _ in range(times):
        state = game.resample(root, viewer, memory.random)
        top = 0
        depth = 0
        plies = 0
        inside = True
        while plies < LONGEST and not game.is_terminal(state):
            mover = game.to_move(state)
            if game.has_chance and mover == CHANCE:
                state = game.result(state, nature(game, state, memory.random))
            else:
                count = game.list_actions(state, memory.moves, 0)
                chosen = -1
                if inside and top + count + STEP <= PATH:
                    name = game.information(state, viewer if selection.single != 0 else mover)
                    chosen, added = choose(memory, size, selection, name, count, top)
                    if chosen >= 0:
                        memory.path[top + count] = count
                        memory.path[top + count + 1] = chosen
                        memory.path[top + count + 2] = mover
                        top += count + STEP
                        depth += 1
                    inside = chosen >= 0 and not added
                if chosen < 0:
                    chosen = below(memory.random, count)
                state = game.result(state, memory.moves[chosen])
            plies += 1
        over = game.is_terminal(state)
        for player in range(game.players):
            payoff = int(game.utility(state, player) * WIN) if over else 0
            memory.rewards[player] = payoff + selection.most
        back_propagate(memory, selection, top)
        memory.counters[PLIES] += plies
        if depth > memory.counters[DEEPEST]:
            memory.counters[DEEPEST] = depth
    return times


def nature(game: Game, state: Any, random: Buffer) -> int:
    """One of nature's actions, by its probability."""
    left = fraction(random)
    drawn = -1
    for a, p in game.outcomes(state):
        if drawn < 0 or left >= 0.0:
            drawn = a
        left -= p
    return drawn


def choose(
    memory: Memory, size: int, selection: SelectionRule, name: bits.Bitboard, count: int, top: int
) -> tuple[int, bool]:
    """Which of the `count` actions in `memory.moves` a node takes, and whether something was added to the
    tree for it; -1 where the tree is full.  Their edges are left on the path from `top` on."""
    edges, path = memory.edges, memory.path
    untried, new = 0, 0
    for i in range(count):
        key = edge_key(name, memory.moves[i])
        edge = find(edges, size, key)
        if edge < 0:
            return -1, False
        at = edge * EDGE
        if edges[at + KEY] == 0:
            edges[at + KEY] = key
            memory.counters[USED] += 1
            new += 1
        edges[at + AVAILABLE] += 1
        if edges[at + VISITS] == 0:
            untried += 1
        path[top + i] = edge
    if selection.rule == REGRET:
        return match_regrets(memory, selection, count, top), new == count
    if untried > 0:
        left = below(memory.random, untried)
        for i in range(count):
            if edges[path[top + i] * EDGE + VISITS] == 0:
                if left == 0:
                    return i, True
                left -= 1
    return upper_confidence(memory, selection, count, top), False


def upper_confidence(memory: Memory, selection: SelectionRule, count: int, top: int) -> int:
    """The action of the highest upper confidence bound: UCB1, of the times when it could be chosen."""
    best, found = -1.0, 0
    for i in range(count):
        at = memory.path[top + i] * EDGE
        visits = memory.edges[at + VISITS]
        mean = memory.edges[at + GAINED] / (2.0 * selection.most * visits)
        bound = mean + selection.exploration * math.sqrt(math.log(memory.edges[at + AVAILABLE]) / visits)
        if bound > best:
            best, found = bound, i
    return found


def match_regrets(memory: Memory, selection: SelectionRule, count: int, top: int) -> int:
    """An action drawn in proportion to the regrets above 0, or with the probability `exploration` any; the
    strategy without exploration is added to the average."""
    edges, path = memory.edges, memory.path
    whole = 0
    for i in range(count):
        whole += max(edges[path[top + i] * EDGE + REGRETS], 0)
    point = fraction(memory.random)
    found = count - 1
    taken = 1.0
    below_it = 0.0
    drawn = False
    for i in range(count):
        at = path[top + i] * EDGE
        p = max(edges[at + REGRETS], 0) / whole if whole > 0 else 1.0 / count
        edges[at + MIXED] += int(p * ONE)
        q = selection.exploration / count + (1.0 - selection.exploration) * p
        below_it += q
        if not drawn and (point < below_it or i == count - 1):
            found, taken, drawn = i, q, True
    path[top + count + 3] = int(taken * ONE)
    return found


def back_propagate(memory: Memory, selection: SelectionRule, top: int) -> None:
    """What the simulation brought, to every choice on its way."""
    edges, path = memory.edges, memory.path
    while top > 0:
        count, chosen = path[top - STEP], path[top - STEP + 1]
        reward = memory.rewards[path[top - STEP + 2]]
        first = top - STEP - count
        at = path[first + chosen] * EDGE
        edges[at + VISITS] += 1
        edges[at + GAINED] += reward
        if selection.rule == REGRET:
            for i in range(count):
                edges[path[first + i] * EDGE + REGRETS] -= reward
            edges[at + REGRETS] += int(reward * (float(ONE) / max(path[top - 1], 1)))
        top = first


# ---- searches


def unfit(game: Game) -> str | None:
    """Why the search does not fit a game; None where it does."""
    return hidden.unfit(game, "Information-set search", means="takes means of")


class InformationSets:
    """The search of one game; `memory` of `search`.  The tree is grown anew for every search."""

    def __init__(
        self, game: Game, name: str, *, megabytes: float, seed: int, rule: int = UCB, exploration: float
    ) -> None:
        self.game = game
        self.name = name
        self.turned = in_turn(game)
        self.subject = numbered(self.turned)
        self.size = 1 << max(int(megabytes * 2**20 / (8 * EDGE)).bit_length() - 1, 6)
        self.selection = SelectionRule(
            int(name == SINGLE), rule, exploration, round(game.utility_limit * WIN)
        )
        self.seed = seed
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.memory = Memory(
            Buffer(self.size * EDGE),  # zeroed memory that is got anew is cheaper than zeroing what there is
            Buffer(PATH),
            Buffer(self.subject.actions_limit + 2),
            Buffer(self.game.players),
            Buffer(PLIES + 1),
            stream(self.seed),
        )

    def reseed(self, seed: int) -> None:
        """Have the next search draw the states, and the random numbers, of this seed."""
        self.seed = seed

    def warm(self) -> None:
        """Nothing need be done before a clock runs."""

    def prepare(self, state: Any) -> None:
        """Make the machine code for searches from a state."""
        simulate.prepare(self.subject, state, 0, self.memory, self.size, self.selection, 1)

    def grow(self, state: Any, viewer: int, times: int) -> None:
        """So many simulations more."""
        simulate(self.subject, state, viewer, self.memory, self.size, self.selection, times)

    def number(self, action: Any) -> int:
        """What the tree calls an action."""
        return self.subject.number(action) if isinstance(self.subject, Numbered) else int(action)

    def found(self, state: Any, viewer: int, action: Any) -> tuple[int, float, int]:
        """Of an action of the root: visits, mean payoff to its mover, and how much it has of the mix."""
        name = self.turned.information(state, viewer)
        at = find(self.memory.edges, self.size, edge_key(name, self.number(action))) * EDGE
        edges = self.memory.edges
        if at < 0 or edges[at + VISITS] == 0:
            return 0, 0.0, 0
        visits = edges[at + VISITS]
        return visits, (edges[at + GAINED] / visits - self.selection.most) / WIN, edges[at + MIXED]

    @property
    def mixes(self) -> bool:
        """Whether what it recommends is a mixed strategy, from which an action is drawn."""
        return self.selection.rule == REGRET


def deepen(
    searcher: InformationSets,
    game: Game,
    state: Any,
    limit: Limit,
    lines: int,
    only: Collection[Any] | None,
    brake: Brake,
) -> Iterator[Analysis]:
    """Analyses of a state as the player to move knows it, each after twice the simulations of the last."""
    searcher.prepare(state)  # before the clock starts
    searcher.clear()
    viewer = turn_of(game, state)
    for done, seconds in grow_in_portions(limit, brake, lambda times: searcher.grow(state, viewer, times)):
        yield analysis(searcher, game, state, viewer, lines, only, done, seconds)


def analysis(
    searcher: InformationSets,
    game: Game,
    state: Any,
    viewer: int,
    lines: int,
    only: Collection[Any] | None,
    done: int,
    seconds: float,
) -> Analysis:
    """What the tree says of its root."""
    counters = searcher.memory.counters
    found, gained, whole = [], 0.0, 0
    if game.to_move(state) >= 0:
        for action in game.actions(state):
            visits, mean, mixed = searcher.found(state, viewer, action)
            gained, whole = gained + visits * mean, whole + visits
            if only is None or action in only:
                found.append((action, visits, mean, mixed if searcher.mixes else visits))
    found.sort(key=lambda row: (-row[3], -row[2]))
    weights = {row[0]: float(row[3]) for row in found}
    if searcher.mixes and any(weights.values()):
        drawn = draw_from(weights, fraction(stream(searcher.seed ^ int(game.information(state, viewer)))))
        found.sort(key=lambda row: row[0] != drawn)
    best = [
        Line(action, Score.mean(game, viewer, mean), (action,), visits=visits)
        for action, visits, mean, _ in found[:lines]
    ]
    return Analysis(
        game=game,
        state=state,
        algorithm=searcher.name,
        lines=tuple(best),
        score=best[0].score
        if best and not searcher.mixes
        else Score.mean(game, viewer, gained / max(whole, 1)),
        depth=counters[DEEPEST],
        nodes=done,
        seconds=seconds,
        statistics={"tree_edges": counters[USED], "playout_plies": counters[PLIES]},
        weights=weights if best else None,
        mixed=bool(best) and searcher.mixes,
    )


def memory_of(game: Game, name: str, megabytes: float | None, threads: int, **made: Any) -> InformationSets:
    """The search of a game on one thread, whatever is asked."""
    return InformationSets(game, name, megabytes=megabytes or MEGABYTES, **made)


def _settings(name: str, options: Mapping[str, str] | None) -> dict[str, float]:
    (text,) = read_options(name, options, {"exploration": EXPLORATION})
    return {"exploration": read_decimal_option(name, "exploration", text)}


for _name, _strength, _summary in (
    (
        SINGLE,
        28,
        "Information-set Monte Carlo, a single observer: one tree of what the searching player knows",
    ),
    (MULTIPLE, 29, "Information-set Monte Carlo, multiple observers: a tree of what each player knows"),
):
    register_hidden(
        _name,
        partial(memory_of, name=_name),
        deepen,
        partial(_settings, _name),
        summary=_summary,
        source="Cowling, Powley and Whitehouse 2012",
        unfit=unfit,
        strength=_strength,
        settings={"exploration": EXPLORATION},
        megabytes=MEGABYTES,
    )
