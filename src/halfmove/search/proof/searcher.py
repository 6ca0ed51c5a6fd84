"""The searches by df-pn, PN and PN² of one game with the memory that they share: yes, no, or open.

A `Searcher` knows nothing of who asks and why: it searches for the attacker of one question after another,
keeps their positions apart in the table, confirms disproofs that may rest on repetitions, and lets threads
search together.  `prover.Prover` asks it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.score import MAX_PLIES
from halfmove.search.alphabeta.memory import NO_NODE_LIMIT
from halfmove.search.alphabeta.sharing import new_marks
from halfmove.search.proof import dfpn, pn
from halfmove.search.proof.dfpn import Memory
from halfmove.search.proof.numbers_table import (
    AGE_MASK,
    BUCKET,
    CONFIRMED_MASK,
    WORDS,
    Found,
    bucket_at,
    entry_ages,
    find,
    new_table,
)
from halfmove.search.proof.question import UNLIMITED, Question, Salts

METHODS = ("dfpn", "pn", "pn2")
"""Depth first with a table; best first with the tree in memory; the same with second searches that take the
place of most of it."""

TREE_SHARE = 3 / 4
"""Of the memory, for the tree of PN and PN²; the table has the rest."""

PASTS = (1 << 40) - 1
"""Bits that tell one past of a game from another."""

SAMPLE = 8_000
"""Entries that are counted to say how full the table is."""

REPORTS = 0.2
"""Seconds between two looks at the clock and at Ctrl-C."""


class Searcher:
    """Searches of one game; the arguments are those of `Prover`, the game's actions are numbers."""

    def __init__(self, game: Game, *, megabytes: float, threads: int, method: str) -> None:
        self.game, self.method = game, method
        self.tree: pn.Tree | None = None
        """The tree of PN and PN²."""
        if method != "dfpn":
            self.tree = pn.new_tree(game, TREE_SHARE * megabytes)
            megabytes *= 1 - TREE_SHARE
        self.table = new_table(megabytes)
        marks = new_marks()
        self.memories = [self._new_memory(marks) for _ in range(threads)]
        self.salts = Salts()
        self.stopped = False
        self._searches = False
        """Whether threads search: their question is in their memories."""
        self._past = 0
        """A number for the game so far, by which the table keeps apart what was found with others."""
        self._round = 0

    def _new_memory(self, marks: Buffer) -> Memory:
        memory = Memory(
            table=self.table,
            rows=Buffer((dfpn.MAX_PLY + 2) * dfpn.COLUMNS * self.game.actions_limit),
            path=Buffer(dfpn.MAX_PLY + 2),
            on_path=Buffer(dfpn.ON_PATH),
            counters=Buffer(dfpn.COUNTERS),
            marks=marks,
            ending=Buffer(1, unsigned=True),
        )
        memory.counters[dfpn.MASK] = len(self.table) // BUCKET - 1
        memory.counters[dfpn.NODE_LIMIT] = NO_NODE_LIMIT
        if self.tree is not None:
            memory.counters[pn.CAPACITY] = len(self.tree.words) // pn.NODE_WORDS
            memory.counters[pn.TWO_LEVELS] = int(self.method == "pn2")
            memory.counters[dfpn.CLEAN + pn.FIRST_ROUND] = 1
        return memory

    def prepare(self, state: Any, *, follow: bool) -> None:
        """Make the machine code, with `follow` that which follows proofs too."""
        memory = self.memories[0]
        self._prepare(state, UNLIMITED)
        if memory.counters[dfpn.CYCLIC] and self.tree is None:
            dfpn.confirm_root.prepare(self.game, state, UNLIMITED, memory)
        if follow:
            dfpn.follow.prepare(self.game, state, UNLIMITED, 0, memory)

    def _prepare(self, state: Any, left: int) -> None:
        """Make the machine code of the search itself."""
        if self.tree is None:
            dfpn.root.prepare(self.game, state, left, self.memories[0])
        else:
            pn.root.prepare(self.game, state, left, self.memories[0], self.tree)

    # ---- the question
    def put(self, state: Any, asked: Question) -> None:
        """Put a question of an attacker's to all threads' memories."""
        if self._searches:
            raise RuntimeError("A prover answers one question at a time.")
        limited = asked.plies is not None
        cyclic = not limited and self.game.plies_left(state) >= MAX_PLIES
        salt = self.salts.of(asked)
        for memory in self.memories:
            c = memory.counters
            c[dfpn.ATTACKER], c[dfpn.LEAST], c[dfpn.CHECKS] = asked.player, asked.least, int(asked.checks)
            c[dfpn.LIMITED], c[dfpn.CYCLIC], c[dfpn.SALT] = int(limited), int(cyclic), salt | self._past << 20
            c[dfpn.SHARING], c[dfpn.AGE] = int(len(self.memories) > 1), salt & AGE_MASK

    def forbid(self, keys: frozenset[int], *, to_both: bool) -> None:
        """Take positions, by `repetition_key`, for failures of the attacker from now on; with `to_both`
        whoever moves there."""
        self._past = hash(tuple(sorted(keys))) & PASTS
        size = 1 << (2 * len(keys)).bit_length() if keys else 0
        ending = Buffer(max(size, 1), unsigned=True)
        for key in keys:
            at = key & (size - 1)
            while ending[at]:
                at = (at + 1) & (size - 1)
            ending[at] = key
        self.memories = [memory._replace(ending=ending) for memory in self.memories]
        for memory in self.memories:
            memory.counters[dfpn.ENDING] = size
            memory.counters[dfpn.ENDING_FOR_BOTH] = int(to_both)

    # ---- searching
    def search(
        self,
        state: Any,
        left: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        see: Callable[[], object] | None = None,
    ) -> int:
        """YES, NO or OPEN, for the question that was put, with so many plies left (see `Prover.prove`)."""
        self.stopped = False
        for memory in self.memories:
            memory.counters[dfpn.STOP] = 0
            limit = NO_NODE_LIMIT if nodes is None else memory.counters[dfpn.NODES] + nodes
            memory.counters[dfpn.NODE_LIMIT] = limit
        self._prepare(state, left)
        if seconds is None and see is None and len(self.memories) == 1:
            return self._answer(state, left, self.memories[0])
        return self._answer_aside(state, left, seconds, see)

    def stop(self) -> None:
        """End the search: every thread returns as soon as it has looked at one more position."""
        self.stopped = True
        for memory in self.memories:
            memory.counters[dfpn.STOP] = 1

    def _answer(self, state: Any, left: int, memory: Memory) -> int:
        """YES, NO or OPEN by one thread."""
        answer = self._search(state, left, memory)
        if answer == dfpn.NO and memory.counters[dfpn.CYCLIC] and self.repetitions and self.tree is None:
            answer = self._confirm(state, left, memory)
        if answer == dfpn.NO and memory.counters[dfpn.HORIZON]:
            return dfpn.OPEN
        return answer

    def _search(self, state: Any, left: int, memory: Memory) -> int:
        """What one thread's search finds, before its disproofs are confirmed."""
        if self.tree is None:
            return dfpn.root(self.game, state, left, memory)
        self.tree.free.clear()
        return pn.root(self.game, state, left, memory, self.tree)

    def _answer_aside(
        self, state: Any, left: int, seconds: float | None, see: Callable[[], object] | None
    ) -> int:
        """The answer of whichever thread has one first, while this one looks at the clock."""
        answers: list[int] = []
        errors: list[BaseException] = []
        due = None if seconds is None else time.monotonic() + seconds

        def work(memory: Memory) -> None:
            try:
                answer = self._search(state, left, memory)
                if answer != dfpn.OPEN:
                    answers.append(answer)
            except BaseException as error:  # noqa: BLE001  raised again below, where the caller is
                errors.append(error)
            for other in self.memories:
                other.counters[dfpn.STOP] = 1

        def all_work() -> None:
            workers = [threading.Thread(target=work, args=(m,), daemon=True) for m in self.memories]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            if answers and not errors:
                for memory in self.memories:
                    memory.counters[dfpn.STOP] = int(self.stopped)
                try:
                    answers.append(self._answer(state, left, self.memories[0]))
                except BaseException as error:  # noqa: BLE001
                    errors.append(error)

        main = threading.Thread(target=all_work, daemon=True)
        self._searches = True
        main.start()
        try:
            while main.is_alive():
                wait = REPORTS if due is None else min(REPORTS, max(due - time.monotonic(), 0.0))
                main.join(wait)
                if see is not None and main.is_alive():
                    see()
                if due is not None and time.monotonic() >= due:
                    self.stop()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()
            main.join()
            self._searches = False
        if errors:
            raise errors[0]
        return answers[-1] if len(answers) > 1 else dfpn.OPEN

    # ---- disproofs that may rest on repetitions
    def _confirm(self, state: Any, left: int, memory: Memory) -> int:
        """NO if a disproof that may rest on repetitions is whole, else what comes out instead."""
        while True:
            number = self._next_round()
            memory.counters[dfpn.WRONG] = 0
            answer = dfpn.confirm_root(self.game, state, left, memory)
            if answer != dfpn.NO:
                return answer
            if memory.counters[dfpn.WRONG] == 0:
                for each in self.memories:
                    each.counters[dfpn.CLEAN + number] = 1
                return answer

    def _next_round(self) -> int:
        """The number of a new round of confirmations; every 255 of them all are forgotten."""
        self._round += 1
        if self._round > CONFIRMED_MASK:
            self._forget_confirmations()
            self._round = 1
        for memory in self.memories:
            memory.counters[dfpn.ROUND] = self._round
        return self._round

    def _forget_confirmations(self) -> None:
        """No disproof is confirmed any more."""
        self._round = 0
        entries = self.table.array.reshape(-1, WORDS)
        rounds = entries[:, 2] & np.uint64(CONFIRMED_MASK)
        entries[:, 2] ^= rounds
        entries[:, 0] ^= rounds
        for memory in self.memories:
            memory.counters.array[dfpn.CLEAN :] = 0

    # ---- what is known without a search
    def look(self, state: Any, left: int) -> tuple[int, int]:
        """YES, NO or OPEN by the rules and the game's bounds, and in how many plies at most."""
        answer, plies = dfpn.look(self.game, state, left, self.memories[0])
        return answer, int(plies)

    def find(self, state: Any, left: int) -> Found:
        """What the table says."""
        memory = self.memories[0]
        place = dfpn.place_of(self.game, state, left, memory)
        return find(self.table, bucket_at(place.key, memory.counters[dfpn.MASK]), place.key, place.held)

    def is_certain(self, found: Found) -> bool:
        """Whether a disproof rests on no repetition, or has been confirmed."""
        return self.repetitions == 0 or bool(dfpn.is_confirmed(found, self.memories[0]))

    def follows(self, state: Any, left: int) -> bool:
        """Whether the proof of the question that was put lies whole in the table, and no position comes again
        in it."""
        return bool(dfpn.follow(self.game, state, left, 0, self.memories[0]) == dfpn.YES)

    # ---- counts
    @property
    def nodes(self) -> int:
        """Positions searched so far, by all threads."""
        return sum(memory.counters[dfpn.NODES] for memory in self.memories)

    @property
    def full(self) -> bool:
        """Whether the last search ended as its tree had no room left."""
        return bool(self.memories[0].counters[pn.FULL])

    @property
    def tree_nodes(self) -> int:
        """How many nodes the tree of the last search took."""
        return self.memories[0].counters[pn.TOP]

    @property
    def repetitions(self) -> int:
        """How often a position came again on a path."""
        return sum(memory.counters[dfpn.REPEATED] for memory in self.memories)

    def permille(self) -> int:
        """How full the table is, by its first entries."""
        entries = self.table.array[: SAMPLE * WORDS].reshape(-1, WORDS)
        ages = [salt & AGE_MASK for salt in self.salts.current()]
        current = (entries[:, 2] != 0) & np.isin(entry_ages(entries), ages)
        return 1000 * int(np.count_nonzero(current)) // len(entries)

    # ---- the table from question to question, and from run to run
    def clear(self) -> None:
        """Forget all answers.  A large table takes longer to be emptied than many a question to be answered:
        its entries are only left behind, as those of other questions and the first to give way, and it is
        emptied before their ages would be taken for young."""
        if self.salts.clear(AGE_MASK // 2):
            self.table.clear()

    def details(self) -> list[int]:
        """What the table is read by: repetitions, cut lines, and the questions in order of their salts."""
        horizon = sum(memory.counters[dfpn.HORIZON] for memory in self.memories)
        return [self.repetitions, horizon, *self.salts.details()]

    def take(self, table: Buffer, details: list[int]) -> None:
        """Go on with the table of another run and its details; `ValueError` where they do not fit."""
        size = len(table) // BUCKET
        if len(details) % 4 != 2 or size * BUCKET != len(table) or size & (size - 1):
            raise ValueError
        self.table = table
        self.memories = [memory._replace(table=table) for memory in self.memories]
        for memory in self.memories:
            memory.counters[dfpn.MASK] = size - 1
        first = self.memories[0].counters
        first[dfpn.REPEATED], first[dfpn.HORIZON] = details[:2]
        self.salts.take(details[2:])
        self._forget_confirmations()
