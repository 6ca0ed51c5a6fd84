"""The promises of the hooks: kinds and ranges, made from the table of hooks, and what each means besides."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from halfmove.core.bits import FULL
from halfmove.core.buffer import Buffer
from halfmove.core.check.examiner import Examiner
from halfmove.core.contract import CHANCE, PRESENT, Game
from halfmove.core.contract.hooks import HOOKS, Answer, Hook, States, all_hooks, defines
from halfmove.core.randomness import stream
from halfmove.core.score import WIN
from halfmove.core.term import unit_of

_FORETOLD = ((1, 3), (2, 8))
"""Plies of shallow searches, and of deep ones that they foretell."""
_DRAWS = 30
"""How often each legal action is drawn on average, where `pick` is tried."""
_PICKED = 3
"""States of a game in which `pick` is tried so."""


def check_hooks(examiner: Examiner, state: Any) -> None:
    """Every hook of the table where it may be asked: ranges and kinds first, then what each promises."""
    over = examiner.ask("is_terminal", state)
    mover = examiner.ask("to_move", state)
    turn = not over and mover >= 0
    actions = examiner.ask("actions", state) if turn else []
    asked = {States.EVERYWHERE: True, States.GOING_ON: not over, States.TURN: turn, States.OVER: over}
    for hook in HOOKS.values():
        if asked.get(hook.asked):
            _check_answers(examiner, hook, state, actions)
    _check_drawn(examiner, state, over)
    if over:
        _check_owners(examiner, state)
        return
    _check_settling(examiner, state)
    _check_evaluate(examiner, state)
    _check_terms(examiner, state)
    if turn:
        _check_bounds(examiner, state, actions)
        _check_lists(examiner, state, actions)
        _check_checking(examiner, state, actions)
        _check_passing(examiner, state)
        _check_exchanges(examiner, state, actions)
        _check_choices(examiner, state, actions)
        check_picks(examiner, state, actions)
        _check_encoding(examiner, state, actions)
        _check_inputs(examiner, state)


_OF_NUMBERS = ("history_slot", "policy_index")
"""Hooks whose defaults take an action for a number."""

_EXTRA: dict[str, Callable[[Examiner], list[Any]]] = {
    "player": lambda examiner: list(range(examiner.game.players)),
    "k": lambda examiner: list(range(examiner.game.symmetry_count)),
}
"""The arguments, besides a state and its actions, over which a hook is asked."""


def _check_answers(examiner: Examiner, hook: Hook, state: Any, actions: list[Any]) -> None:
    """A number in its range, a truth value, a key: what the table says of this hook, for all arguments."""
    if hook.answer not in _KINDS or hook.arguments[0] != "s" or not examiner.asks(hook):
        return
    over = {"a": examiner.some(actions)}
    sets = [over[name] if name in over else _EXTRA[name](examiner) for name in hook.arguments[1:]]
    for arguments in product(*sets):
        if hook.name in _OF_NUMBERS and type(arguments[0]) is not int:
            continue  # actions that are not numbers are numbered by whoever searches
        answer = examiner.same_twice(hook.name, state, *arguments)
        what, good = _KINDS[hook.answer]
        low, high = hook.range(examiner.game) if hook.range else (-math.inf, math.inf)
        bounded = f" from {low} to {high}" if hook.range else ""
        examiner.promise(
            f"{hook.name} is {what}{bounded}",
            good(answer, low, high),
            f"of {', '.join(map(repr, arguments)) or 'it'} it says {answer!r}",
            state,
        )


_KINDS: dict[Answer, tuple[str, Callable[[Any, float, float], bool]]] = {
    Answer.NUMBER: ("an int", lambda n, low, high: _is_number(n, low) and low <= n <= high),
    Answer.TRUTH: ("True or False", lambda truth, low, high: type(truth) is bool),
    Answer.KEY: ("an int from 0 to 2**64 - 1", lambda n, low, high: type(n) is int and 0 <= n <= FULL),
}


def _is_number(answer: Any, low: float) -> bool:
    """Whether it is an int; where there is no bound it may be infinite."""
    return type(answer) is int or (math.isinf(low) and answer in (math.inf, -math.inf))


def _check_checking(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    """What a game lists as checks is what comes out where every action is tried."""
    if not defines(type(examiner.game), "checking"):
        return
    checks = []
    for action in actions:
        child = examiner.ask("result", state, action)
        if examiner.ask("is_terminal", child) or examiner.ask("in_check", child):
            checks.append(action)
    offered = examiner.same_twice("checking", state)
    examiner.promise(
        "checking offers the actions that end the game or give check, each once",
        len(offered) == len(checks) and set(offered) == set(checks),
        lambda: f"checking offers {offered}; these do: {checks}",
        state,
    )


def _check_lists(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    """What offers actions, lists them in a buffer or counts them."""
    for name in ("plausible", "forcing", "threatening"):
        offered = examiner.same_twice(name, state)
        examiner.promise(
            f"{name} offers legal actions, each once",
            set(offered) <= set(actions) and len(set(offered)) == len(offered),
            f"{name} offers {offered} of {actions}",
            state,
        )
    plausible = examiner.ask("plausible", state)
    examiner.promise(
        "plausible offers an action, and all of them unless the game is narrowed",
        len(plausible) > 0 and (examiner.game.narrowed or len(plausible) == len(actions)),
        lambda: f"plausible offers {plausible} of {actions}",
        state,
    )
    if not examiner.ask("in_check", state):
        forcing, threatening = examiner.ask("forcing", state), examiner.ask("threatening", state)
        examiner.promise(
            "threatening offers nothing that forcing offers",
            not set(forcing) & set(threatening),
            lambda: f"threatening offers {threatening}, forcing {forcing}",
            state,
        )
    counted = examiner.ask("count_actions", state)
    examiner.promise(
        "count_actions says how many actions there are",
        counted == len(actions),
        f"it says {counted} of {len(actions)}",
        state,
    )
    if not all(type(action) is int for action in actions):
        return
    out = Buffer(examiner.game.actions_limit + 2)
    for hook in all_hooks(Answer.LISTED):
        listed = examiner.ask(hook.lists, state)
        end = examiner.ask(hook.name, state, out, 1)
        examiner.promise(
            f"{hook.name} writes what {hook.lists} offers, in its order",
            list(out.array[1:end]) == listed,
            f"it writes {list(out.array[1:end])}, and {hook.lists} offers {listed}",
            state,
        )


def _write_twice(examiner: Examiner, state: Any, hook: str, size: int, promised: str) -> list[int]:
    """What a hook writes behind the first word of a buffer: as many numbers as `promised` says, and the same
    every time."""
    told = []
    for _ in range(2):
        out = Buffer(size + 3)
        out.array[:] = _UNWRITTEN
        end = examiner.ask(hook, state, out, 1)
        told.append([int(number) for number in out.array])
        kept = told[-1][0] == told[-1][size + 1] == _UNWRITTEN
        examiner.promise(
            f"{hook} writes as many numbers as {promised} says",
            end == size + 1 and kept,
            f"{promised} is {getattr(examiner.game, promised)} and it ends at {end}, begun at 1",
            state,
        )
    examiner.promise(f"{hook} writes the same every time", told[0] == told[1], "it does not", state)
    return told[0][1 : size + 1]


def _check_encoding(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    """What a network is given."""
    size = math.prod(examiner.game.plane_shape)
    numbers = _write_twice(examiner, state, "write_planes", size, "plane_shape")
    examiner.promise(
        "write_planes writes every number, -100 to 100",
        all(-PRESENT <= number <= PRESENT for number in numbers),
        lambda: f"it writes or leaves {[n for n in numbers if not -PRESENT <= n <= PRESENT]}",
        state,
    )
    if all(type(action) is int for action in actions):
        places = [examiner.ask("policy_index", state, action) for action in actions]
        examiner.promise(
            "legal actions have different places in the policy",
            len(set(places)) == len(actions),
            f"{actions} have the places {places}",
            state,
        )


def _check_owners(examiner: Examiner, state: Any) -> None:
    """Who holds the points of the board at the end."""
    if defines(type(examiner.game), "write_owners"):
        points = math.prod(examiner.game.plane_shape[1:])
        owners = _write_twice(examiner, state, "write_owners", points, "plane_shape")
        examiner.promise(
            "write_owners writes who holds every point, -1 to 1",
            all(-1 <= owner <= 1 for owner in owners),
            lambda: f"it writes or leaves {[n for n in owners if not -1 <= n <= 1]}",
            state,
        )


def _check_settling(examiner: Examiner, state: Any) -> None:
    """Where a game is settled it comes to an end."""
    settled = examiner.ask("settle", state)
    examiner.promise(
        "settle gives the state itself, or a terminal one",
        settled == state or examiner.ask("is_terminal", settled),
        f"it gives {settled!r}",
        state,
    )


def _check_inputs(examiner: Examiner, state: Any) -> None:
    """What a network that estimates is given."""
    game = examiner.game
    number = game.evaluation_words
    words = _write_twice(examiner, state, "write_words", number, "evaluation_words")
    mover = examiner.ask("to_move", state)
    refined = examiner.ask("refine", state, mover, 0)
    examiner.promise("refine gives a whole number", type(refined) is int, f"it gives {refined!r}", state)
    for player in range(game.players):
        view = examiner.ask("word_view", state, player)
        rows = [
            game.word_row(view, player, word, bit)
            for word in range(number)
            for bit in range(64)
            if words[word] >> bit & 1
        ]
        examiner.promise(
            "word_row gives different bits different inputs, below evaluation_rows",
            len(set(rows)) == len(rows) and all(0 <= row < game.evaluation_rows for row in rows),
            lambda rows=rows: f"it gives {sorted(rows)}",  # type: ignore[misc]
            state,
        )


_UNWRITTEN = 1 << 40


def _check_drawn(examiner: Examiner, state: Any, over: bool) -> None:
    """What says that a state is over although there are actions."""
    game = examiner.game
    drawn = examiner.ask("is_drawn", state)
    examiner.promise("a state that is_drawn is terminal", over or not drawn, "it is not", state)
    if drawn:
        worth = [examiner.ask("utility", state, player) for player in range(game.players)]
        examiner.promise("a state that is_drawn is a draw", not any(worth), f"it is worth {worth}", state)
    if game.stuck_is_over and examiner.ask("to_move", state) >= 0:
        stuck = not examiner.ask("actions", state)
        examiner.promise(
            "where stuck_is_over, the game is over without a legal action, or drawn, and only then",
            over == (stuck or drawn),
            f"there is {'no' if stuck else 'an'} action and is_terminal says {over}",
            state,
        )


def _check_passing(examiner: Examiner, state: Any) -> None:
    """The null move."""
    if not examiner.ask("may_pass", state):
        return
    after = examiner.same_twice("passed", state)
    good = type(after) is type(state) and not examiner.ask("is_terminal", after)
    examiner.promise(
        "where may_pass, passed is a state with another player to move in which the game goes on",
        good and examiner.ask("to_move", after) != examiner.ask("to_move", state),
        f"it is {after!r}",
        state,
    )


def _check_exchanges(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    """Static exchange evaluation."""
    for action in examiner.some(actions):
        won, gain = examiner.ask("exchange", state, action), examiner.ask("gain", state, action)
        examiner.promise(
            "exchange is no more than gain", won <= gain, f"of {action!r} it is {won}, of {gain}", state
        )


def _check_choices(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    """What a playout draws, and what tells a legal action."""
    random = stream(examiner.random.getrandbits(63))
    last = examiner.random.choice(actions)
    for hook in all_hooks(Answer.DRAWN):
        given = [{"last": -1, "random": random}[name] for name in hook.arguments[1:]]
        action = examiner.ask(hook.name, state, *given)
        examiner.promise(
            f"{hook.name} draws a legal action, or none (-1)",
            action in actions or (type(action) is int and action == -1),
            f"it draws {action!r}",
            state,
        )
    _check_playouts(examiner, state, actions)
    for action in {last, *examiner.met(state)}:
        told = examiner.ask("is_legal", state, action)
        examiner.promise(
            "is_legal says whether an action is one of actions",
            told == (action in actions),
            f"of {action!r} it says {told}",
            state,
        )


def _check_playouts(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    """`playout` where it is told the action before."""
    if not defines(type(examiner.game), "playout"):
        return
    random = stream(examiner.random.getrandbits(63))
    for last in examiner.some(actions):
        after = examiner.ask("result", state, last)
        if examiner.ask("is_terminal", after) or examiner.ask("to_move", after) < 0:
            continue
        action = examiner.ask("playout", after, last, random)
        examiner.promise(
            "playout draws a legal action, or none (-1)",
            action in examiner.ask("actions", after) or (type(action) is int and action == -1),
            f"after {last!r} it draws {action!r}",
            after,
        )


def check_picks(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    """`pick` draws every legal action about as often as any other, in some of the states."""
    if not defines(type(examiner.game), "pick") or examiner.kept[_EVEN] >= _PICKED or len(actions) > 100:
        return
    random = stream(examiner.random.getrandbits(63))
    times = Counter(examiner.ask("pick", state, random) for _ in range(_DRAWS * len(actions)))
    spread = 6 * math.sqrt(_DRAWS)  # six standard deviations of a Poisson count
    low, high = max(1, _DRAWS - spread), _DRAWS + spread
    examiner.promise(
        _EVEN,
        times.keys() <= {-1} or all(low <= times[action] <= high for action in actions),
        lambda: f"of {_DRAWS * len(actions)} draws they had {[times[action] for action in actions]}",
        state,
    )


_EVEN = "pick draws each legal action about as often as any other"


def _check_evaluate(examiner: Examiner, state: Any) -> None:
    game = examiner.game
    values = [examiner.same_twice("evaluate", state, player) for player in range(game.players)]
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


def check_step(examiner: Examiner) -> None:
    """The unit in which people count the evaluation."""
    step = examiner.game.evaluation_step()
    examiner.promise(
        "evaluation_step is a whole number, 1 or more", type(step) is int and step >= 1, f"it is {step!r}"
    )


def _check_bounds(examiner: Examiner, state: Any, actions: list[Any]) -> None:
    lower, upper = bounds = examiner.same_twice("bounds", state)
    examiner.promise(
        "bounds are two ints, the lower not above the upper",
        type(lower) is int and type(upper) is int and lower <= upper,
        f"they are {bounds}",
        state,
    )
    foretold = [
        (window, examiner.same_twice("probcut", state, *depths, window, window + 1))
        for depths in _FORETOLD
        for window in (-1, 0, WIN // 2)
    ]
    wrong = [
        pair
        for pair in foretold
        if not (type(pair[1][0]) is type(pair[1][1]) is int and pair[1][0] < pair[1][1])
    ]
    examiner.promise(
        "probcut is two ints, the first below the second",
        not wrong,
        lambda: f"for the window from {wrong[0][0]} it is {wrong[0][1]}",
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
    if game.repetition == "draw":
        loser = examiner.same_twice("repetition_loser", state, 2)
        examiner.promise(
            "repetition_loser is a player, or -1",
            type(loser) is int and -1 <= loser < game.players,
            f"it is {loser!r}",
            state,
        )


def check_symmetries(examiner: Examiner, state: Any) -> None:
    """Symmetric positions are equivalent: same mover, end, utilities and, renamed, actions and results."""
    game = examiner.game
    same = examiner.ask("symmetric", state, 0)
    examiner.promise("symmetric(s, 0) is s", same == state, f"it is {same!r}", state)
    for k in range(game.symmetry_count):
        named = (
            examiner.ask("symmetric_key", state, k),
            examiner.ask("key", examiner.ask("symmetric", state, k)),
        )
        examiner.promise(
            "symmetric_key is the key of symmetric", named[0] == named[1], f"they are {named}", state
        )
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
