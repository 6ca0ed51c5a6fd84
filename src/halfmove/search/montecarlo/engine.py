"""A Monte Carlo player's memory: the tree, kept from move to move, and the threads that grow it.

Threads grow one tree together (*tree parallelisation*) or each its own, whose roots are added up at the end
(*root parallelisation*): Chaslot, Winands and van den Herik, *Parallel Monte-Carlo Tree Search*, 2008.  On
one tree each waits for the words that the other has just written, by some half a microsecond a simulation
(decision 67): nothing beside a playout of Go, and more than a whole simulation of tic-tac-toe.  So unless
told otherwise threads have trees of their own where simulations are short (`SHORT`).
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from halfmove.core.compile import runs_compiled
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.core.naming import open_game
from halfmove.core.randomness import stream
from halfmove.search.montecarlo.batches import Batches, Evaluator
from halfmove.search.montecarlo.expansion import has_room
from halfmove.search.montecarlo.findings import Candidate, candidates_of, line_of
from halfmove.search.montecarlo.keeping import child_by, move_root, prepare_to_keep, scarce
from halfmove.search.montecarlo.memory import (
    CUT_OFF,
    DEEPEST,
    EXACT,
    LIMITS,
    NODE,
    NODES_USED,
    PAST,
    PLIES,
    ROOM,
    ROOT,
    ROOT_VISITS,
    SHARED,
    SIMULATIONS,
    Tree,
    Worker,
    edges_of,
    empty,
    new_tree,
    new_worker,
)
from halfmove.search.montecarlo.phases import iterate
from halfmove.search.montecarlo.plan import Settings, settings_from
from halfmove.search.montecarlo.proving import is_settled
from halfmove.search.numbered import Numbered, numbered

BATCH_SECONDS = 0.004
"""How long machine code goes on before it looks at the clock again."""
FIRST_CHUNK = 64
"""Simulations, at most, before a search first looks at its clock: it may be much slower than the last one,
which ended a game."""
SHORT = 5e-6
"""Seconds of a simulation below which threads had better have a tree each: decision 67."""
TRIAL, TRIALS = 64, 8
"""The fastest of so many trials, each of so many simulations, says how long one takes."""
MEGABYTES = 512
"""Memory for the tree unless told otherwise; what is not used costs nothing."""
LARGEST_BATCH = 4096
"""States that an evaluator may be asked about in one call."""
GUIDED = Settings(formula="puct", choice="visits")
"""The settings of a search whose leaves an evaluator values, unless told otherwise: AlphaZero's."""
MOST_KEYS = 4096
"""Positions of the game so far that are remembered, where a rule looks back."""


class Past(NamedTuple):
    """How a root came about; a `History` would have to play the game over again for each move."""

    start: Any
    actions: tuple[Any, ...]


def unfit(game: Game) -> str | None:
    """Why Monte Carlo tree search does not fit a game; None where it does."""
    reasons = {
        "hides information": game.hidden,
        "has simultaneous moves": game.simultaneous,
        "draws its chances without listing them": game.chance is Chance.SAMPLED,
    }
    for reason, applies in reasons.items():
        if applies:
            return (
                f"Monte Carlo tree search needs players who move in turn and see everything, and nature's "
                f"outcomes with their probabilities, but {game.title()} {reason}."
            )
    if math.isinf(game.utility_limit):
        return f"Monte Carlo tree search takes means of utilities, but {game.title()} has infinite ones."
    return None


class MonteCarlo:
    """The search of one game by simulations; see `plan.Settings` for how it can be told to go about it.

    `megabytes` bounds the tree: when it is full, what was visited least is forgotten.  One thread and a seed
    repeat a search exactly.  Several threads grow one tree, or `apart` one each, in a share of the memory;
    None has the first search time its simulations, and decide.  With an `evaluator` (see `batches`)
    there are no playouts: it is asked what leaves are worth, up to `batch` in one call, and how likely each
    action is; `settings` are then PUCT's unless given.  `batches` is what asks it.  Of `evaluators` there is
    one for each thread; all grow one tree.
    """

    def __init__(
        self,
        game: Game | str,
        settings: Settings | None = None,
        *,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        seed: int = 0,
        apart: bool | None = None,
        evaluator: Evaluator | None = None,
        evaluators: Sequence[Evaluator] = (),
        batch: int = 16,
        batches: type[Batches] = Batches,
    ) -> None:
        game = open_game(game)
        reason = unfit(game)
        if reason:
            raise Unsuitable(reason)
        if evaluator is not None and threads > 1:
            raise BadInput(
                "A search whose leaves an evaluator values has one thread: ask for larger batches."
            )
        if evaluator is not None:
            evaluators = (evaluator,)
        threads = len(evaluators) or threads
        if not 1 <= batch <= LARGEST_BATCH:
            raise BadInput(f"A batch must be of 1 to {LARGEST_BATCH} states, not {batch}.")
        self.game = game
        self.settings = settings or (GUIDED if evaluators else settings_from(game=game))
        self.subject: Game = numbered(game)
        self.plan = self.settings.plan(game)
        self.compiled = runs_compiled(self.subject)
        self.threads = threads if self.compiled else 1
        self.apart = bool(apart) and self.threads > 1
        """Whether each thread has a tree of its own."""
        self._decided = apart is not None or self.threads == 1 or bool(evaluators)
        self.seed = seed
        number = self.threads if self.apart else 1
        self._megabytes = megabytes / number
        self.trees = [self._new_tree() for _ in range(number)]
        self.workers = [new_worker(self.subject, 0, most_keys=MOST_KEYS) for _ in range(self.threads)]
        self.crew: list[Batches] = []
        """What asks the evaluator, for each thread."""
        if evaluators:
            named = self.named if isinstance(self.subject, Numbered) else None
            if not has_room(self.subject, self.trees[0], 4 * batch * self.threads):
                raise BadInput(
                    f"{megabytes:g} MB are too few for batches of {batch} states of {game.title()}."
                )
            self.crew = [
                batches(self.subject, one, batch, worker, self.plan, named)
                for one, worker in zip(evaluators, self.workers, strict=False)
            ]
        self.past: Past | None = None
        """The game up to the root."""
        self.root: Any = None
        self.forgotten = 0
        """How often memory ran out."""
        self._stopping = False
        self._lock = threading.Lock()
        self._budget = 0
        self._chunk = 1
        self.reseed(seed)

    @property
    def batches(self) -> Batches | None:
        """What asks the evaluator, in the first thread."""
        return self.crew[0] if self.crew else None

    # ---- memory
    def reseed(self, seed: int) -> None:
        """Have the next search draw the random numbers of this seed."""
        self.seed = seed
        for number, worker in enumerate(self.workers):
            worker.random[0] = stream((seed & 0xFFFF_FFFF) << 16 | number)[0]

    def clear(self) -> None:
        """Forget everything: the tree, and the replies that playouts have learnt."""
        self.root = self.past = None
        self._empty()
        for worker in self.workers:
            worker.replies.clear()

    def warm(self) -> None:
        """Nothing need be done before a clock runs: the tree's pages come as it grows."""

    def set_root(self, state: Any, history: History | None = None) -> int:
        """Search from `state` next, at the end of `history`; keeps what the tree knows of it.  How many
        simulations that is."""
        past = history or History(self.game, state)
        node_visits = self._follow(past) if self.root is not None else None
        if node_visits is None:
            self._empty()
        self.root = state
        self.past = Past(past.start, tuple(past.actions))
        keys = [int(k) for k in past.keys()][-MOST_KEYS:]  # noqa: SIM118  no mapping
        paths = [worker for batches in self.crew for worker in batches.workers]
        for worker in paths or self.workers:
            for at, key in enumerate(keys):
                worker.keys[at] = key
            worker.counters[PAST] = len(keys)
            worker.keys[len(keys)] = self._key(state)
        return node_visits or 0

    def _key(self, state: Any) -> int:
        return int(self.game.repetition_key(state)) if self.plan.repetition else 0

    def _follow(self, past: History) -> int | None:
        """Make the state that `past` has come to the root; None if the tree does not reach it."""
        known = self.past
        assert known is not None
        if known.start != past.start or known.actions != tuple(past.actions[: len(known.actions)]):
            return None
        played = past.actions[len(known.actions) :]
        if not played:
            return self.trees[0].counters[ROOT_VISITS]
        if not self.settings.keep:
            return None
        found = []
        for tree in self.trees:
            node, visits = ROOT, 0
            for action in played:
                if node != 0:
                    node, visits = child_by(tree, node, self._number_action(action))
            found.append((node, visits if node != 0 else 0))
        if all(node == 0 for node, _ in found):
            return None
        for at, (tree, (node, visits)) in enumerate(zip(self.trees, found, strict=True)):
            self.trees[at] = self._copy_tree(tree, node, visits, 0) if node != 0 else self._new_tree()
        return sum(visits for _, visits in found)

    def _copy_tree(self, tree: Tree, node: int, visits: int, least: int) -> Tree:
        new = self._new_tree()
        move_root(self.subject, tree, new, node, visits, self.plan, least)
        return new

    def _new_tree(self) -> Tree:
        plan = self.plan
        return new_tree(self.subject, self._megabytes, extras=bool(plan.extras), graph=bool(plan.graph))

    def _empty(self) -> None:
        if self.plan.graph:  # its table of names takes longer to clear than to get anew
            self.trees = [self._new_tree() for _ in self.trees]
            return
        for tree in self.trees:
            empty(tree)

    def _number_action(self, action: Any) -> int:
        return self.subject.number(action) if isinstance(self.subject, Numbered) else int(action)

    def named(self, number: int) -> Any:
        """What the game itself calls an action of the tree."""
        return self.subject.action(number) if isinstance(self.subject, Numbered) else number

    def _prune(self) -> None:
        """Forget what was visited least, in every tree that is full."""
        for at, tree in enumerate(self.trees):
            if not has_room(self.subject, tree, self._nodes_at_once):
                self.forgotten += 1
                self.trees[at] = self._copy_tree(tree, ROOT, tree.counters[ROOT_VISITS], scarce(tree))

    @property
    def _nodes_at_once(self) -> int:
        """Nodes that may be about to be made, at the most."""
        return max(sum(len(batches.workers) for batches in self.crew), self.threads, 64)

    # ---- searching
    def prepare(self, state: Any) -> None:
        """Make the machine code before a clock starts."""
        for batches in self.crew:
            batches.prepare(state, self.trees[0])
        if not self.crew:
            iterate.prepare(self.subject, state, self.trees[0], self.workers[0], self.plan, 1, 1)
        prepare_to_keep(self.subject, self.trees[0], self.plan)

    def begin(self) -> None:
        """A new search: counts at zero, the brake off."""
        self._stopping = False
        for worker in self.workers:
            for place in (SIMULATIONS, DEEPEST, PLIES, EXACT, CUT_OFF):
                worker.counters[place] = 0
            worker.played.clear()
            worker.counters[SHARED] = int(self.threads > 1 and not self.apart)

    def stop(self) -> None:
        """End the search within some milliseconds."""
        self._stopping = True

    @property
    def solved(self) -> bool:
        """Whether the root's value is proven."""
        return bool(self.plan.solve) and any(is_settled(t.nodes[ROOT * NODE + LIMITS]) for t in self.trees)

    @property
    def simulations(self) -> int:
        """Since `begin`, by all threads."""
        return sum(worker.counters[SIMULATIONS] for worker in self.workers)

    def grow(self, limit: Limit) -> None:
        """Simulate until the limit, a proof, or `stop`."""
        self._budget = (limit.simulations or 1 << 62) - self.simulations
        until = math.inf if limit.seconds is None else time.perf_counter() + limit.seconds
        for batches in self.crew:
            batches.begin(self._budget, until)
        self._first_simulations()
        if not self._decided and self._short():
            self._separate()
            self._first_simulations()
        while not (self._stopping or self.solved or self._budget <= 0 or time.perf_counter() >= until):
            self._all_threads(until)
            self._prune()

    def _first_simulations(self) -> None:
        if self.crew:
            if self._budget > 0 and not (self._stopping or self.solved):
                self._give_back(-self.crew[0].simulate(self.root, self.trees[0], self._budget))
                self._prune()
            return
        for tree, worker in zip(self.trees, self.workers, strict=False):
            if not edges_of(tree, ROOT):  # whatever the limit: there must be an answer
                self._give_back(-self._simulate(tree, worker, 1))

    def _short(self) -> bool:
        """Whether simulations take so little time that threads had better have a tree each."""
        fastest, spent = math.inf, 0.0
        for _ in range(TRIALS):
            if self._stopping or self._budget < TRIAL:
                break
            started = time.thread_time()
            done = self._simulate(self.trees[0], self.workers[0], TRIAL)
            taken = time.thread_time() - started
            self._give_back(-done)
            if done < TRIAL:
                break
            self._decided = True
            fastest, spent = min(fastest, taken / TRIAL), spent + taken
            if spent > 2 * TRIALS * TRIAL * SHORT:  # a slow game: all trials would take long
                break
        return fastest < SHORT

    def _separate(self) -> None:
        """Give each thread a tree of its own; the first keeps what there is."""
        self.apart = True
        self._megabytes /= self.threads
        self.trees += [self._new_tree() for _ in range(1, self.threads)]
        self.trees[0].counters[ROOM] = self.trees[1].counters[ROOM]
        for worker in self.workers:
            worker.counters[SHARED] = 0

    def _all_threads(self, until: float) -> None:
        """Every thread simulates until something ends it: the clock, the budget, a full tree."""
        errors: list[BaseException] = []

        def work(number: int) -> None:
            try:
                self._work(number, until)
            except BaseException as error:  # noqa: BLE001  raised again below, where the caller is
                errors.append(error)
                self._stopping = True

        helpers = [
            threading.Thread(target=work, args=(number,), daemon=True) for number in range(1, self.threads)
        ]
        for helper in helpers:
            helper.start()
        work(0)
        for helper in helpers:
            helper.join()
        if errors:
            self._stopping = False  # only this search was to stop
            raise errors[0]

    def _work(self, number: int, until: float) -> None:
        if self.crew:
            self._work_in_batches(self.crew[number], until)
            return
        tree = self.trees[number if self.apart else 0]
        worker = self.workers[number]
        chunk = min(self._chunk, FIRST_CHUNK) if self.compiled else 1
        while not self._stopping:
            chunk = self._take_simulations(chunk)
            if chunk == 0:
                return
            started = time.perf_counter()
            done = self._simulate(tree, worker, chunk)
            now = time.perf_counter()
            self._give_back(chunk - done)
            if done < chunk:
                return
            if self.compiled:
                speed = chunk / max(now - started, 1e-7)
                chunk = self._chunk = int(min(max(speed * BATCH_SECONDS, 1), 2 * chunk, 1 << 20))
            if now >= until:
                return

    def _work_in_batches(self, batches: Batches, until: float) -> None:
        """One batch of simulations after the other, as long as the tree has room for all threads'."""
        tree = self.trees[0]
        while not (self._stopping or self.solved) and has_room(self.subject, tree, self._nodes_at_once):
            wanted = self._take_simulations(LARGEST_BATCH)
            if wanted == 0:
                return
            done = 0
            try:
                done = batches.simulate(self.root, tree, wanted)
            finally:
                self._give_back(wanted - done)
            if time.perf_counter() >= until:
                return

    def _simulate(self, tree: Tree, worker: Worker, times: int) -> int:
        # of one thread, only the limit cuts a burst short: chunks end by the clock, so seeds repeat searches
        most = times + max(self._budget, 0) if self.threads == 1 else times
        return iterate(self.subject, self.root, tree, worker, self.plan, times, most)

    def _take_simulations(self, wanted: int) -> int:
        with self._lock:
            chunk = min(wanted, self._budget)
            if self.threads > 1:  # smaller ones towards the end, so that all end at about the same time
                chunk = min(chunk, max(self._budget // (2 * self.threads), FIRST_CHUNK))
            chunk = max(chunk, 0)
            self._budget -= chunk
            return chunk

    def _give_back(self, number: int) -> None:
        with self._lock:
            self._budget += number

    # ---- what was found
    def candidates(self, only: Collection[Any] | None = None) -> list[Candidate]:
        """The actions at the root, in the game's order; of several trees, added up."""
        found = candidates_of(self.trees, self.plan.most, self.named)
        return [c for c in found if only is None or c.action in only]

    def line(self, action: Any, least: int = 8) -> tuple[Any, ...]:
        """An action of the root and what is expected after it, as far as each was visited so often."""
        line = line_of(self.trees, self._number_action(action), bool(self.plan.solve), least)
        return tuple(self.named(number) for number in line)

    def statistics(self) -> dict[str, int]:
        """Counts since `begin`, and the size of the tree."""
        counted = {"playout_plies": PLIES, "proven_ends": EXACT, "cut_off": CUT_OFF}
        found = {name: sum(w.counters[place] for w in self.workers) for name, place in counted.items()}
        found["tree_nodes"] = sum(t.counters[NODES_USED] - ROOT for t in self.trees)
        found["forgotten"] = self.forgotten
        if self.crew:
            found["evaluated"] = sum(batches.asked for batches in self.crew)
        return found

    @property
    def depth(self) -> int:
        """The longest path in the tree since `begin`, in plies."""
        return max(worker.counters[DEEPEST] for worker in self.workers)


def turn_of(game: Game, state: Any) -> int:
    """From whose point of view values are told: the player to move, and where nature moves the first."""
    mover = game.to_move(state)
    return 0 if mover == CHANCE else mover
