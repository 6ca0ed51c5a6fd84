"""The promises about who knows what: information sets, perfect recall, moves made at once, rewards.

What a player knows is tried on random games and on states drawn by `resample`: nothing that he is given may
tell apart two states that he cannot.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from halfmove.core.bits import FULL
from halfmove.core.check.examiner import Examiner
from halfmove.core.contract import (
    NO_CHOICE,
    SIMULTANEOUS,
    SPECTATOR,
    Chance,
    Payoffs,
    Rewards,
)
from halfmove.core.contract.hooks import defines
from halfmove.core.in_turn import lies_open
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import stream
from halfmove.core.surface import Surface

_WALKS = 30
"""Random games of those that hide something."""
_PLIES = 200
"""A random game is broken off here."""
_STATES = 150
"""States of all games that are tried in full."""
_DRAWS = 3
"""States drawn for each player at each state that is tried."""
_SEED = 7
"""Of the stream from which states that look the same to a player are drawn, to be compared."""


class _Walk(NamedTuple):
    """A random game: the states passed through, and the actions between them."""

    states: list[Any]
    actions: list[Any]
    over: bool


def check_information(examiner: Examiner) -> None:
    """What only games promise that hide something, draw their chances, or pay otherwise than at the end."""
    game = examiner.game
    if (
        game.chance is Chance.SAMPLED
        or game.hidden
        or not game.zero_sum
        or game.players != 2
        or game.rewards is Rewards.RUNNING
        or defines(type(game), "reward")
    ):
        walks = [_walk(examiner) for _ in range(_WALKS)]
        _check_payoffs(examiner, walks)
        if game.hidden:
            _check_recall(examiner, walks)
            _check_views(examiner, walks)
            _check_alike(examiner, walks)


def check_moves_at_once(examiner: Examiner) -> None:
    """Of a simultaneous game, before it is examined as a sequence of hidden choices (`core.in_turn`)."""
    for _ in range(_WALKS):
        state = examiner.game.initial()
        for _ in range(_PLIES):
            if examiner.ask("is_terminal", state):
                break
            if examiner.same_twice("to_move", state) == SIMULTANEOUS:
                _check_joint(examiner, state)
            legal = examiner.legal(state)
            examiner.promise(
                "a state that is not terminal has an action", bool(legal), "there is none", state
            )
            state = examiner.ask("result", state, examiner.random.choice(legal))
    _check_payoffs(examiner, [_walk(examiner) for _ in range(_WALKS)])


def _check_joint(examiner: Examiner, state: Any) -> None:
    players = range(examiner.game.players)
    each = [examiner.same_twice("actions_of", state, player) for player in players]
    examiner.promise(
        "actions_of offers each action once", all(len(set(own)) == len(own) for own in each), f"{each}", state
    )
    examiner.promise("where players move at once, one of them has an action", any(each), "nobody has", state)
    if examiner.compiled:
        examiner.promise(
            "a compiled game's actions_of are whole numbers of at least 0",
            all(type(a) is int and a >= 0 for own in each for a in own),
            f"they are {each}",
            state,
        )
    joint = examiner.legal(state)
    together = math.prod(max(len(own), 1) for own in each)
    examiner.promise(
        "where players move at once, actions are tuples with one of actions_of for each player",
        len(set(joint)) == together
        and all(
            len(a) == len(players)
            and all(a[p] in each[p] or (not each[p] and a[p] == NO_CHOICE) for p in players)
            for a in joint
        ),
        f"actions_of are {each} and the actions {joint[:5]}",
        state,
    )
    texts = [[examiner.ask("choice_text", state, p, a) for a in each[p]] for p in players]
    examiner.promise(
        "choice_text gives each action of a player a text of its own",
        all(
            len(set(own)) == len(own) and all(isinstance(t, str) and t == t.strip() != "" for t in own)
            for own in texts
        ),
        f"they are {texts}",
        state,
    )


# ---- payoffs
def _check_payoffs(examiner: Examiner, walks: list[_Walk]) -> None:
    game, totals = examiner.game, []
    for walk in walks:
        earned = [0.0] * game.players
        for state, action in zip(walk.states, walk.actions, strict=False):
            for player in range(game.players):
                earned[player] += examiner.ask("reward", state, action, player)
        if not walk.over:
            continue
        utilities = [examiner.ask("utility", walk.states[-1], player) for player in range(game.players)]
        totals.append(math.fsum(utilities))
        if game.rewards is Rewards.RUNNING:
            examiner.promise(
                "where rewards are running they add up to the utility",
                all(abs(sum_ - utility) < 1e-9 for sum_, utility in zip(earned, utilities, strict=True)),
                f"the rewards add up to {earned} and the utilities are {utilities}",
                walk.states[-1],
            )
        else:
            examiner.promise(
                "there are no rewards where utility is earned at the end only",
                not any(earned),
                f"they are {earned}",
                walk.states[-1],
            )
        if game.payoffs is Payoffs.ONE_AGAINST_ALL:
            examiner.promise(
                "where one plays against all, the others have the opposite of his utility",
                all(utility == -utilities[0] for utility in utilities[1:]),
                f"the utilities are {utilities}",
                walk.states[-1],
            )
        examiner.promise(
            "no utility is beyond utility_limit",
            all(abs(utility) <= game.utility_limit for utility in utilities),
            f"the limit is {game.utility_limit} and the utilities are {utilities}",
            walk.states[-1],
        )
    if game.payoffs is Payoffs.CONSTANT_SUM and totals:
        examiner.promise(
            "utilities of a constant-sum game always add up to the same",
            max(totals) - min(totals) < 1e-9,
            f"they add up to {min(totals)} and to {max(totals)}",
        )


# ---- what a player knows and remembers
def _check_recall(examiner: Examiner, walks: list[_Walk]) -> None:
    """Perfect recall: one name for what a player knows means one situation and one past of his own.

    A past that lies before a state that everybody knows altogether (`public(s) == s`) may be forgotten: from
    there on another game is played, of which all know where it began.
    """
    named: dict[tuple[int, int], tuple[Any, ...]] = {}
    for walk in walks:
        pasts: list[list[tuple[int, Any]]] = [[] for _ in range(examiner.game.players)]
        for number, state in enumerate(walk.states):
            if examiner.same_twice("public", state) == state:
                pasts = [[] for _ in pasts]
            for player, past in enumerate(pasts):
                name = examiner.same_twice("information", state, player)
                examiner.promise(
                    "information is an int from 0 to 2**64 - 1",
                    type(name) is int and 0 <= name <= FULL,
                    f"it is {name!r}",
                    state,
                )
                found = (*_situation(examiner, state, player), tuple(past))
                known = named.setdefault((player, name), found)
                for what, one, other in zip(_SITUATION, known, found, strict=True):
                    examiner.promise(
                        f"states with one information have the same {what}",
                        one == other,
                        f"for player {player} it is {one!r} here and {other!r} there",
                        state,
                    )
            if number < len(walk.actions) and (mover := examiner.ask("to_move", state)) >= 0:
                past = pasts[mover]
                past.append((examiner.ask("information", state, mover), walk.actions[number]))


_SITUATION = (
    "end",
    "player to move",
    "actions for the player",
    "observation",
    "public part",
    "past of the player",
)


def _situation(examiner: Examiner, state: Any, player: int) -> tuple[Any, ...]:
    over, mover = examiner.ask("is_terminal", state), examiner.ask("to_move", state)
    own = tuple(examiner.ask("actions", state)) if mover == player and not over else ()
    return (
        over,
        None if over else mover,
        own,
        examiner.same_twice("observation", state, player),
        examiner.ask("public", state),
    )


# ---- what a player is shown
def _check_views(examiner: Examiner, walks: list[_Walk]) -> None:
    """Texts and pictures, what is told of actions, and the states drawn."""
    game = examiner.game
    surface = game.surface()
    seen: dict[tuple[int, Any], tuple[str, str]] = {}
    for state in _some_states(examiner, walks):
        for viewer in (*range(game.players), SPECTATOR):
            known = (
                examiner.ask("public", state)
                if viewer == SPECTATOR
                else examiner.ask("observation", state, viewer)
            )
            shown = examiner.ask("show_to", state, viewer), examiner.ask("draw_to", state, viewer)
            what = "public part" if viewer == SPECTATOR else "observation"
            _check_plain(examiner, what, known, state)
            examiner.promise(
                "what a viewer is shown is text", all(isinstance(t, str) for t in shown), f"{shown}", state
            )
            before = seen.setdefault((viewer, known), shown)
            examiner.promise(
                f"states with the same {what} are shown alike",
                before == shown,
                f"one is shown as {before[0]!r}, another as {shown[0]!r}",
                state,
            )
        if examiner.ask("is_terminal", state):
            continue
        for player in range(game.players):
            _check_draws(examiner, state, player, surface)


def _check_plain(examiner: Examiner, what: str, known: Any, state: Any) -> None:
    """What a player sees can be compared and kept: of a compiled game numbers, of any other what its states
    are made of."""
    if examiner.compiled:
        promise, kept = f"the {what} is plain numbers in tuples", _plain(known)
    else:
        promise, kept = f"the {what} is hashable", _hashable(known)
    examiner.promise(promise, kept, f"it is {known!r}", state)


def _plain(value: Any) -> bool:
    return all(map(_plain, value)) if isinstance(value, tuple) else isinstance(value, (int, float))


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _check_draws(examiner: Examiner, state: Any, player: int, surface: Surface | None) -> None:
    seed = examiner.random.getrandbits(32)
    once = examiner.ask("resample", state, player, stream(seed))
    again = examiner.ask("resample", state, player, stream(seed))
    examiner.promise(
        "resample draws the same state from the same stream", once == again, f"{once!r} and {again!r}", state
    )
    random = stream(seed)
    for _ in range(_DRAWS):
        drawn = examiner.ask("resample", state, player, random)
        examiner.promise("resample returns a state", type(drawn) is type(state), f"it gave {drawn!r}", state)
        for what in ("information", "observation"):
            one, other = examiner.ask(what, state, player), examiner.ask(what, drawn, player)
            examiner.promise(
                f"the state that resample draws has the same {what} for the player",
                one == other,
                f"for player {player} it was {one!r} and is {other!r}, having drawn {drawn!r}",
                state,
            )
        same = _situation(examiner, drawn, player) == _situation(examiner, state, player)
        examiner.promise(
            "the state that resample draws has the same public part, player to move and actions",
            same,
            f"it drew {drawn!r}",
            state,
        )
        instead = examiner.ask("resample", drawn, player, stream(seed))
        examiner.promise(
            _ALIKE,
            instead == once,
            f"from {drawn!r} it draws {instead!r}, and from this one {once!r}",
            state,
        )
        _check_told(examiner, state, drawn, player)
        if surface is not None and examiner.ask("to_move", state) == player:
            examiner.promise(
                "what a player touches is the same in states that look the same to him",
                _touched(examiner, surface, state) == _touched(examiner, surface, drawn),
                f"it differs from that in {drawn!r}",
                state,
            )


def _touched(examiner: Examiner, surface: Surface, state: Any) -> tuple[Any, ...]:
    """The points of a state, and which of them stand for each action."""
    touches = {action: surface.touches(state, action) for action in examiner.legal(state)}
    return list(surface.points(state)), touches


def _check_alike(examiner: Examiner, walks: list[_Walk]) -> None:
    """What is drawn depends on what the player knows and on nothing else: of the states that were passed
    through, and those beside them, all that he cannot tell apart are tried."""
    first: dict[tuple[int, int], Any] = {}
    for state in _some_states(examiner, walks):
        if examiner.ask("is_terminal", state):
            continue
        beside = [examiner.ask("result", state, a) for a in examiner.some(examiner.legal(state))]
        for found in (state, *beside):
            if examiner.ask("is_terminal", found):
                continue
            for player in range(examiner.game.players):
                name = examiner.ask("information", found, player)
                twin = first.setdefault((player, name), found)
                if twin == found:
                    continue
                one, other = (examiner.ask("resample", s, player, stream(_SEED)) for s in (found, twin))
                examiner.promise(
                    _ALIKE,
                    one == other,
                    f"for player {player} it draws {one!r} here, and {other!r} from {twin!r}",
                    found,
                )


_ALIKE = "resample draws the same from states that the player cannot tell apart"
_SPECTATOR = "action_seen tells a spectator no more than every player may know"


def _check_told(examiner: Examiner, state: Any, drawn: Any, player: int) -> None:
    """What the player, and with him a spectator, is told of an action that is legal in both states."""
    both = set(examiner.legal(state)) & set(examiner.legal(drawn))
    for action in examiner.some(sorted(both, key=repr)):
        one = examiner.ask("action_seen", state, action, player)
        other = examiner.ask("action_seen", drawn, action, player)
        told = examiner.ask("action_text", state, action)
        after, instead = (examiner.ask("result", s, action) for s in (state, drawn))
        alike = examiner.ask("information", after, player) == examiner.ask("information", instead, player)
        alike = alike and not lies_open(examiner.game, after)
        examiner.promise(
            "action_seen tells no more of an action than the player may know",
            one == other or not alike,
            f"of {told} it tells {one!r} here and {other!r} there",
            state,
        )
        known, instead_known = (
            examiner.ask("action_revealed", s, action, now, player)
            for s, now in ((state, after), (drawn, instead))
        )
        examiner.promise(
            "action_revealed tells no more of an action than the player may know by then",
            isinstance(known, str) and (known == instead_known or not alike),
            f"of {told} it tells {known!r} here and {instead_known!r} there",
            state,
        )
        here, there = (examiner.ask("action_seen", s, action, SPECTATOR) for s in (state, drawn))
        examiner.promise(
            _SPECTATOR,
            here == there or not alike,
            f"of {told} it tells {here!r} here and {there!r} there, alike to player {player}",
            state,
        )
    texts = [(examiner.ask("action_seen", state, a, player), a) for a in examiner.legal(state)]
    names: dict[str, int] = {}
    told_of: dict[int, str] = {}
    told_to_all: dict[int, str] = {}
    for text, action in texts:
        public = examiner.ask("action_seen", state, action, SPECTATOR)
        good = isinstance(text, str) and isinstance(public, str)
        examiner.promise("action_seen is a text", good, f"it is {text!r} and {public!r}", state)
        after = examiner.ask("result", state, action)
        name = examiner.ask("information", after, player)
        examiner.promise(
            "a player knows of an action what action_seen tells him, and no more",
            names.setdefault(text, name) == name,
            f"two actions are told as {text!r}, and he knows afterwards which it was",
            state,
        )
        if examiner.ask("public", after) != after:  # there all that came before may be forgotten
            examiner.promise(
                "action_seen does not tell apart what a player cannot tell apart afterwards",
                told_of.setdefault(name, text) == text,
                f"player {player} is told {told_of[name]!r} and {text!r}",
                state,
            )
            examiner.promise(
                _SPECTATOR,
                told_to_all.setdefault(name, public) == public,
                f"it tells {told_to_all[name]!r} and {public!r}, alike to player {player}",
                state,
            )


# ---- random games
def _some_states(examiner: Examiner, walks: list[_Walk]) -> list[Any]:
    """States of the games, at random where they are many."""
    states = [state for walk in walks for state in walk.states]
    return states if len(states) <= _STATES else examiner.random.sample(states, _STATES)


def _walk(examiner: Examiner) -> _Walk:
    state = examiner.game.initial()
    walk = _Walk([state], [], False)
    while not examiner.ask("is_terminal", state):
        if len(walk.actions) >= _PLIES:
            return walk
        action = examiner.random.choice(examiner.legal(state))
        state = examiner.ask("result", state, action)
        walk.states.append(state)
        walk.actions.append(action)
    return walk._replace(over=True)


def check_sampled_chance(examiner: Examiner, state: Any) -> None:
    """Where nature's outcomes are too many to list: one is drawn, the same from the same stream."""
    seed = examiner.random.getrandbits(32)
    once = draw_outcome(examiner.game, state, stream(seed))
    again = draw_outcome(examiner.game, state, stream(seed))
    examiner.promise(
        "draw_outcome draws the same outcome from the same stream",
        once == again,
        f"{once!r}, {again!r}",
        state,
    )
