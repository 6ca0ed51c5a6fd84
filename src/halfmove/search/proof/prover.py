"""Proofs by df-pn: questions about positions of one game, answered with a table kept between them.

    prover = Prover("connect4")
    prover.prove(state, Question(player=0, least=1))      # can player 0 win?
    prover.action(state, Question(player=0, least=1))     # by which action

A question is asked of the player for whom an endless repetition is no success, its *attacker*: whether the
other one gets at least a draw is whether he does not win.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from halfmove.core.buffer import Buffer
from halfmove.core.certificates.checker import Part, Walk
from halfmove.core.contract import Game
from halfmove.core.contract.hooks import defines
from halfmove.core.errors import BadInput, NotProven, Unsuitable
from halfmove.core.history import History
from halfmove.core.in_turn import rules_of
from halfmove.core.naming import open_game
from halfmove.core.score import MAX_PLIES
from halfmove.search.action_numbers import fold
from halfmove.search.alphabeta.memory import NO_NODE_LIMIT
from halfmove.search.alphabeta.sharing import new_marks
from halfmove.search.alphabeta.threads import unfit
from halfmove.search.numbered import Numbered, numbered
from halfmove.search.proof import dfpn
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

MEGABYTES = 256
"""Of the table, where nothing is said."""

PASTS = (1 << 40) - 1
"""Bits that tell one past of a game from another."""

UNLIMITED = 1 << 20
"""Plies left where a question does not limit them."""

SAMPLE = 8_000
"""Entries that are counted to say how full the table is."""

REPORTS = 0.2
"""Seconds between two looks at the clock and at Ctrl-C."""


class Question(NamedTuple):
    """Does `player` get a utility of at least `least`?"""

    player: int
    least: int = 1
    checks: bool = False
    """Where every action of his gives check (`Game.checking`): problems of mate."""
    plies: int | None = None
    """In at most so many plies from the position asked about."""


def why_unfit(game: Game) -> str | None:
    """Why proof-number search does not fit a game; None where it does."""
    reason = unfit(game)
    if reason is not None:
        return reason.replace("The engine's alpha-beta", "Proof-number search")
    if game.repetition == "loss":
        return (
            f"Proof-number search proves nothing where the rules make a repetition a loss, as those of "
            f"{game.title()} do."
        )
    if game.repetition == "forbidden" and game.utility_limit != 1:
        return (
            f"Proof-number search proves wins where the rules forbid a position to come again, and "
            f"{game.title()} counts points."
        )
    return None


class Prover:
    """Answers to questions about positions of one game, by df-pn.

    `megabytes` bounds the table; `threads` search together.
    """

    def __init__(self, game: Game | str, *, megabytes: float = MEGABYTES, threads: int = 1) -> None:
        game = open_game(game)
        reason = why_unfit(game)
        if reason is not None:
            raise Unsuitable(reason)
        self.game = game
        self.subject: Game = numbered(game)
        """The game as the kernels search it: its actions are numbers."""
        self.has_checks = defines(type(rules_of(game)), "in_check")
        self.table = new_table(megabytes)
        marks = new_marks()
        self.memories = [self._new_memory(marks) for _ in range(threads)]
        self.stopped = False
        self._searches = False
        """Whether threads search: their question is in their memories."""
        self.decides = game.repetition != "forbidden"
        """Whether it answers "no".  Where a position may not come again, a win is proven if there is a proof
        in which none does; if there is none, nothing is."""
        self.unsure = False
        """Whether the last question has no answer, as there is no such proof."""
        self._ending: frozenset[int] = frozenset()
        """By `repetition_key`, the positions of the game so far that may not come once more."""
        self._past = 0
        """A number for them, by which the table keeps apart what was found with others."""
        self._questions: dict[tuple[int, int, bool, bool], int] = {}
        """The salt of each question, by which the table keeps its positions apart; they count up."""
        self._cleared = 0
        """The last salt before the table was cleared: entries with salts up to it are no longer found."""
        self._round = 0

    def _new_memory(self, marks: Buffer) -> Memory:
        memory = Memory(
            table=self.table,
            rows=Buffer((dfpn.MAX_PLY + 2) * dfpn.COLUMNS * self.subject.actions_limit),
            path=Buffer(dfpn.MAX_PLY + 2),
            on_path=Buffer(dfpn.ON_PATH),
            counters=Buffer(dfpn.COUNTERS),
            marks=marks,
            ending=Buffer(1, unsigned=True),
        )
        memory.counters[dfpn.MASK] = len(self.table) // BUCKET - 1
        memory.counters[dfpn.NODE_LIMIT] = NO_NODE_LIMIT
        return memory

    def prepare(self, state: Any) -> None:
        """Make the machine code, before a clock starts."""
        memory = self.memories[0]
        self._set(state, Question(self.subject.to_move(state)))
        dfpn.root.prepare(self.subject, state, UNLIMITED, memory)
        if memory.counters[dfpn.CYCLIC]:
            dfpn.confirm_root.prepare(self.subject, state, UNLIMITED, memory)
        if not self.decides:
            dfpn.follow.prepare(self.subject, state, UNLIMITED, 0, memory)

    def look_back(self, history: History | None) -> None:
        """Answer questions from now on as in a game that has come so far: no position of it may come again
        that ends the game by the rule about repetition, or that the rule forbids.  None: as if the game began
        with the position asked about."""
        keys = [] if history is None or self.game.repetition == "none" else history.ending_keys()
        if frozenset(keys) == self._ending:
            return
        self._ending = frozenset(keys)
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
            memory.counters[dfpn.ENDING_FOR_BOTH] = int(self.game.repetition != "forbidden")

    def ends_game(self, state: Any) -> bool:
        """Whether a position has come so often in the game so far that it ends the game if it comes now."""
        return bool(self._ending) and int(self.game.repetition_key(state)) in self._ending

    # ---- questions
    def prove(
        self,
        state: Any,
        question: Question,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        see: Callable[[], object] | None = None,
    ) -> bool | None:
        """Whether the answer is "yes"; None if `nodes` or `seconds` did not suffice, it was stopped, or it is
        `unsure`.

        KeyboardInterrupt stops it.  `see` is called a few times a second; it may stop the search, and ask
        nothing.
        """
        self.unsure = False
        answer = self._settle(state, question, nodes=nodes, seconds=seconds, see=see)
        if self.decides or answer is None:
            return answer
        asked, turned = self._set(state, question)
        if answer != turned and self._repeats_nothing(state, asked):
            return answer
        self.unsure = True
        return None

    def _repeats_nothing(self, state: Any, asked: Question) -> bool:
        """Whether in the proof of a question no position comes again, so that no rule about it ever speaks.

        It is followed in the table; where that lacks a part, the checker of certificates goes through it.
        """
        left = UNLIMITED if asked.plies is None else asked.plies
        if dfpn.follow(self.subject, state, left, 0, self.memories[0]) == dfpn.YES:
            return True

        def choose(position: Any, ply: int, actions: list[Any]) -> int:
            rest = asked if asked.plies is None else asked._replace(plies=asked.plies - ply)
            action = self.action(position, rest)
            if action is None:
                raise NotProven("The search has no action here.")
            return actions.index(action)

        try:
            Walk(self.game, Part(asked.player, asked.least, within=asked.plies), choose).run(state)
        except NotProven:
            return False
        return True

    def _settle(
        self,
        state: Any,
        question: Question,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        see: Callable[[], object] | None = None,
    ) -> bool | None:
        """What `prove` says, as if no rule forbade a position to come again."""
        asked, turned = self._set(state, question)
        self.stopped = False
        for memory in self.memories:
            memory.counters[dfpn.STOP] = 0
            limit = NO_NODE_LIMIT if nodes is None else memory.counters[dfpn.NODES] + nodes
            memory.counters[dfpn.NODE_LIMIT] = limit
        left = UNLIMITED if asked.plies is None else asked.plies
        dfpn.root.prepare(self.subject, state, left, self.memories[0])
        if seconds is None and see is None and len(self.memories) == 1:
            answer = self._answer(state, left, self.memories[0])
        else:
            answer = self._answer_aside(state, left, seconds, see)
        if answer == dfpn.OPEN:
            return None
        return (answer == dfpn.YES) != turned

    def stop(self) -> None:
        """End the search: every thread returns as soon as it has looked at one more position."""
        self.stopped = True
        for memory in self.memories:
            memory.counters[dfpn.STOP] = 1

    def status(self, state: Any, question: Question) -> bool | None:
        """The answer, where it is known without a search."""
        asked, turned = self._set(state, question)
        left = UNLIMITED if asked.plies is None else asked.plies
        memory = self.memories[0]
        known, _ = dfpn.look(self.subject, state, left, memory)
        if known == dfpn.OPEN:
            found = self._find(state, left)
            if found.proof == 0:
                known = dfpn.YES
            elif found.disproof == 0 and self._is_certain(found):
                known = dfpn.NO
        return None if known == dfpn.OPEN else (known == dfpn.YES) != turned

    def action(self, state: Any, question: Question, *, nodes: int | None = None) -> Any | None:
        """The action that settles a position for its mover: of the attacker, that proves the question; of the
        other, that refutes it.  None where every action loses, or nothing is proven (within `nodes`).

        The children of a position that its action leads to are proven, and in fewer plies.
        """
        end = None if nodes is None else self.nodes + nodes

        def ask(there: Any, rest: Question) -> bool | None:
            left = None if end is None else end - self.nodes
            return self._settle(there, rest, nodes=left)

        settled = ask(state, question)
        asked, turned = self._set(state, question)
        if settled is None or self.subject.is_terminal(state):
            return None
        yes = settled != turned
        if (self.subject.to_move(state) == asked.player) != yes:
            return None
        plies = self.plies(state, question) if yes else 0
        ranked = self._ranked(state, asked)
        for bounded in (True, False):  # first what the table says, then by searches
            for action in ranked:
                child = self.subject.result(state, action)
                if yes and self.subject.may_repeat(state, action) and self.ends_game(child):
                    continue
                rest = self._after(question)
                answer = self.status(child, rest) if bounded else ask(child, rest)
                if answer != settled:
                    continue
                if yes and bounded and (self.plies(child, rest) or 0) >= (plies or 0) > 0:
                    continue
                return self.named(action)
        return None

    def plies(self, state: Any, question: Question) -> int | None:
        """In how many plies at most the attacker gets what he wants, where that is proven."""
        asked, _ = self._set(state, question)
        left = UNLIMITED if asked.plies is None else asked.plies
        known, plies = dfpn.look(self.subject, state, left, self.memories[0])
        if known == dfpn.YES:
            return int(plies)
        found = self._find(state, left)
        return found.plies if known == dfpn.OPEN and found.proof == 0 else None

    def named(self, action: Any) -> Any:
        """What the game itself calls an action of `subject`."""
        return self.subject.action(action) if isinstance(self.subject, Numbered) else action

    @property
    def nodes(self) -> int:
        """Positions searched so far, by all threads."""
        return sum(memory.counters[dfpn.NODES] for memory in self.memories)

    @property
    def repetitions(self) -> int:
        """How often a position came again on a path."""
        return sum(memory.counters[dfpn.REPEATED] for memory in self.memories)

    # ---- what a checkpoint keeps
    def details(self) -> list[int]:
        """What the table is read by: repetitions, cut lines, and the questions in order of their salts."""
        horizon = sum(memory.counters[dfpn.HORIZON] for memory in self.memories)
        names = [0, 0, 0, 0] * self._cleared  # of questions that nobody asks any more
        names += [int(part) for name in self._questions for part in name]
        return [self.repetitions, horizon, *names]

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
        names = [details[at : at + 4] for at in range(2, len(details), 4)]
        self._cleared = 0
        self._questions = {
            (player, least, bool(checks), bool(limited)): salt
            for salt, (player, least, checks, limited) in enumerate(names, 1)
        }
        self._forget_confirmations()

    def permille(self) -> int:
        """How full the table is, by its first entries."""
        entries = self.table.array[: SAMPLE * WORDS].reshape(-1, WORDS)
        ages = [salt & AGE_MASK for salt in self._questions.values()]
        current = (entries[:, 2] != 0) & np.isin(entry_ages(entries), ages)
        return 1000 * int(np.count_nonzero(current)) // len(entries)

    def clear(self) -> None:
        """Forget all answers.  A large table takes longer to be emptied than many a question to be answered:
        its entries are only left behind, as those of other questions and the first to give way, and it is
        emptied before their ages would be taken for young."""
        self._cleared = max(self._questions.values(), default=self._cleared)
        if self._cleared >= AGE_MASK // 2:
            self.table.clear()
            self._cleared = 0
        self._questions.clear()

    # ---- inside
    def _after(self, question: Question) -> Question:
        """The question about a child."""
        return question if question.plies is None else question._replace(plies=question.plies - 1)

    def _set(self, state: Any, question: Question) -> tuple[Question, bool]:
        """Put a question to all threads' memories, as one about its attacker; whether it was turned round."""
        if self._searches:
            raise RuntimeError("A prover answers one question at a time.")
        player, least, checks, plies = question
        turned = least < 1
        if player not in (0, 1):
            raise BadInput(f"A question is about player 0 or 1, not {player!r}.")
        if checks and (turned or not self.has_checks):
            why = (
                "asks for a win" if self.has_checks else f"needs a game with checks, not {self.game.title()}"
            )
            raise BadInput(f"A problem of mate {why}.")
        if turned and plies is not None:
            raise BadInput("A question about an end in so many plies asks for a win.")
        if turned:
            player, least = 1 - player, 1 - least
        limited = plies is not None
        cyclic = not limited and self.subject.plies_left(state) >= MAX_PLIES
        name = (player, least, checks, limited)
        salt = self._questions.get(name, 0)
        if salt == 0:
            salt = self._questions[name] = max(self._questions.values(), default=self._cleared) + 1
        for memory in self.memories:
            c = memory.counters
            c[dfpn.ATTACKER], c[dfpn.LEAST], c[dfpn.CHECKS] = player, least, int(checks)
            c[dfpn.LIMITED], c[dfpn.CYCLIC], c[dfpn.SALT] = int(limited), int(cyclic), salt | self._past << 20
            c[dfpn.SHARING], c[dfpn.AGE] = int(len(self.memories) > 1), salt & AGE_MASK
        return Question(player, least, checks, plies), turned

    def _find(self, state: Any, left: int) -> Found:
        """What the table says."""
        memory = self.memories[0]
        place = dfpn.place_of(self.subject, state, left, memory)
        return find(self.table, bucket_at(place.key, memory.counters[dfpn.MASK]), place.key, place.held)

    def _is_certain(self, found: Found) -> bool:
        """Whether a disproof rests on no repetition, or has been confirmed."""
        return self.repetitions == 0 or bool(dfpn.is_confirmed(found, self.memories[0]))

    def _ranked(self, state: Any, asked: Question) -> list[Any]:
        """The actions, that of the table first."""
        game = self.subject
        found = self._find(state, UNLIMITED if asked.plies is None else asked.plies)
        twin = dfpn.place_of(game, state, 0, self.memories[0]).twin
        restricted = asked.checks and game.to_move(state) == asked.player
        listed = game.checking(state) if restricted else game.actions(state)
        return sorted(listed, key=lambda a: fold(game, game.symmetric_action(a, twin)) != found.action)

    def _answer(self, state: Any, left: int, memory: Memory) -> int:
        """YES, NO or OPEN by one thread."""
        answer = dfpn.root(self.subject, state, left, memory)
        if answer == dfpn.NO and memory.counters[dfpn.CYCLIC] and self.repetitions:
            answer = self._confirm(state, left, memory)
        if answer == dfpn.NO and memory.counters[dfpn.HORIZON]:
            return dfpn.OPEN
        return answer

    def _confirm(self, state: Any, left: int, memory: Memory) -> int:
        """NO if a disproof that may rest on repetitions is whole, else what comes out instead."""
        while True:
            number = self._next_round()
            memory.counters[dfpn.WRONG] = 0
            answer = dfpn.confirm_root(self.subject, state, left, memory)
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

    def _answer_aside(
        self, state: Any, left: int, seconds: float | None, see: Callable[[], object] | None
    ) -> int:
        """The answer of whichever thread has one first, while this one looks at the clock."""
        answers: list[int] = []
        errors: list[BaseException] = []
        due = None if seconds is None else time.monotonic() + seconds

        def work(memory: Memory) -> None:
            try:
                answer = dfpn.root(self.subject, state, left, memory)
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
