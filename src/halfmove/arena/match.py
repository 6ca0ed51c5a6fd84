"""Matches and tournaments from Python: `hm.match("engine?depth=5", "engine?depth=4", game="connect4")`.

Players are lines (`arena.description`) or objects (`arena.players.given`), games likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from halfmove.arena.job import Adjudication
from halfmove.arena.openings import source
from halfmove.arena.plan import Format, OpeningSource, Plan, StopRule
from halfmove.arena.player import Player
from halfmove.arena.results import Results
from halfmove.core.contract import Game
from halfmove.core.in_turn import rules_of
from halfmove.core.objects import PREFIX, names_for
from halfmove.core.progress import long_work
from halfmove.core.reporting import Asked
from halfmove.games.reference import GameReference

if TYPE_CHECKING:
    from halfmove.arena.contest import See
    from halfmove.imperfect.abstract_strategy import AbstractStrategy
    from halfmove.imperfect.strategy import Strategy

Contestant: TypeAlias = "str | Player | Strategy | AbstractStrategy | Callable[..., Any]"
"""A player as a person names it in Python: a line, or an object (`arena.players.given`)."""


@long_work("playing")
def tournament(
    *players: Contestant,
    game: Game | GameReference | str,
    format: str = Format.ROUND_ROBIN,
    games: int = 100,
    rounds: int = 0,
    control: str | Sequence[str] = "",
    openings: OpeningSource | str | None = None,
    adjudication: Adjudication | None = None,
    on_fault: str = "loss",
    seed: int = 0,
    stop: StopRule | None = None,
    file: str | Path | None = None,
    at_once: int | None = None,
    ray: str | None = None,
    see: See | None = None,
    progress: Asked = None,
) -> Results:
    """Play a tournament between `players` and return its results.

    A player is a line (`alphabeta?depth=4`, see `arena.description`), a `Player`, a strategy, or a function
    from what the player may know, a `History`, to an action.  Objects, and a game whose class no other
    process can find, are played in this process, one game at a time.

    `format` is `match`, `round-robin`, `gauntlet` (the first against all others) or `swiss`; `games` are
    those of each pairing, with the seats exchanged from the same opening.  `control` is one for all, or one
    for each (`10+0.1`, `0.5/move`, `depth=6`).  `openings` is a file, `random`, or an `OpeningSource`.
    With a `file` (SQLite) every game is kept, and calling this again goes on from there.  `see` is called
    with the results after each game and a few times a second; `progress` says how it is told how far it is
    (`core.reporting.Asked`).  `BadInput` or `Unsuitable` says what is wrong, before anything is played.
    """
    from halfmove.arena.contest import run
    from halfmove.arena.store import Store

    with _named(players, game) as (lines, reference):
        plan = Plan(
            game=reference,
            players=lines,
            format=format,
            games=games,
            rounds=rounds,
            controls=(control,) if isinstance(control, str) else tuple(control),
            openings=openings if isinstance(openings, OpeningSource) else source(openings),
            adjudication=adjudication or Adjudication(),
            on_fault=on_fault,
            seed=seed,
            stop=stop,
        )
        if file is None:
            return run(plan, at_once=at_once, ray=ray, see=see)
        with Store(file) as store:
            return run(plan, store=store, at_once=at_once, ray=ray, see=see)


def match(
    *players: Contestant,
    game: Game | GameReference | str,
    games: int = 100,
    against: Contestant = "",
    **options: Any,
) -> Results:
    """`tournament` of the players of one board: two, or as many as the game has seats.

    In a game for one, or where `against` says who has all seats but the first, each player is judged by
    itself, over the same seeds (the format `alone`; `halfmove.arena.report.alone` has its figures)."""
    seats = game.players if isinstance(game, Game) else GameReference.of(game).open().players
    if against or seats == 1:
        everybody = (*players, against) if against else players
        return tournament(*everybody, game=game, format=Format.ALONE, games=games, **options)
    return tournament(*players, game=game, format=Format.MATCH, games=games, **options)


@contextmanager
def _named(
    players: Sequence[Contestant], game: Game | GameReference | str
) -> Iterator[tuple[tuple[str, ...], GameReference]]:
    """The players' lines and the game's reference: objects have names while the block goes on."""
    from halfmove.arena.players.given import as_player, description_of, title_of

    made = {id(one): as_player(one) for one in players if not isinstance(one, str)}
    objects: list[tuple[str, Any]] = [(title_of(player), player) for player in made.values()]
    local = isinstance(game, Game) and GameReference.known(game) is None
    if isinstance(game, Game) and local:
        objects.append((type(rules_of(game)).__name__, game))
    with names_for(objects) as names:
        lines = dict(zip(made, (description_of(name).text for name in names), strict=False))
        reference = (
            GameReference(PREFIX + names[-1], dict(game.parameters))
            if isinstance(game, Game) and local
            else GameReference.of(game)
        )
        yield tuple(one if isinstance(one, str) else lines[id(one)] for one in players), reference
