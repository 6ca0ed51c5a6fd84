"""Games as files that other programs read: in the formats of records that the game has, or as plain moves.

In the comment of a move stands what its player said of it, as engine matches write it: value/depth time,
`+0.31/14 0.104s`, `M5` for a mate in five plies.  How the game ended, where that is not on the board, stands
in the last one.

The plain text is what `halfmove play` and `--openings` read: comments that say what it is, then the moves.

    # Halfmove game: connect4
    # set width=7
    # players engine?depth=5 | engine?depth=4
    # result 1-0 (X wins)
    4 4 3 …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.plan import Plan, list_names
from halfmove.core.atomic_file import whole_file
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move, RecordFormat, format_of, record_formats
from halfmove.core.plain_text import escape

PLAIN = ".txt"
_TERMINATIONS = {
    Ending.TIME: "time forfeit",
    Ending.FAULT: "rules infraction",
    Ending.ADJUDICATION: "adjudication",
    Ending.LENGTH: "adjudication",
    Ending.VOID: "abandoned",
}
_HOW = {Ending.REPETITION: "rules"}
"""The endings that a format calls otherwise."""


def export(plan: Plan, records: Iterable[Record], path: str | Path) -> int:
    """Write games to a file, in the format that its ending names; how many.

    They are written as they come, and the file takes its place only when all are there.  `BadInput` as of
    `check_format`, and for a file that cannot be written.
    """
    game = plan.game.open()
    form = _find_format(game, Path(path).suffix)
    if form is not None:
        return form.write(path, (make_record(plan, game, record, form) for record in records))
    written = 0
    with whole_file(path) as out:
        for text in format_games(plan, records, Path(path).suffix):
            out.write(text)
            written += 1
    return written


def check_format(plan: Plan, path: str | Path) -> None:
    """`BadInput` if games of the plan cannot be written in the format that a file's ending names."""
    _find_format(plan.game.open(), Path(path).suffix)


def format_games(plan: Plan, records: Iterable[Record], suffix: str) -> Iterator[str]:
    """The text of each game, in the format whose files end so."""
    game = plan.game.open()
    form = _find_format(game, suffix)
    for record in records:
        yield (
            _format_plain(plan, game, record)
            if form is None
            else form.text(make_record(plan, game, record, form))
        )


def _find_format(game: Game, suffix: str) -> RecordFormat | None:
    """The format of a file's ending, None for plain moves; `BadInput` where the game cannot be written so."""
    if suffix == PLAIN:
        return None
    form = format_of(game, suffix)
    if form is None:
        known = [s for f in record_formats(game) if f.written for s in f.suffixes]
        ending = f"'{suffix}'" if suffix else "a file without ending"
        raise BadInput(
            f"Games of {game.title()} are written as {' or '.join([*known, PLAIN])}, not as {ending}."
        )
    if refusal := form.refusal():
        raise BadInput(f"{refusal.rstrip('.')}; write these games as {PLAIN}.")
    return form


def make_record(plan: Plan, game: Game, record: Record, form: RecordFormat) -> GameRecord:
    """A game of the plan as a format writes it."""
    played = record.open(game)
    told = GameRecord(game, played.start)
    for state, action, move in zip(played.states, played.actions, record.moves, strict=False):
        worth = form.evaluation(move.value, move.mate, move.depth, game.to_move(state))
        told.moves.append(
            Move(
                action, move.text, comment=format_comment(move), evaluation=worth
            )  # the game's own text, from then
        )
    if record.ending not in (Ending.RULES, Ending.REPETITION):
        if told.moves:
            told.moves[-1].comment += f", {record.words}"
        else:
            told.comment = record.words
    told.headers = _list_headers(plan, game, record)
    told.headers["Result"] = form.result(
        played.state,
        record.scores[0] if record.counts else None,
        _HOW.get(Ending(record.ending), record.ending),
        record.words.removeprefix("result ") if record.words.startswith("result ") else "",
    )
    return told


def _list_headers(plan: Plan, game: Game, record: Record) -> dict[str, str]:
    called = list_names(plan)
    board = {"Board": str(record.round + 1)} if game.duplicate() is not None else {}
    controls = [plan.control(p) or "-" for p in record.players]
    return {
        "Event": "Halfmove match",
        "Site": "?",
        "Date": "????.??.??",
        "Round": f"{record.round + 1}.{record.number + 1}",
        **{game.player_name(seat): called[p] for seat, p in enumerate(record.players)},
        **board,
        "PlyCount": str(len(record.moves)),
        "TimeControl": controls[0] if len(set(controls)) == 1 else " ".join(controls),
        "Termination": _TERMINATIONS.get(Ending(record.ending), "normal"),
    }


def format_comment(move: MoveRecord) -> str:
    """`+0.31/12 0.104s`, with `M5` for a mate; `book` for a move of the opening."""
    if move.opening:
        return "book"
    told = ""
    if move.mate is not None:
        told = f"{'-' if move.mate < 0 else '+'}M{abs(move.mate)}"
    elif move.value is not None:
        told = f"{move.value:+.2f}"
    if move.depth is not None:
        told += f"/{move.depth}"
    return f"{told} {move.seconds:.3f}s".strip()


def _format_plain(plan: Plan, game: Game, record: Record) -> str:
    """A game as plain moves."""
    called = list_names(plan)
    names = " | ".join(called[p] for p in record.players)
    shares = "-".join(f"{score:g}" for score in record.scores)
    lines = [
        f"# Halfmove game: {game.title()}",
        *(f"# set {key}={escape(str(value))}" for key, value in game.parameters.items()),
        *([f"# position {record.position}"] if record.position is not None else []),
        f"# players {names}",
        f"# result {shares} ({' '.join(record.words.split())})",
        " ".join(move.text for move in record.moves),
    ]
    return "\n".join(lines) + "\n\n"
