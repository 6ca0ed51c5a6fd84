"""Pairs of games that a viewer cannot tell apart, for tests that nothing tells them apart for him.

Two ways lead to them, so that no fault of one hides a fault of the other:

- `dealt`: one past action, nature's or another player's, becomes another one and the rest is played again.
  Nothing of the game but its rules is asked for the second history.
- `drawn`: the state is drawn anew by the game's own `resample`.  It has no past.

A player cannot tell two states apart if `information` is the same; a spectator cannot if he was shown and
told the same at every ply.  The states themselves always differ.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from usual import some

import halfmove as hm
from halfmove.core.contract import CHANCE, SPECTATOR, Game
from halfmove.core.history import History
from halfmove.core.randomness import stream
from halfmove.core.view import View
from halfmove.games.reference import GameReference

GAMES: dict[str, dict[str, Any]] = {
    "bridge": {},
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
    "scrabble": {},
}
"""All games of ours in which something is hidden, or moves are made at once, with parameters for tests."""
OVER = ("holdem", "kuhn", "leduc", "scrabble")
"""Those that may end with something still hidden from a player; with the others all is known at the end.
(Two games of dark chess that end alike are too rare to be dealt.)"""
SLOW = ("bridge", "dark-chess", "hidden-goofspiel", "liars-dice", "scrabble")
"""Those whose searches take a process of its own seconds to get ready for."""
MOST_PLIES, TRIES = 14, 4000


def quick_games() -> list[Any]:
    """All games as parameters of a test that searches in its own process: the slow ones in long runs only."""
    return some(GAMES, lambda name: name not in SLOW)


class Pair(NamedTuple):
    """Two games that are the same to `viewer`, a player or `SPECTATOR`, and are not the same."""

    one: History
    other: History
    viewer: int

    @property
    def game(self) -> Game:
        return self.one.game

    def views(self) -> tuple[View, View]:
        return View(self.one, self.viewer), View(self.other, self.viewer)


def game_of(name: str) -> Game:
    """The game as the server plays it: moves at once are made in turn."""
    return hm.interpreted(GameReference(name, GAMES[name]).open())


def the_mover(history: History, draw: random.Random) -> int:
    return history.mover


def anybody(history: History, draw: random.Random) -> int:
    """Some player, or a spectator."""
    return draw.choice((SPECTATOR, *range(history.game.players)))


def any_player(history: History, draw: random.Random) -> int:
    return draw.randrange(history.game.players)


Viewers = Callable[[History, random.Random], int]


def dealt(name: str, wanted: int, seed: int, *, who: Viewers = the_mover, over: bool = False) -> list[Pair]:
    """So many pairs of histories at which a player is to move, or of finished ones; fewer where there are
    none.  `who` says whose eyes they are looked at with."""
    game, draw = game_of(name), random.Random(f"{name} {seed} {who.__name__} {over}")
    found: list[Pair] = []
    for _ in range(TRIES):
        one = _played(game, draw, over)
        if one is None:
            continue
        viewer = who(one, draw)
        other = _changed(one, viewer, draw)
        if other is not None and is_alike(one, other, viewer):
            found.append(Pair(one, other, viewer))
            if len(found) == wanted:
                break
    return found


def drawn(name: str, wanted: int, seed: int) -> list[Pair]:
    """So many pairs for the player to move whose second state is drawn by `resample`; both have no past."""
    game, draw = game_of(name), random.Random(f"{name} {seed}")
    found: list[Pair] = []
    for _ in range(TRIES):
        played = _played(game, draw, over=False)
        if played is None:
            continue
        state, viewer = played.state, played.mover
        other = game.resample(state, viewer, stream(draw.getrandbits(32)))
        if other != state:
            found.append(Pair(History(game, state), History(game, other), viewer))
            if len(found) == wanted:
                break
    return found


def is_alike(one: History, other: History, viewer: int) -> bool:
    """Whether these are two different games that are the same to the viewer."""
    game = one.game
    if one.state == other.state or one.over != other.over:
        return False
    if not one.over and one.mover != other.mover:
        return False
    if viewer != SPECTATOR:
        return game.information(one.state, viewer) == game.information(other.state, viewer)
    seen = [
        ([game.public(state) for state in history.states], View(history, viewer).moves())
        for history in (one, other)
    ]
    return seen[0] == seen[1]


def place(history: History) -> dict[str, Any]:
    """What a client says of a game; one that did not begin at the beginning has a position."""
    game, begun = history.game, history.states[0]
    return {
        "game": game.name,
        "parameters": {key: str(value) for key, value in GAMES[game.name].items()},
        "position": None if begun == game.initial() else game.position_text(begun),
        "moves": list(history.texts()),
    }


def _played(game: Game, draw: random.Random, over: bool) -> History | None:
    """A random game to some ply at which a player moves, or to its end; None where it does not get there."""
    history = History(game)
    for _ in range(200 if over else draw.randrange(1, MOST_PLIES)):
        if history.over:
            break
        history.play(draw.choice(history.legal()))
    while not over and not history.over and history.mover == CHANCE:
        history.play(draw.choice(history.legal()))
    return history if history.over == over and history.actions else None


def _changed(history: History, viewer: int, draw: random.Random) -> History | None:
    """The same with one past action of nature or of another than the viewer changed; a card that was dealt
    later anyway changes places with it.  None where that cannot be played."""
    game = history.game
    others = [i for i, state in enumerate(history.states[:-1]) if game.to_move(state) != viewer]
    if not others:
        return None
    ply = draw.choice(others)
    twin = History(game, None, history.actions[:ply])
    before, after = history.actions[ply], draw.choice(twin.legal())
    twin.play(after)
    for action in history.actions[ply + 1 :]:
        if action == after and twin.mover == CHANCE and action not in twin.legal():
            action = before
        if twin.over or action not in twin.legal():
            return None
        twin.play(action)
    return twin
