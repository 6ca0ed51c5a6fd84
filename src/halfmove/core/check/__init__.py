"""`check_game`: does a game keep the promises of the contract?  For the project's games and for users' own.

Random games are played and every promise is tried at the states they pass through.  What is tried lies in
`rules` (the six functions), `information` (who knows what, moves made at once, rewards), `hooks` (knowledge
and symmetries), `text` (notation and pictures), `surface` (pictures to touch), `soundness` (knowledge against
plain minimax) and `speeds` (compiled against interpreted, perft).
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from halfmove.core.check.endings import check_endings
from halfmove.core.check.examiner import Examiner, Report
from halfmove.core.check.hooks import (
    check_hooks,
    check_keys,
    check_plies,
    check_repetition,
    check_step,
    check_symmetries,
)
from halfmove.core.check.information import check_information, check_moves_at_once
from halfmove.core.check.rules import check_initial, check_state, play
from halfmove.core.check.soundness import check_knowledge
from halfmove.core.check.speeds import check_perft, check_speeds
from halfmove.core.check.surface import check_surface
from halfmove.core.check.text import check_text
from halfmove.core.compile import interpreted
from halfmove.core.contract import Game
from halfmove.core.endless import TooLong, watch_calls
from halfmove.core.errors import BrokenPromise
from halfmove.core.in_turn import in_turn
from halfmove.core.naming import open_game
from halfmove.core.progress import at

__all__ = ["Report", "check_game"]

PATIENCE = 20.0
"""Seconds that one call of a method may take."""
_STATES = 10
"""How many states of a random game are examined in full, one game with another."""


def check_game(
    game: Game | str, *, games: int = 20, seed: int = 0, perft: Mapping[int, int] | None = None
) -> Report:
    """Try every promise of the contract; `BrokenPromise` names the first one broken and where.

    `games` random games are played from `seed`, and the time taken goes with their number; `perft` gives
    known counts of sequences, {depth: nodes}.  A simultaneous game is then examined as a sequence of hidden
    choices (`core.in_turn`), and its sequences are counted so.
    """
    game = open_game(game)
    with watch_calls(PATIENCE) as watch:
        try:
            return _check(game, games, seed, perft or {})
        except TooLong:
            raise BrokenPromise(
                f"{game!r} breaks a promise: its methods come to an end; but {watch.sentence}"
            ) from None


def _check(game: Game, games: int, seed: int, perft: Mapping[int, int]) -> Report:
    if game.simultaneous:
        check_moves_at_once(Examiner(interpreted(game), Random(seed), compiled=game.compiled))
        game = in_turn(game)
    examiner = Examiner(interpreted(game), Random(seed), compiled=game.compiled)
    before = repr(vars(examiner.game))
    check_initial(examiner)
    check_step(examiner)
    lines = []
    for number in range(games):
        at(number, games, unit="games played")
        lines.append(play(examiner))
    for number, line in enumerate(lines):
        at(number, games, unit="games looked at")
        check_plies(examiner, line)
    states = _sample(lines, examiner.random)
    for number, state in enumerate(states):
        at(number, len(states), unit="states looked at")
        check_state(examiner, state)
        check_hooks(examiner, state)
        check_repetition(examiner, state)
        check_symmetries(examiner, state)
        check_endings(examiner, state)
        check_text(examiner, state)
        check_surface(examiner, state)
    check_keys(examiner, (state for line in lines for state in line))
    check_knowledge(examiner, lines)
    check_information(examiner)
    at(what=f"checking that {game.title()} runs compiled as interpreted")
    check_speeds(examiner, game, _sample(lines, examiner.random))
    check_perft(examiner, game, perft)
    if game.compiled:
        untouched = repr(vars(examiner.game)) == before
        examiner.promise("playing leaves the game object as it was", untouched, "it changed")
    return examiner.report(len(lines), sum(map(len, lines)))


def _sample(lines: list[list[Any]], random: Random) -> list[Any]:
    """Some of the states passed through: the first, every last one, and others at random."""
    ends = [line[0] for line in lines[:1]] + [line[-1] for line in lines]
    others = [state for line in lines for state in line[1:-1]]
    room = max(0, _STATES * len(lines) - len(ends))
    return ends + (others if len(others) <= room else random.sample(others, room))
