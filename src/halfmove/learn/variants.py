"""Self-play of several games at once, as of Go with other komi: of one network, for one learner.

Each variant has a forest of its own, as the rules are part of its machine code; parameters that machine code
reads while it runs (`Traits.runtime_parameters`) share that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.learn.selfplay import Evaluate, Options, PlayedGame, SelfPlay, Throughput
from halfmove.search.encoding import Encoding
from halfmove.search.neural.architecture import Architecture
from halfmove.search.neural.usual import name_of


class VariedGames:
    """`SelfPlay` of several variants in turn, whose samples say of which they are."""

    def __init__(
        self, variants: Mapping[Game, int], evaluate: Evaluate, options: Options, *, seed: int = 0
    ) -> None:
        """`variants` says how many parts of the games at once each has."""
        self.done = Throughput()
        self._plays = [
            SelfPlay(Encoding(game), evaluate, own, seed=seed * len(variants) + number)
            for game, number, own in split_games(variants, options)
        ]

    @property
    def evaluate(self) -> Evaluate:
        """What judges states."""
        return self._plays[0].evaluate

    @evaluate.setter
    def evaluate(self, evaluate: Evaluate) -> None:
        for play in self._plays:
            play.evaluate = evaluate

    def step(self) -> list[PlayedGame]:
        """One step of each; the games that ended before that."""
        ended = []
        for number, play in enumerate(self._plays):
            for game in play.step():
                game.samples.variant[:] = number
                ended.append(game)
            self.done += play.done
            play.done = Throughput()
        return ended


def split_games(
    variants: Mapping[Game, int], options: Options, groups: int = 1
) -> list[tuple[Game, int, Options]]:
    """The groups of a process's games: for each its rules, the number of the variant, and how many games.  A
    variant alone is `groups` of them; of several one that has more than its part of the groups is split."""
    parts, found = sum(variants.values()), list[tuple[Game, int, Options]]()
    for number, (game, share) in enumerate(variants.items()):
        pieces = max(round(groups * share / parts), 1)
        games = max(round(options.games * share / parts / pieces), 1)
        answers = options.answers * share // parts // pieces
        found += [(game, number, replace(options, games=games, answers=answers))] * pieces
    return found


def check_variants(architecture: Architecture, main: Encoding, variants: Iterable[Game]) -> None:
    """`BadInput` for variants that one network of this architecture cannot be for."""
    for game in variants:
        other = Encoding(game)
        if architecture.on_board(other) is None:
            sizeless = architecture.with_changes(value_head="pooled", policy_head="planes")
            remedy = "leave that out of --vary"
            if sizeless.on_board(other) is not None:
                remedy = "add --option policy_head=planes --option value_head=pooled"
            raise BadInput(
                f"This network is for boards of one size: {name_of(game)} has {describe(other)}, and "
                f"{name_of(main.game)} {describe(main)}; {remedy}."
            )


def describe(encoding: Encoding) -> str:
    """What a network sees and answers of a game, in words."""
    planes, rows, columns = encoding.shape
    return f"{planes} planes of {rows} × {columns} and {encoding.policy} places of moves"
