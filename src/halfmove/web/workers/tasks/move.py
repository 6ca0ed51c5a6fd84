"""A move of the engine's, at a level or with all it can in a given time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.arena.clock import Budget
from halfmove.arena.description import Description
from halfmove.arena.players.algorithm import AlgorithmPlayer
from halfmove.arena.players.level import LevelPlayer
from halfmove.arena.players.registry import player as player_of
from halfmove.core.errors import BadInput
from halfmove.core.limit import Limit
from halfmove.endings.attach import usual_folder, usual_tablebase
from halfmove.imperfect.usual_strategy import find_usual_strategy
from halfmove.search.algorithms import choose
from halfmove.web.workers.endings import Endings
from halfmove.web.workers.memories import MEGABYTES

if TYPE_CHECKING:
    from halfmove.arena.player import Player
    from halfmove.core.contract import Game
    from halfmove.core.history import History
    from halfmove.web.workers.worker import Link


class _Kept(NamedTuple):
    """A player, and the game that it is in."""

    player: Player
    game: Game
    start: Any
    actions: list[Any]


def perform(arguments: dict[str, Any], link: Link) -> dict[str, Any]:
    """The move as text, and what the player says of it; "move" is None where it resigns."""
    history = link.open(arguments)
    game = history.game
    seed = arguments.get("seed", 0)
    if game.hidden:  # the game begins anew with every move: see `_player`
        seed += len(history.actions)
    history = link.seen(history, history.mover, seed)
    notes = Endings(game, history.state).notes
    player = _player(arguments, history, link, seed)
    choice = player.choose(history, _budget(arguments, game))
    return {
        "move": None if choice.action is None else game.action_text(history.state, choice.action),
        "depth": choice.depth,
        "nodes": choice.nodes,
        "value": choice.value,
        "mate": choice.mate,
        "notes": notes,
    }


def _budget(arguments: dict[str, Any], game: Game) -> Budget:
    seconds, clocks = arguments.get("seconds"), arguments.get("clocks")
    limit = Limit(seconds=seconds) if seconds else Limit()
    if not clocks:
        return Budget(limit=limit)
    increments = tuple(arguments.get("increments") or (0.0,) * game.players)
    return Budget(limit=limit, clocks=tuple(clocks), increments=increments)


def _player(arguments: dict[str, Any], history: History, link: Link, seed: int) -> Player:
    """The player of that client, which keeps what it has found from move to move of a game."""
    level, name = arguments.get("level"), arguments.get("algorithm", "auto")
    game, actions = history.game, list(history.actions)
    strategy = _strategy(game, arguments.get("strategy"))
    key = (arguments["client"], strategy.text if strategy else f"{level or ''} {name}")
    kept: _Kept | None = link.players.take(*key)
    if kept is None:
        book, endings = arguments.get("book", ""), usual_folder(game)
        syzygy = usual_tablebase(game)
        if strategy:
            player: Player = player_of(strategy)
        elif level:
            player = LevelPlayer(level, book, endings, syzygy)
        else:
            given = {"book": book, "endings": endings, "syzygy": syzygy}
            options = {key: file for key, file in given.items() if file}
            if choose(game, name).remember is not None:
                options["memory"] = str(MEGABYTES)
            player = AlgorithmPlayer(Description(name, options=options))
    else:
        player = kept.player
    if kept is None or not _goes_on(kept, history) or len(actions) < 2:
        player.new_game(game, history.mover, seed)
    link.players.put(_Kept(player, game, history.start, actions), *key)
    return player


def _strategy(game: Game, name: str | None) -> Description | None:
    """The strategy of this name, of no name the one in the file that was given for the game; None where none
    is asked for."""
    if name:
        return Description("strategy", target=name)
    if name is None:
        return None
    path = find_usual_strategy(game)
    if path is None:
        raise BadInput(f"There is no strategy in a file for {game.title()} as it is set here.")
    return Description("strategy", options={"file": str(path)})


def _goes_on(kept: _Kept, history: History) -> bool:
    """Whether a game is the one that a player is in, or some moves further."""
    same = kept.game == history.game and kept.start == history.start
    return same and history.actions[: len(kept.actions)] == kept.actions
