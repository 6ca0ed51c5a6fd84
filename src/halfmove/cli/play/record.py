"""Games saved and loaded: in a format of the game that the ending of the file names (`game.pgn`), else as the
plain text that every game has (`core.plain_text`).

A game that was loaded is saved with all that its file says of it; where another move was played, what stood
there is a variation, and moves that were taken back stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from halfmove.cli.play.game import PlayedGame
from halfmove.cli.play.series import Series
from halfmove.core.analysis import position_text
from halfmove.core.bounded_file import RECORDS, read_bounded
from halfmove.core.contract import Game
from halfmove.core.ending import Ending
from halfmove.core.errors import BadInput
from halfmove.core.formats import (
    END,
    Broken,
    GameRecord,
    Move,
    RecordFormat,
    count_games,
    find_game,
    format_of,
    record_formats,
    repairs_in,
)
from halfmove.core.history import History
from halfmove.core.plain_text import PlainText, formats_of
from halfmove.core.record_text import to_utf8


class Loaded(NamedTuple):
    """A game of a file."""

    session: PlayedGame
    number: int
    """Which of the file's games it is, from 1."""
    games: int
    """How many the file has."""
    repairs: list[str]
    """What was repaired in it, each with its place."""


# ---- saving
def save(session: PlayedGame, name: str, names: Sequence[str] = (), series: Series | None = None) -> None:
    """Write the game to the file `name`, after the hands of its series; `BadInput` if that would destroy a
    file of another kind.  `names` are those of the players, `?` where nobody knows."""
    path = Path(name).expanduser()
    form = _written_as(session.game, path)
    earlier = [] if series is None else [recorded(played, form, who) for played, who in series.played]
    record = recorded(session, form, names)
    own = series is not None and str(path.absolute()) in series.saved
    try:
        if path.exists():
            there = form.decoded(path.read_bytes()).lstrip()
            if not form.begins(there):
                raise BadInput(f"The file '{name}' exists and is no saved game; choose another name.")
            if not own and _has_several(form, there):
                raise BadInput(
                    f"The file '{name}' has several games that would be lost; choose another name."
                )
    except OSError as error:
        raise BadInput(f"The file '{name}' cannot be written: {error.strerror}.") from None
    form.write(path, [*earlier, record])
    if series is not None:
        series.saved.add(str(path.absolute()))


def say_formats(game: Game) -> str:
    """In which formats `save` writes a game: "as KIF or CSA where FILE ends so"."""
    names = [form.name for form in record_formats(game) if form.written]
    if not names:
        return "as text"
    return f"as {' or '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)} where FILE ends so"


def _has_several(form: RecordFormat, text: str) -> bool:
    """Whether a text has more than one game, those counted that cannot be read."""
    broken: list[BadInput] = []
    return len(list(islice(form.read(text, broken=broken.append), 2))) + len(broken) > 1


def _written_as(game: Game, path: Path) -> RecordFormat:
    form = format_of(game, path.suffix)
    return form if form is not None and form.written else PlainText(game)


def recorded(session: PlayedGame, form: RecordFormat, names: Sequence[str] = ()) -> GameRecord:
    """The game as a format writes it."""
    game, start, paper = session.game, session.states[0], session.paper
    begun = None if start == game.initial() else start
    if begun is not None and position_text(game, start) is None:
        raise BadInput(
            f"{game.title()} has no notation for positions, so only games from the start can be saved."
        )
    result = {} if behind(session) and session.resigned is None else _result(session, form)
    if paper is None:
        headers = {"Event": "?", "Site": "Halfmove", "Date": "????.??.??", "Round": "?"}
        headers |= {game.player_name(player): called for player, called in enumerate(names)}
        return GameRecord(game, begun, headers | ({"Result": "*"} | result), moves=_moves(session, []))
    moves = _moves(session, paper.moves)
    if moves != paper.moves or result:
        result = {"Result": "*"} | result
    kept = {name: values for name, values in paper.properties.items() if name != END or not result}
    return replace(paper, headers=paper.headers | result, moves=moves, properties=kept)


def _moves(session: PlayedGame, told: Sequence[Move]) -> list[Move]:
    """What was played, with what a file tells of it as far as it is the same game."""
    moves: list[Move] = []
    at = 0
    for state, action in zip(session.states, session.actions, strict=False):
        while at < len(told) and told[at].action is None:  # a place where something is said
            moves.append(told[at])
            at += 1
        if at < len(told) and told[at].action == action:
            moves.append(told[at])
            at += 1
            continue
        move = Move(action, session.game.action_text(state, action))
        if at < len(told):
            move.variations = [list(told[at:])]
            at = len(told)
        moves.append(move)
    return [*moves, *told[at:]]


def behind(session: PlayedGame) -> int:
    """How many moves its file has after those on the board; 0 where others were played."""
    told = [] if session.paper is None else [move.action for move in session.paper.moves if move.text]
    played = session.actions
    return len(told) - len(played) if told[: len(played)] == list(played) else 0


def _result(session: PlayedGame, form: RecordFormat) -> dict[str, str]:
    """The headers that tell the result; none while there is none."""
    if session.game.players != 2:
        return {}
    if session.resigned is not None:
        return form.ended(Ending(1 - session.resigned, "resignation"))
    history, agreed = session.history, session.agreed
    if not history.over or (agreed is None and session.game.settlement(history) is not None):
        return {}
    value = history.utility(0) if agreed is None else agreed.margin()
    share = 0.5 if value == 0 else 1.0 if value > 0 else 0.0
    return {"Result": form.result(history.state, share, agreed="" if agreed is None else agreed.result())}


# ---- loading
def load(game: Game, name: str, number: int = 1) -> Loaded:
    """A game in the file `name`; `BadInput`, in a sentence, if it is not one of `game`."""
    path = Path(name).expanduser()
    try:
        data = read_bounded(path, RECORDS)
    except OSError as error:
        raise BadInput(f"The file '{name}' cannot be read: {error.strerror}.") from None
    form = format_of(game, path.suffix) or PlainText(game)
    data = data if form.binary else to_utf8(data)
    if b"\0" in data and not form.binary:
        raise BadInput(f"The file '{name}' is not a saved game; it is not text.")
    text = form.decoded(data)
    form = next((known for known in formats_of(game) if known.begins(text.lstrip())), form)

    def read(broken: Broken) -> Iterator[GameRecord]:
        return form.read(form.decoded(data), broken=broken)

    try:
        found, games = find_game(read, number), count_games(read)
    except BadInput as error:
        raise BadInput(f"'{name}': {error}") from None
    if found is None:
        many = "no game" if not games else "1 game" if games == 1 else f"{games} games"
        raise BadInput(f"The file '{name}' has {many}, so there is no game {number}.")
    return Loaded(_session(game, found, name), number, games, repairs_in(found))


def _session(game: Game, record: GameRecord, name: str) -> PlayedGame:
    usual = type(record.rules)().parameters
    others = [
        f"--set {key}={value}"
        for key, value in record.rules.parameters.items()
        if value != game.parameters.get(key) and value != usual.get(key)
    ]
    if others:
        raise BadInput(f"The file '{name}' holds a game with {' '.join(others)}; start with that to load it.")
    start = game.initial() if record.start is None else game.parse(record.rules.position_text(record.start))
    history = History(game, start)
    for move in record.moves:
        if move.action is not None:
            history.append(move.action)
        elif move.text:
            raise BadInput(f"The game in '{name}' has a null move, which cannot be played.")
    session = PlayedGame(history)
    session.paper = record
    return session
