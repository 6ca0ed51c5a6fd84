"""Histories that a player cannot tell apart are answered alike, byte for byte.

The pairs are dealt without `resample`: one past action, nature's or another player's, becomes another
one and the rest is played again; a pair counts if the game's `information` is the same for the player to move
and the states are not.
"""

import json
import random

import pytest

import halfmove as hm
from halfmove.core.contract import CHANCE
from halfmove.core.history import History
from halfmove.games.reference import GameReference

GAMES = {
    "dark-chess": {},
    "dark-hex": {},
    "goofspiel": {"cards": 4},
    "hidden-goofspiel": {"cards": 4},
    "holdem": {},
    "kuhn": {},
    "leduc": {},
    "liars-dice": {"sides": 3},
    "matrix": {},
    "oshi-zumo": {},
    "phantom-tictactoe": {},
    "rock-paper-scissors": {},
}
MOST_PLIES, TRIES = 14, 4000


def test_no_game_of_ours_that_hides_something_is_left_out():
    ours = [name for name, kind in hm.all_games().items() if kind.__module__.startswith("halfmove.")]
    assert {name for name in ours if hm.game(name).veiled} == GAMES.keys()


def played(game, draw):
    """A random game to some ply at which a player moves; None where it was over before."""
    history = History(game)
    for _ in range(draw.randrange(1, MOST_PLIES)):
        if history.over:
            return None
        history.play(draw.choice(history.legal()))
    while not history.over and history.mover == CHANCE:
        history.play(draw.choice(history.legal()))
    return None if history.over or not history.actions else history


def changed(history, draw):
    """The same with one past action of nature or another player changed; None where that cannot be played."""
    game, viewer = history.game, history.mover
    others = [i for i, state in enumerate(history.states[:-1]) if game.to_move(state) != viewer]
    if not others:
        return None
    ply = draw.choice(others)
    twin = History(game, None, history.actions[:ply])
    twin.play(draw.choice(twin.legal()))
    for action in history.actions[ply + 1 :]:
        if twin.over or action not in twin.legal():
            return None
        twin.play(action)
    return twin


def pairs(name, wanted, seed):
    """So many pairs of histories that the player to move cannot tell apart."""
    game = hm.interpreted(GameReference(name, GAMES[name]).open())
    draw, found = random.Random(f"{name} {seed}"), []
    for _ in range(TRIES):
        one = played(game, draw)
        other = changed(one, draw) if one else None
        if (
            other is not None
            and not other.over
            and other.mover == one.mover
            and other.state != one.state
            and game.information(one.state, one.mover) == game.information(other.state, one.mover)
        ):
            found.append((one, other))
            if len(found) == wanted:
                break
    return found


def asked(server, path, history, viewer):
    body = {
        "game": history.game.name,
        "parameters": {key: str(value) for key, value in GAMES[history.game.name].items()},
        "moves": list(history.texts()),
        "viewer": viewer,
    }
    answer = server.post(path, body)
    return answer.status_code, answer.text


@pytest.mark.parametrize("wanted", [3, pytest.param(100, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("name", GAMES)
def test_histories_that_look_alike_are_answered_alike(server, name, wanted):
    found = pairs(name, wanted, seed=wanted)
    assert len(found) == wanted
    for one, other in found:
        status, text = asked(server, "/api/positions?picture=true", one, one.mover)
        assert status == 200, text
        assert json.loads(text)["to_move"] == one.mover
        assert asked(server, "/api/positions?picture=true", other, one.mover) == (status, text)
        spectators = [asked(server, "/api/positions", history, "spectator") for history in (one, other)]
        assert spectators[0][0] == 200
        assert asked(server, "/api/positions", one, "all")[1] != spectators[0][1]
