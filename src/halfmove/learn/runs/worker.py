"""A process that plays games for a run: `python -m halfmove.learn.runs.worker DESCRIPTOR PARENT`.

It is told once what to play, as `Orders`, and from then on sends `FinishedGames`; the newest network it finds
in a file.  It ends when the run does: then nobody reads, or the parent has gone.  Such a process carries out
other orders, too: what it asks of them is `work(line, parent)`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from halfmove.core.contract import Game
from halfmove.core.errors import HalfmoveError
from halfmove.games.reference import GameReference
from halfmove.learn.runs.leaves import GROUPS, LeafClient, LeafLine, ServedGames, no_answer
from halfmove.learn.runs.play import Player, evaluate_of, join_games
from halfmove.learn.selfplay import Evaluate, Options, PlayedGame, SelfPlay, Throughput
from halfmove.learn.variants import VariedGames, split_games
from halfmove.search.encoding import Encoding

PAUSE = 0.25
"""Seconds for which games are gathered before they are sent."""


@dataclass(frozen=True)
class Orders:
    """What a worker is to play."""

    game: GameReference
    options: Options
    seed: int
    file: Path
    backend: str
    """`runs.play.choose_backend`."""
    expert: tuple[str, int] | None = None
    """The games of an engine instead (`learn.experts`): the algorithm, and the simulations of a move."""
    former: Path | None = None
    """Games for a value network instead (`learn.policies.ValueGames`), begun by the policy in this file."""
    variants: Mapping[GameReference, int] = field(default_factory=dict)
    """The games that are played in turn, if there are several (`learn.variants`)."""
    leaves: LeafLine | None = None
    """How a server is reached that evaluates for all (backend `server`)."""
    trial: float = 0.0
    """Seconds for which it is measured first (`runs.trial`); 0: not."""

    def work(self, line: Connection, parent: int) -> None:
        """Play until nobody listens."""
        play_games(self, line, parent)

    def evaluate(self, game: Game) -> Evaluate:
        """What computes the outputs of the network that the file holds now."""
        return evaluate_of(game, self.file, self.backend, self.games(game))

    def games(self, game: Game) -> dict[Game, int]:
        """The games that are played, and how many parts of all each has."""
        return {reference.open(): share for reference, share in self.variants.items()} or {game: 1}

    def player(self, game: Game) -> Player:
        """What plays."""
        encoding = Encoding(game)
        if self.expert:
            from halfmove.learn.experts import Expert

            return Expert(encoding, self.options, *self.expert, seed=self.seed)
        if self.leaves:
            groups = split_games(self.games(game), self.options, GROUPS)
            return ServedGames(
                [
                    (
                        SelfPlay(Encoding(rules), no_answer, options, seed=self.seed * len(groups) + number),
                        variant,
                    )
                    for number, (rules, variant, options) in enumerate(groups)
                ],
                LeafClient(self.leaves),
            )
        evaluate = self.evaluate(game)
        if self.former:
            from halfmove.learn.policies import ValueGames

            former = evaluate_of(game, self.former, self.backend)
            return ValueGames(encoding, former, evaluate, self.options, seed=self.seed)
        if list(games := self.games(game)) != [game]:
            return VariedGames(games, evaluate, self.options, seed=self.seed)
        return SelfPlay(encoding, evaluate, self.options, seed=self.seed)


def play_games(orders: Orders, line: Connection, parent: int) -> None:
    """Play until nobody listens."""
    game = orders.game.open()
    known = orders.file.stat().st_mtime_ns
    play = orders.player(game)
    ended = be_measured(line, play, orders.trial) if orders.trial else []
    sent = time.monotonic()
    while os.getppid() == parent:
        ended += [one for one in play.step() if len(one.samples)]
        if time.monotonic() - sent < PAUSE:
            continue
        if ended:
            done, play.done = play.done, Throughput()
            began = time.monotonic()
            for arrival in join_games(ended, done):
                line.send(("played", arrival))
            play.done.waiting_seconds += time.monotonic() - began
            ended = []
        newest = orders.file.stat().st_mtime_ns
        if newest != known and orders.leaves is None:
            began = time.monotonic()
            play.evaluate, known = orders.evaluate(game), newest
            play.done += Throughput(loaded=1, loading_seconds=time.monotonic() - began)
        sent = time.monotonic()


def be_measured(line: Connection, play: Player, seconds: float) -> list[PlayedGame]:
    """Say that all is ready; on a word play for so many seconds and say how many states were evaluated in
    each; on another go on, with the games that have ended."""
    ended = play.step()
    line.send(("ready", 0.0))
    line.recv()
    rate, more = measure_play(play, seconds)
    line.send(("measured", rate))
    line.recv()
    return [one for one in ended + more if len(one.samples)]


def measure_play(
    play: Player, seconds: float, now: Callable[[], float] = time.monotonic
) -> tuple[float, list[PlayedGame]]:
    """Play for so many seconds: the states that were evaluated in each of them, and the games that ended."""
    ended, before, began = list[PlayedGame](), play.done.evaluated, now()
    while now() - began < seconds:
        ended += play.step()
    return (play.done.evaluated - before) / (now() - began), ended


def main() -> None:
    """Work on the line whose descriptor has been inherited."""
    descriptor, parent = map(int, sys.argv[1:])
    os.set_inheritable(descriptor, False)
    line = Connection(descriptor)
    try:
        line.recv().work(line, parent)
    except (BrokenPipeError, ConnectionResetError, EOFError):
        return
    except HalfmoveError as error:
        line.send(("refused", str(error)))


if __name__ == "__main__":
    main()
