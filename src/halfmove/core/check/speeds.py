"""One source, two speeds: the compiled game against the interpreted one, and both against known counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from halfmove.core import bits
from halfmove.core.buffer import Buffer
from halfmove.core.check.examiner import Examiner
from halfmove.core.compile import interpreted, kernel, runs_compiled
from halfmove.core.game import CHANCE, Game, hash_state

_HEAD = 9
"""Words of a survey before the values of players, symmetries and actions."""

_SCALE = 1_000_000
"""Utilities are surveyed as whole numbers of millionths."""

_SMALL = 3000
"""Perft is counted interpreted as well while it has about so many nodes."""


@kernel
def survey(game: Any, s: Any, out: Buffer) -> int:
    """Write everything the game says about `s` into `out`, in the order of `_labels`; how many words."""
    for i in range(_HEAD):
        out[i] = 0
    out[0] = game.to_move(s)
    out[2] = bits.number(game.key(s))
    n = _HEAD
    for k in range(game.symmetry_count):
        out[n] = bits.number(hash_state(game.symmetric(s, k)))
        n += 1
    if game.is_terminal(s):
        out[1] = 1
        for player in range(game.players):
            out[n] = int(game.utility(s, player) * _SCALE)
            n += 1
        return n
    for player in range(game.players):
        out[n] = game.evaluate(s, player)
        n += 1
    lower, upper = game.bounds(s)
    out[3] = lower
    out[4] = upper
    out[8] = game.plies_left(s)
    for action in game.actions(s):
        out[5] += 1
        out[n] = action
        out[n + 1] = game.order(s, action)
        out[n + 2] = bits.number(hash_state(game.result(s, action)))
        out[n + 3] = game.history_slot(s, action)
        n += 4
        for k in range(game.symmetry_count):
            out[n] = game.symmetric_action(action, k)
            n += 1
    for action in game.candidates(s):
        out[6] += 1
        out[n] = action
        n += 1
    for action in game.forcing(s):
        out[7] += 1
        out[n] = action
        n += 1
    return n


@kernel
def survey_nature(game: Any, s: Any, out: Buffer) -> int:
    """The same for a state where nature moves."""
    out[0] = game.to_move(s)
    out[1] = bits.number(game.key(s))
    n = 2
    for player in range(game.players):
        out[n] = game.evaluate(s, player)
        n += 1
    for action, probability in game.outcomes(s):
        out[n] = action
        out[n + 1] = int(probability * _SCALE)
        out[n + 2] = bits.number(hash_state(game.result(s, action)))
        n += 3
    return n


@kernel
def sequences(game: Any, s: Any, depth: int) -> int:
    """Perft: sequences of exactly `depth` actions."""
    if depth == 0:
        return 1
    if game.is_terminal(s):
        return 0
    n = 0
    for action in game.actions(s):
        n += sequences(game, game.result(s, action), depth - 1)
    return n


def check_speeds(examiner: Examiner, game: Game, states: Iterable[Any]) -> None:
    """Everything the compiled game says about each state is what the interpreted one says."""
    if not runs_compiled(game):
        examiner.notes.append("compiled and interpreted were not compared: the game runs interpreted")
        return
    size = _HEAD + (game.symmetry_count + 6) * (game.actions_limit + game.players + 2)
    slow, fast = Buffer(size), Buffer(size)
    plain = interpreted(game)
    for state in states:
        nature = game.chance and game.to_move(state) == CHANCE and not game.is_terminal(state)
        read = survey_nature if nature else survey
        n = read(plain, state, slow)
        m = read(game, state, fast)
        words, compiled_words = list(slow.array[:n]), list(fast.array[:m])
        if words == compiled_words:
            examiner.promise("compiled and interpreted rules say the same", True, "")
            continue
        name, one, other = _difference(game, words, compiled_words, nature)
        told = f"{name} is {one} interpreted and {other} compiled"
        examiner.promise("compiled and interpreted rules say the same", False, told, state)


def _difference(game: Game, slow: list[int], fast: list[int], nature: bool) -> tuple[str, int, int]:
    estimates = [f"evaluate for player {player}" for player in range(game.players)]
    names = iter(["to_move", "key", *estimates]) if nature else _labels(game, slow)
    for one, other in zip(slow, fast):
        name = next(names, "outcomes or result")
        if one != other:
            return name, int(one), int(other)
    return "the number of actions", len(slow), len(fast)


def _labels(game: Game, words: list[int]) -> Iterator[str]:
    """What each word of a survey is."""
    yield from ("to_move", "is_terminal", "key", "the lower bound", "the upper bound")
    yield from ("the number of actions", "the number of candidates", "the number of forcing actions")
    yield "plies_left"
    yield from (f"the hash of symmetric(s, {k})" for k in range(game.symmetry_count))
    what = "utility (in millionths)" if words[1] else "evaluate"
    yield from (f"{what} for player {player}" for player in range(game.players))
    each = 4 + game.symmetry_count
    first = _HEAD + game.symmetry_count + game.players
    for i in range(words[5]):
        action = words[first + i * each]
        yield from (
            f"action number {i + 1}",
            f"order of action {action}",
            f"the hash of result of action {action}",
        )
        yield f"history_slot of action {action}"
        yield from (f"symmetric_action({action}, {k})" for k in range(game.symmetry_count))
    yield from (f"candidate number {i + 1}" for i in range(words[6]))
    yield from (f"forcing action number {i + 1}" for i in range(words[7]))


def check_perft(examiner: Examiner, game: Game, known: dict[int, int]) -> None:
    """Perft at both speeds, and the counts that are known."""
    if game.chance:
        return
    plain, start = interpreted(game), game.initial()
    depth = 1
    while depth <= 8:
        nodes = sequences(plain, start, depth)
        if runs_compiled(game):
            fast = sequences(game, start, depth)
            told = f"to depth {depth} there are {nodes:,} sequences interpreted and {fast:,} compiled"
            examiner.promise("perft is the same compiled and interpreted", fast == nodes, told)
        if nodes * 10 > _SMALL:
            break
        depth += 1
    for depth, count in known.items():
        nodes = sequences(game, start, depth)
        told = f"to depth {depth} there are {nodes:,} sequences and not {count:,}"
        examiner.promise("perft gives the known counts", nodes == count, told)
