"""The promises of the six functions, and of states and actions as values."""

from __future__ import annotations

import math
import pickle
from copy import deepcopy
from typing import Any, cast

from halfmove.core.bits import FULL, Bitboard
from halfmove.core.check.examiner import Examiner
from halfmove.core.check.information import check_sampled_chance
from halfmove.core.contract import CHANCE, Chance, Game
from halfmove.core.contract.traits import largest_action
from halfmove.core.history import History
from halfmove.core.specialisation import field_hints

_PLIES = 1000
"""A random game is broken off here."""


def check_initial(examiner: Examiner) -> None:
    """Every function is there, and keeps its promises at the start, which is the same every time."""
    game = examiner.game
    examiner.promise("action_bits is 32 at the most", game.action_bits <= 32, f"it is {game.action_bits}")
    for method in ("initial", "to_move", "actions", "result", "is_terminal", "utility"):
        defined = getattr(type(game), method) is not getattr(Game, method)
        examiner.promise(f"a game defines {method}", defined, "it is missing")
    first, second = game.initial(), game.initial()
    if cast(Any, type(first)).__eq__ is object.__eq__:
        examiner.promise("states compare by their contents", False, f"{type(first).__name__} has no __eq__")
    examiner.promise(
        "initial gives the same state every time", first == second, lambda: f"{first} and {second}"
    )
    check_state(examiner, first)


def play(examiner: Examiner) -> list[Any]:
    """The states of one random game, the first included; rules about repetition are kept."""
    state = examiner.game.initial()
    line = [state]
    history = History(examiner.game) if examiner.game.repetition != "none" else None
    while not examiner.ask("is_terminal", state) and len(line) <= _PLIES:
        actions = examiner.legal(state)
        examiner.promise("a state that is not terminal has an action", bool(actions), "there is none", state)
        action = examiner.random.choice(actions)
        if history is not None:
            action = _allowed(examiner, history, actions, action)
        state = apply(examiner, state, action)
        line.append(state)
        if history is not None:
            history.play(action)
            if history.repeated:
                break
    return line


def _allowed(examiner: Examiner, history: History, actions: list[Any], action: Any) -> Any:
    """The action, or if looking back forbids it another one."""
    if history.allows(action):
        return action
    left = [other for other in actions if history.allows(other)]
    examiner.promise(
        "where repetition is forbidden, an action is left", bool(left), "there is none", history.state
    )
    return examiner.random.choice(left)


def apply(examiner: Examiner, state: Any, action: Any) -> Any:
    """The result of an action, having seen that the state stays as it was."""
    before = _fingerprint(state)
    after = examiner.ask("result", state, action)
    examiner.promise(
        "result leaves the state it is given as it was",
        _fingerprint(state) == before,
        f"result of action {action!r} changed it",
        state,
    )
    examiner.promise(
        "result returns a state",
        type(after) is type(state),
        lambda: f"action {action!r} gave {after!r}",
        state,
    )
    return after


def check_state(examiner: Examiner, state: Any) -> None:
    """The six functions at one state."""
    _check_value(examiner, state)
    player = examiner.same_twice("to_move", state)
    over = examiner.same_twice("is_terminal", state)
    examiner.promise("is_terminal says True or False", isinstance(over, bool), f"it said {over!r}", state)
    players, chance = examiner.game.players, examiner.game.has_chance
    examiner.promise(
        "to_move is a player from 0 to players - 1, or CHANCE in a game of chance",
        type(player) is int and (0 <= player < players or (chance and player == CHANCE)),
        f"it is {player!r}",
        state,
    )
    if over:
        _check_utility(examiner, state)
        return
    actions = _chances(examiner, state) if player == CHANCE else _actions(examiner, state)
    for action in examiner.some(actions):
        apply(examiner, state, action)
        after = examiner.same_twice("result", state, action)
        _check_value(examiner, after)


def _actions(examiner: Examiner, state: Any) -> list[Any]:
    actions: list[Any] = examiner.same_twice("actions", state)
    examiner.promise(
        "actions offers each action once", len(set(actions)) == len(actions), f"{actions}", state
    )
    examiner.promise("a state that is not terminal has an action", bool(actions), "there is none", state)
    examiner.promise(
        "no state has more than actions_limit actions",
        len(actions) <= examiner.game.actions_limit,
        f"there are {len(actions)} and the limit is {examiner.game.actions_limit}",
        state,
    )
    _check_action_types(examiner, actions, state)
    return actions


def _check_action_types(examiner: Examiner, actions: list[Any], state: Any) -> None:
    if not examiner.compiled:
        return
    most = largest_action(examiner.game)
    wrong = [a for a in actions if type(a) is not int or not 0 <= a <= most]
    examiner.promise(
        f"a compiled game's actions are ints from 0 to {most} (action_bits: {examiner.game.action_bits})",
        not wrong,
        lambda: f"an action is {wrong[0]!r}",
        state,
    )


def _chances(examiner: Examiner, state: Any) -> list[Any]:
    if examiner.game.chance is Chance.SAMPLED:
        check_sampled_chance(examiner, state)
        return examiner.legal(state)
    outcomes = examiner.same_twice("outcomes", state)
    total = math.fsum(probability for _, probability in outcomes)
    examiner.promise(
        "the probabilities of outcomes are positive and sum to one",
        all(p > 0 for _, p in outcomes) and abs(total - 1) < 1e-9,
        lambda: f"they are {[p for _, p in outcomes]}",
        state,
    )
    actions = [action for action, _ in outcomes]
    examiner.promise(
        "outcomes names each action once", len(set(actions)) == len(actions), f"{actions}", state
    )
    offered = examiner.same_twice("actions", state)
    examiner.promise(
        "outcomes names the actions, in their order",
        offered == actions,
        lambda: f"the actions are {offered} and the outcomes {actions}",
        state,
    )
    _check_action_types(examiner, actions, state)
    return actions


def _check_utility(examiner: Examiner, state: Any) -> None:
    utilities = [examiner.same_twice("utility", state, player) for player in range(examiner.game.players)]
    endless = math.isinf(examiner.game.utility_limit)
    examiner.promise(
        f"utility is a {'' if endless else 'finite '}number for every player",
        all(
            isinstance(u, (int, float)) and (math.isfinite(u) or (endless and math.isinf(u)))
            for u in utilities
        ),
        f"the utilities are {utilities}",
        state,
    )
    game = examiner.game
    if game.players == 2 and game.zero_sum and not (game.hidden or game.simultaneous):
        examiner.promise(
            "utilities are whole numbers, unless whole_utilities is False",
            not game.whole_utilities or all(u == int(u) for u in utilities),
            f"the utilities are {utilities}",
            state,
        )
        examiner.promise(
            f"no utility is beyond utility_limit, here {game.utility_limit}",
            all(abs(u) <= game.utility_limit for u in utilities),
            f"the utilities are {utilities}",
            state,
        )
    if game.zero_sum:
        examiner.promise(
            "utilities of a zero-sum game sum to zero",
            utilities == [-utilities[-1], -utilities[0]] or abs(math.fsum(utilities)) < 1e-9,
            f"the utilities are {utilities}",
            state,
        )


# ---- states as values


def _check_value(examiner: Examiner, state: Any) -> None:
    twin = deepcopy(state)
    examiner.promise("a copy of a state equals it", twin == state, "it does not", state)
    if examiner.compiled:
        _check_fields(examiner, state)
    try:
        same = hash(twin) == hash(state)
    except TypeError as error:
        examiner.promise("states are hashable", False, str(error), state)
    examiner.promise("equal states have equal hashes", same, "they differ", state)


def _check_fields(examiner: Examiner, state: Any) -> None:
    examiner.promise(
        "a compiled game's states are NamedTuples",
        hasattr(state, "_fields"),
        f"it is a {type(state).__name__}",
        state,
    )
    for name, value, hint in zip(state._fields, state, field_hints(type(state)), strict=True):
        trouble = _trouble(value, hint)
        examiner.promise(
            "a state's fields hold what they declare", not trouble, f"the field '{name}' {trouble}", state
        )


def _trouble(value: Any, hint: Any) -> str:
    """What is wrong with a field's value; nothing, if it is as declared."""
    if hint == Bitboard:
        good = type(value) is int and 0 <= value <= FULL
        return "" if good else f"is declared a Bitboard, 0 to 2**64 - 1, and holds {value!r}"
    if hint is int:
        good = type(value) is int and -(2**63) <= value < 2**63
        return "" if good else f"is declared an int of 64 bits and holds {value!r}"
    if hint is bool:
        return "" if type(value) is bool else f"is declared a bool and holds {value!r}"
    inner: Any = getattr(hint, "__args__", ())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        inner = field_hints(type(value))
    if not isinstance(value, tuple):
        return f"holds {value!r}, which is no int, bool, Bitboard or tuple of these"
    if len(inner) == 2 and inner[1] is Ellipsis:
        inner = (inner[0],) * len(value)
    if len(inner) != len(value):
        inner = tuple(type(item) for item in value)
    return next((trouble for item, kind in zip(value, inner) if (trouble := _trouble(item, kind))), "")


def _fingerprint(state: Any) -> tuple[str, bytes]:
    try:
        return repr(state), b"" if isinstance(state, tuple) else pickle.dumps(state)
    except (pickle.PicklingError, AttributeError, TypeError):
        return repr(state), b""
