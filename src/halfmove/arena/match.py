"""Matches and tournaments from Python: `hm.match("engine?depth=5", "engine?depth=4", game="connect4")`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from halfmove.arena.job import Adjudication
from halfmove.arena.openings import source
from halfmove.arena.plan import Format, OpeningSource, Plan, StopRule
from halfmove.arena.results import Results
from halfmove.core.contract import Game
from halfmove.core.progress import Asked, long_work
from halfmove.games.reference import GameReference

if TYPE_CHECKING:
    from halfmove.arena.contest import See


@long_work("playing")
def contest(
    *players: str,
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
    """Play a tournament between `players` (one line each, see `arena.description`) and return its results.

    `format` is `match`, `round-robin`, `gauntlet` (the first against all others) or `swiss`; `games` are
    those of each pairing, with the seats exchanged from the same opening.  `control` is one for all, or one
    for each (`10+0.1`, `0.5/move`, `depth=6`).  `openings` is a file, `random`, or an `OpeningSource`.
    With a `file` (SQLite) every game is kept, and calling this again goes on from there.  `see` is called
    with the results after each game and a few times a second; `progress` says how it is told how far it is
    (`core.progress.Asked`).  `BadInput` or `Unsuitable` says what is wrong, before anything is played.
    """
    from halfmove.arena.contest import run
    from halfmove.arena.store import Store

    plan = Plan(
        game=GameReference.of(game),
        players=players,
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
    *players: str, game: Game | GameReference | str, games: int = 100, against: str = "", **options: object
) -> Results:
    """`contest` of the players of one board: two, or as many as the game has seats.

    In a game for one, or where `against` says who has all seats but the first, each player is judged by
    itself, over the same seeds (the format `alone`; `halfmove.arena.report.alone` has its figures)."""
    if against or GameReference.of(game).open().players == 1:
        everybody = (*players, against) if against else players
        return contest(*everybody, game=game, format=Format.ALONE, games=games, **options)  # type: ignore[arg-type]
    return contest(*players, game=game, format=Format.MATCH, games=games, **options)  # type: ignore[arg-type]
