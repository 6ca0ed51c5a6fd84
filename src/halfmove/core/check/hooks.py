"""The promises of the knowledge hooks: ranges, subsets, keys, symmetries."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from halfmove.core.bits import FULL
from halfmove.core.check.examiner import Examiner
from halfmove.core.game import CHANCE, Game
from halfmove.core.score import ESTIMATE, WIN
from halfmove.core.term import unit_of

_ORDER = 1000


def check_hooks(examiner: Examiner, state: Any) -> None:
    """evaluate wherever the game goes on; order, bounds and what lists actions where a player moves."""
    if examiner.ask("is_terminal", state):
        return
    _check_evaluate(examiner, state)
    _check_terms(examiner, state)
    if examiner.ask("to_move", state) == CHANCE:
        return
    actions = examiner.ask("actions", state)
    orders = [examiner.ask("order", state, action) for action in actions]
    examiner.promise(
        f"order is an int from {-_ORDER} to {_ORDER}",
        all(type(o) is int and -_ORDER <= o <= _ORDER for o in orders),
        lambda: f"the orders of {actions} are {orders}",
        state,
    )
    slots = [examiner.ask("history_slot", state, action) for action in actions if type(action) is int]
    examiner.promise(
        "history_slot is an int from 0 to history_slots - 1",
        all(type(slot) is int and 0 <= slot < examiner.game.history_slots for slot in slots),
        lambda: f"the slots of {actions} are {slots} of {examiner.game.history_slots}",
        state,
    )
    _check_bounds(examiner, state, actions)
    forcing = examiner.same_twice("forcing", state)
    examiner.promise(
        "forcing offers legal actions, each once",
        set(forcing) <= set(actions) and len(set(forcing)) == len(forcing),
        lambda: f"forcing offers {forcing} of {actions}",
        state,
    )
    threatening = examiner.same_twice("threatening", state)
    examiner.promise(
        "threatening offers legal actions, each once, that forcing does not offer",
        set(threatening) <= set(actions) - set(forcing) and len(set(threatening)) == len(threatening),
        lambda: f"threatening offers {threatening} of {actions}, forcing {forcing}",
        state,
    )


def _check_evaluate(examiner: Examiner, state: Any) -> None:
    game = examiner.game
    values = [examiner.same_twice("evaluate", state, player) for player in range(game.players)]
    if math.isinf(game.utility_limit):
        examiner.promise(
            "evaluate is an int, or infinite where utilities may be",
            all(type(v) is int or v in (math.inf, -math.inf) for v in values),
            f"it is {values}",
            state,
        )
    else:
        most = (game.utility_limit - 1) * WIN + ESTIMATE
        examiner.promise(
            f"evaluate is an int strictly between {-most} and {most}",
            all(type(v) is int and -most < v < most for v in values),
            f"it is {values}",
            state,
        )
    if game.zero_sum and game.players == 2:
        examiner.promise(
            "evaluate of a zero-sum game is for one player the negative of the other's",
            values[0] == -values[1],
            f"it is {values}",
            state,
        )


def _check_terms(examiner: Examiner, state: Any) -> None:
    """Of a game that shows the terms of its evaluation."""
    game = examiner.game
    if type(game).terms is Game.terms:
        return
    total = examiner.ask("evaluate", state, 0) / unit_of(game)
    worths = [term.worth for term in examiner.ask("terms", state)]
    examiner.promise(
        "the terms add up to the estimate, to a hundredth of a unit",
        abs(sum(worths) - total) < 0.01,
        lambda: f"{worths} make {sum(worths)}, and the estimate is {total}",
        state,
    )


def _check_bounds(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    lower, upper = bounds = examiner.same_twice("bounds", state)
    examiner.promise(
        "bounds are two ints, the lower not above the upper",
        type(lower) is int and type(upper) is int and lower <= upper,
        f"they are {bounds}",
        state,
    )
    candidates = examiner.same_twice("candidates", state)
    examiner.promise(
        "candidates offers legal actions, each once",
        set(candidates) <= set(actions) and len(set(candidates)) == len(candidates),
        lambda: f"candidates offers {candidates} of {actions}",
        state,
    )
    examiner.promise(
        "candidates offers an action unless bounds settle the value",
        bool(candidates) or lower == upper,
        f"there is none, and the bounds are {bounds}",
        state,
    )


def check_plies(examiner: Examiner, line: list[Any]) -> None:
    """No game goes on for longer than `plies_left` says."""
    for ply, state in enumerate(line):
        left, played = examiner.ask("plies_left", state), len(line) - 1 - ply
        examiner.promise(
            "no game goes on for more plies than plies_left says",
            type(left) is int and left >= played,
            f"it says {left!r} and a game went on for {played}",
            state,
        )


def check_keys(examiner: Examiner, states: Iterable[Any]) -> None:
    """Equal states have equal keys, and of those seen only such share one as differ in nothing that matters
    (in chess, the number of the move)."""
    named: dict[int, Any] = {}
    for state in set(states):
        key = examiner.same_twice("key", state)
        examiner.promise(
            "key is an int from 0 to 2**64 - 1",
            type(key) is int and 0 <= key <= FULL,
            f"it is {key!r}",
            state,
        )
        other = named.setdefault(key, state)
        examiner.promise(
            "states that differ in what may be done have different keys",
            other == state or _prospect(examiner, other) == _prospect(examiner, state),
            f"{other!r} has the same key {key}",
            state,
        )


def _prospect(examiner: Examiner, state: Any) -> tuple[Any, ...]:
    """Who moves and what may be done, or how the game ended."""
    mover, game = examiner.ask("to_move", state), examiner.game
    if examiner.ask("is_terminal", state):
        return mover, *(examiner.ask("utility", state, player) for player in range(game.players))
    return mover, *(game.outcomes(state) if mover == CHANCE else game.actions(state))


def check_repetition(examiner: Examiner, state: Any) -> None:
    """What a rule that looks back asks the game: who counts as the same, and what is exempt."""
    game = examiner.game
    examiner.promise(
        'repetition is "none", "draw", "loss" or "forbidden"',
        game.repetition in ("none", "draw", "loss", "forbidden"),
        f"it is {game.repetition!r}",
    )
    if game.repetition == "none":
        return
    examiner.promise(
        "repetition_count is 2 or more",
        type(game.repetition_count) is int and game.repetition_count >= 2,
        f"it is {game.repetition_count!r}",
    )
    key = examiner.same_twice("repetition_key", state)
    examiner.promise(
        "repetition_key is an int from 0 to 2**64 - 1",
        type(key) is int and 0 <= key <= FULL,
        f"it is {key!r}",
        state,
    )
    if examiner.ask("is_terminal", state) or examiner.ask("to_move", state) == CHANCE:
        return
    actions = examiner.ask("actions", state)
    told = [examiner.ask("may_repeat", state, action) for action in actions]
    examiner.promise(
        "may_repeat says True or False", all(type(t) is bool for t in told), f"it said {told}", state
    )


def check_symmetries(examiner: Examiner, state: Any) -> None:
    """Symmetric positions are equivalent: same mover, end, utilities and, renamed, actions and results."""
    game = examiner.game
    same = examiner.ask("symmetric", state, 0)
    examiner.promise("symmetric(s, 0) is s", same == state, f"it is {same!r}", state)
    for k in range(1, game.symmetry_count):
        twin = examiner.same_twice("symmetric", state, k)
        told = f"symmetric({k}) is {twin!r}"
        over = examiner.ask("is_terminal", state)
        examiner.promise(
            "a symmetric position has the same player to move and is terminal as its original is",
            examiner.ask("is_terminal", twin) == over
            and (over or examiner.ask("to_move", twin) == examiner.ask("to_move", state)),
            told,
            state,
        )
        if not over:
            _check_symmetric_actions(examiner, state, twin, k)
            continue
        for player in range(game.players):
            examiner.promise(
                "a symmetric position has the same utilities",
                examiner.ask("utility", twin, player) == examiner.ask("utility", state, player),
                told,
                state,
            )


def _check_symmetric_actions(examiner: Examiner, state: Any, twin: Any, k: int) -> None:
    actions = examiner.legal(state)
    renamed = [examiner.game.symmetric_action(action, k) for action in actions]
    theirs = examiner.legal(twin)
    examiner.promise(
        "symmetric_action maps the actions one to one onto those of the symmetric position",
        len(renamed) == len(theirs) and set(renamed) == set(theirs),
        lambda: f"{actions} become {renamed} under symmetry {k}, where {theirs} are legal",
        state,
    )
    for action, name in examiner.some(list(zip(actions, renamed, strict=True))):
        there = examiner.ask("result", twin, name)
        here = examiner.ask("symmetric", examiner.ask("result", state, action), k)
        examiner.promise(
            "acting and then mirroring is mirroring and then acting",
            there == here,
            f"action {action!r} under symmetry {k} gives {here!r} one way and {there!r} the other",
            state,
        )
