"""From games to samples: quiet positions, each with the result of its game, and with what was thought of it.

A weighted sum cannot judge a position in which a capture is due, so that a position counts only if a
quiescence search finds nothing better than to stand.  Of each game some positions are drawn, as those of one
game hang together; whole games are kept apart to test on.  Where games tell evaluations (`[%eval …]`), a
position has that of the search that led to it, which says far more than who won forty moves later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import Broken, RecordFormat, format_of, record_formats
from halfmove.learn.tuning.ends import read_ends
from halfmove.learn.tuning.quiet import is_quiet
from halfmove.search.alphabeta.threads import Engine

OPENING = 8
"""Plies at the beginning of a game from which nothing is drawn."""


class Sample(NamedTuple):
    """A position, and what its game brought the first player: 1, ½ or 0."""

    state: Any
    result: float | None
    """None of a position that was judged without its game."""
    pawns: float | None = None
    """What the game says that it was worth to the first player; None where it does not, or tells a mate."""


class Samples(NamedTuple):
    """What was drawn: to learn from, and to test on; and of how many games."""

    learnt: list[Sample]
    tested: list[Sample]
    games: int
    broken: int = 0
    """Games left out because something in them cannot be read."""
    repaired: int = 0
    """Games of which something was repaired, or whose results contradict each other."""


Progress = Callable[[int, int], None]
"""Called with the games read and the positions drawn so far."""


def read_samples(
    game: Game,
    paths: list[Path],
    *,
    of_each: int = 10,
    evaluated: bool = False,
    share: float = 0.2,
    seed: int = 0,
    see: Progress | None = None,
) -> Samples:
    """Samples from games in PGN files: `of_each` game at most, `share` of the games to test on; only those
    positions that are `evaluated`, if so asked.  Of EPD files with ends of searches (`sample_ends`), all at
    rest.

    Games that are broken are left out, and counted.  `BadInput` for a file that cannot be read, and where
    there are too few finished games, or evaluations.
    """
    random = Random(seed)
    engine = Engine(game, megabytes=1)
    learnt: list[Sample] = []
    tested: list[Sample] = []
    number = mended = 0
    broken: list[BadInput] = []
    for positions, result, repaired in read_all(game, paths, evaluated, broken.append):
        number += 1
        mended += repaired
        into = tested if random.random() < share else learnt
        random.shuffle(positions)
        taken = 0
        for state, pawns in positions:
            if is_quiet(game, state, engine):
                into.append(Sample(state, result, pawns))
                taken += 1
                if taken == of_each and result is not None:
                    break
        if see is not None and number % 50 == 0:
            see(number, len(learnt) + len(tested))
    if not learnt or not tested:
        what = "games that tell evaluations" if evaluated else "finished games"
        raise BadInput(f"There are too few {what} to learn from and to test on.")
    return Samples(learnt, tested, number, len(broken), mended)


Drawn = Iterator[tuple[list[tuple[Any, float | None]], float | None, bool]]
"""Positions of a game with what they are said to be worth, its result, and whether it was repaired."""
ENDS = ".epd"


def read_all(game: Game, paths: list[Path], evaluated: bool, broken: Broken) -> Drawn:
    """The positions of each game in the files, with its result; of ends of searches, without one."""
    games = [path for path in paths if path.suffix != ENDS]
    yield from (
        (read_evaluations(game, games, broken) if evaluated else read_finished_games(game, games, broken))
        if games
        else ()
    )
    for path in paths:
        if path.suffix == ENDS:
            for group in read_ends(game, path):
                yield [*group], None, False


def read_finished_games(game: Game, paths: list[Path], broken: Broken) -> Drawn:
    """The positions of each finished game, and its result; told of each that is broken."""
    for path in paths:
        for line in _format(game, path).main_lines(path, broken=broken):
            if line.share is not None and len(line.actions) > OPENING:
                positions: list[tuple[Any, float | None]] = [
                    (state, None) for state in list(line.states())[OPENING:-1]
                ]
                yield positions, line.share, bool(line.repairs)


def read_evaluations(game: Game, paths: list[Path], broken: Broken) -> Drawn:
    """The same of the positions that the move before them was given an evaluation with."""
    for path in paths:
        form = _format(game, path)
        scale = form.scale()
        if scale is None:
            raise BadInput(f"{form.name} has no room for evaluations.")
        for read in form.read_file(path, broken=broken):
            found: list[tuple[Any, float | None]] = []
            for ply, (move, state) in enumerate(zip(read.moves, read.states()[1:], strict=True), start=1):
                told = None if move.evaluation is None else scale.estimate(move.evaluation)
                if ply >= OPENING and told is not None:
                    found.append((state, told))
            if found and (result := form.share(read)) is not None:
                yield found, result, bool(read.repairs)


def _format(game: Game, path: Path) -> RecordFormat:
    """The format of a file of games; the game's usual one where its ending says nothing."""
    usual = next(iter(record_formats(game)), None)
    form = format_of(game, path.suffix) or usual
    if form is None:
        raise BadInput(f"There are no files with games of {game.title()}.")
    return form
