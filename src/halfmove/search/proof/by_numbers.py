"""A position solved by questions to proof-number search: win, draw or loss, mates, and shortest ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from halfmove.core.analysis import Analysis, Line
from halfmove.core.atomic_file import check_writable
from halfmove.core.buffer import Buffer
from halfmove.core.contract import Game
from halfmove.core.errors import Unsuitable
from halfmove.core.history import History
from halfmove.core.progress import at, long_work
from halfmove.core.reporting import Asked
from halfmove.core.scores import Score
from halfmove.search.alphabeta.deepening import score_terminal
from halfmove.search.proof.checkpoint import NUMBERS_MARK, Checkpoint, Words, damage_error
from halfmove.search.proof.prover import MEGABYTES, Prover, Question

LONGEST_LINE = 400
"""Plies of a line that is told at the most."""

ATTACKS = 200_000
"""Nodes that are spent on each attack that the table has lost meanwhile."""

DEFENCES = 2_000
"""Nodes that are spent on each defence to find out which holds out longest."""


@dataclass
class Work:
    """One position being solved: the questions asked, and what is known by them."""

    prover: Prover
    state: Any
    seconds: float | None
    see: Callable[[Analysis], object] | None
    began: float = field(default_factory=time.perf_counter)
    low: int = 0
    high: int = 0
    """Between what the utility to the mover lies."""
    winner: Question | None = None
    """The question whose proof settles it, where somebody wins."""
    most: int | None = None
    """In how many plies at most that is so."""
    plies: int | None = None
    """The fewest plies in which that is so, once they are proven."""
    stopped: bool = False
    nodes: int | None = None
    """How many nodes all the questions may take."""
    nodes_before: int = 0
    kept: Checkpoint | None = None

    @property
    def mover(self) -> int:
        return self.prover.game.to_move(self.state)

    def ask(self, question: Question, nodes: int | None = None) -> bool | None:
        """Ask the prover, within what is left of the time; a question limited to `nodes` may stay open."""
        left = None
        if self.seconds is not None:
            left = self.seconds - (time.perf_counter() - self.began)
        if self.stopped or (left is not None and left <= 0):
            self.stopped = True
            return None
        before = self.prover.nodes
        if self.nodes is not None:
            rest = max(self.nodes - (before - self.nodes_before), 0)
            nodes = rest if nodes is None else min(nodes, rest)
        answer = self.prover.prove(self.state, question, nodes=nodes, seconds=left, see=self.look_on)
        self.stopped = (
            answer is None
            and not self.prover.unsure
            and (nodes is None or self.nodes is not None or self.prover.nodes - before <= nodes)
        )
        return answer

    def settle(self, winner: Question) -> None:
        """Note the question whose proof says who wins, and in how many plies."""
        self.winner, self.most = winner, self.prover.plies(self.state, winner)

    def look_on(self) -> None:
        """Say how far it is."""
        at(self.prover.nodes - self.nodes_before, unit="nodes")
        if self.kept is not None and time.monotonic() >= self.kept.due:
            self.save()
        if self.see is not None:
            self.see(self.analysis())

    def load(self) -> None:
        """Go on with the table of the checkpoint, if there is one."""
        assert self.kept is not None
        check_writable(self.kept.file)
        tables: list[Buffer] = []

        def allot(words: int) -> Words:
            tables.append(Buffer(words, unsigned=True))
            return tables[0].array

        details = self.kept.load_words(self.prover.game, len(self.prover.searcher.table) * 8 / 2**20, allot)
        if details is None:
            return
        try:
            self.prover.searcher.take(tables[0], details)
        except ValueError:
            raise damage_error(self.kept.file) from None

    def save(self) -> None:
        """Write the checkpoint."""
        assert self.kept is not None
        prover, searcher = self.prover, self.prover.searcher
        nodes, seconds = prover.nodes - self.nodes_before, time.perf_counter() - self.began
        self.kept.save_words(prover.game, searcher.table.array, nodes, seconds, searcher.details())

    def find_value(self) -> None:
        """Ask between which utilities the value lies, a win first, until they meet."""
        game = self.prover.game
        self.low, self.high = -int(game.utility_limit), int(game.utility_limit)
        if not self.prover.decides:
            self.find_winner()
            return
        while self.low < self.high:
            least = 1 if self.low < 1 <= self.high else (self.low + self.high + 1) // 2
            answer = self.ask(Question(self.mover, least))
            if answer is None:
                return
            if answer:
                self.low = least
            else:
                self.high = least - 1
        if self.low > 0:
            self.settle(Question(self.mover, self.low))
        elif self.low < 0:
            self.settle(Question(1 - self.mover, -self.low))
        elif self.prover.repetitions and game.repetition == "none":
            raise Unsuitable(
                f"Nobody can force a win in {game.title()} here, but play can go on for ever, and no rule "
                "says what that is worth."
            )

    def find_winner(self) -> None:
        """Ask whether the mover wins, then whether the other does: where "no" proves nothing."""
        for player, value in ((self.mover, 1), (1 - self.mover, -1)):
            question = Question(player, 1)
            if self.ask(question):
                self.low, self.high = value, value
                self.settle(question)
                return

    def shorten(self, nodes: int | None = None) -> None:
        """Find the fewest plies in which the winner gets what he wants; with at most so many `nodes` the
        fewest that are found."""
        if self.winner is None or self.prover.game.utility_limit != 1:
            return
        begin = self.prover.nodes
        while self.most is not None and self.most > 1:
            sooner = self.winner._replace(plies=self.most - 1)
            answer = self.ask(sooner, None if nodes is None else nodes - (self.prover.nodes - begin))
            if answer is None:
                return
            if not answer:
                break
            self.settle(sooner)
        if self.most is not None:
            self.plies, self.winner = self.most, self.winner._replace(plies=self.most)

    def find_mate(self, plies: int | None) -> None:
        """Ask whether the mover mates by checks, in so many plies if they are given."""
        game = self.prover.game
        self.low, self.high = -int(game.utility_limit), int(game.utility_limit)
        question = Question(self.mover, self.high, checks=True, plies=plies)
        if self.ask(question):
            self.low = self.high
            self.settle(question)

    def find_quick_win(self, plies: int) -> None:
        """Ask whether the mover wins in so many plies."""
        game = self.prover.game
        self.low, self.high = -int(game.utility_limit), int(game.utility_limit)
        question = Question(self.mover, self.high, plies=plies)
        if self.ask(question):
            self.low = self.high
            self.settle(question)

    def find_quick_end(self, plies: int) -> None:
        """Ask whether the mover wins in so many plies, then whether the other does."""
        limit = int(self.prover.game.utility_limit)
        self.low, self.high = -limit, limit
        for player, value in ((self.mover, limit), (1 - self.mover, -limit)):
            question = Question(player, limit, plies=plies)
            if self.ask(question):
                self.low = self.high = value
                self.settle(question)
                return

    def analysis(self, lines: tuple[Line, ...] = ()) -> Analysis:
        """What is known now."""
        game = self.prover.game
        score = Score.unknown(game, self.mover)
        if self.low == self.high:
            plies = self.most
            if plies is not None and plies >= LONGEST_LINE:  # a game's bounds say no more than that it comes
                plies = None
            exact = self.plies is not None and self.winner is not None and not self.winner.checks
            score = Score.proof(game, self.mover, self.low, plies, exact=exact)
        return Analysis(
            game=game,
            state=self.state,
            algorithm=self.prover.method,
            lines=lines,
            score=score,
            depth=abs(score.distance or 0),
            nodes=self.prover.nodes - self.nodes_before + (self.kept.nodes if self.kept else 0),
            seconds=time.perf_counter() - self.began + (self.kept.seconds if self.kept else 0.0),
            statistics={"repetitions": self.prover.repetitions},
            interrupted=self.stopped,
        )

    def lines(self) -> tuple[Line, ...]:
        """The line of the proof; of a draw the move that keeps it; of a loss what holds out longest."""
        if self.low < self.high:
            return ()
        if self.winner is None:
            action = self.prover.action(self.state, Question(self.mover, self.low))
            moves = () if action is None else (action,)
        else:
            moves = proof_line(self.prover, self.state, self.winner)
        if not moves:
            return ()
        return (Line(action=moves[0], score=self.analysis().score, variation=moves),)


def proof_line(
    prover: Prover, state: Any, question: Question, *, effort: int | None = None
) -> tuple[Any, ...]:
    """The play of a proof, the other side holding out as long as it can; of the defences that the proof did
    not need to tell apart, one.  With an `effort` so many nodes are spent on each action at most."""
    attacks, defences = (ATTACKS, DEFENCES) if effort is None else (effort, effort)
    game = prover.game
    moves: list[Any] = []
    while not game.is_terminal(state) and len(moves) < LONGEST_LINE:
        rest = question if question.plies is None else question._replace(plies=question.plies - 1)
        if game.to_move(state) == question.player:
            action = prover.action(state, question, nodes=attacks)
        else:
            action = find_longest_defence(prover, state, rest, defences)
        if action is None:
            break
        moves.append(action)
        state, question = game.result(state, action), rest
    return tuple(moves)


def find_longest_defence(prover: Prover, state: Any, rest: Question, nodes: int) -> Any:
    """The action after which the proof needs most plies; with a limit of plies, one that uses them up; None
    where `nodes` for each action prove none."""
    game = prover.game
    longest, best = -1, None
    for action in game.actions(state):
        child = game.result(state, action)
        if prover.prove(child, rest, nodes=nodes) is None:
            continue
        plies = prover.plies(child, rest) or 0
        if rest.plies is not None and rest.plies > 1 and not game.is_terminal(child):
            sooner = rest._replace(plies=rest.plies - 1)
            plies = rest.plies if prover.prove(child, sooner, nodes=nodes) is False else plies
        if plies > longest:
            longest, best = plies, action
    return best


@long_work("solving")
def solve(
    game: Game,
    state: Any,
    *,
    checks: bool = False,
    plies: int | None = None,
    either_in: int | None = None,
    shortest: bool = False,
    threads: int = 1,
    megabytes: float | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    shorten_nodes: int | None = None,
    checkpoint: str | Path | None = None,
    prover: Prover | None = None,
    history: History | None = None,
    see: Callable[[Analysis], object] | None = None,
    progress: Asked = None,
) -> Analysis:
    """The value of a position by proof numbers, with a `prover` by its method, else by df-pn; with `checks`
    whether the player to move mates by checks alone; with `plies` whether he wins in so many, with
    `either_in` whether anybody does.  All questions together take `nodes` at most.

    With a `history`, the game so far, positions that have come in it count for the rule about repetition.
    With `shortest` also the fewest plies to the end; with `shorten_nodes` the fewest that so many nodes find.
    With a `checkpoint` file the search goes on with the table that is there, and writes it every ten minutes
    and at the end, as `solver.proofs` does.  A value that is not found in `seconds`, or before Ctrl-C, is
    unknown, and so is that of a position without a mate by checks, or without a win in time.
    """
    prover = prover or Prover(game, megabytes=MEGABYTES if megabytes is None else megabytes, threads=threads)
    if game.is_terminal(state):
        return Analysis(game, state, prover.method, (), score_terminal(game, state), 0, 0, 0.0)
    prover.look_back(history)
    work = Work(prover, state, seconds, see, nodes=nodes, nodes_before=prover.nodes)
    if checkpoint is not None:
        work.kept = Checkpoint(Path(checkpoint).expanduser(), NUMBERS_MARK)
        work.load()
    try:
        if checks:
            work.find_mate(plies)
        elif plies is not None:
            work.find_quick_win(plies)
        elif either_in is not None:
            work.find_quick_end(either_in)
        else:
            work.find_value()
        if shortest:
            work.shorten()
        elif shorten_nodes is not None:
            work.shorten(shorten_nodes)
        return work.analysis(work.lines())
    finally:
        if work.kept is not None:
            work.save()
