"""Positions and games in the field's notations, in and out: moves of any game, and its formats of records."""

from __future__ import annotations

from datetime import date
from itertools import islice
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move, RecordFormat, format_named
from halfmove.web.board.record import Node, Record
from halfmove.web.catalogue import MOST_TEXT

POSITION, MOVES = "position", "moves"


def forms(game: Game) -> list[str]:
    """The notations that a game can be written in, the usual one first."""
    known = [*(form.name for form in game.record_formats() if form.written), MOVES]
    if _has_positions(game):
        known.append(POSITION)
    return known


def _has_positions(game: Game) -> bool:
    try:
        game.position_text(game.initial())
    except BadInput:
        return False
    return True


def ending_of(game: Game, form: str) -> str:
    """How a file in a notation ends: `.pgn`."""
    named = format_named(game, form)
    return ".txt" if named is None else named.suffixes[0]


def write(record: Record, form: str) -> str:
    """The game, or the position shown, as text."""
    if form == POSITION:
        return record.game.position_text(record.history.state)
    named = format_named(record.game, form)
    if named is None:
        return record.written()
    return named.text(on_paper(record, _result(record, named)))


def _result(record: Record, form: RecordFormat) -> str:
    """The result as the format writes it; nothing while it is not known."""
    history = record.history
    if not history.over or history.game.players != 2:
        return ""
    settlement = record.settlement()
    if settlement is not None and record.here.settled is None:
        return ""
    value = history.utility(0) if settlement is None else settlement.margin()
    agreed = "" if settlement is None else settlement.result()
    return form.result(history.state, 0.5 if value == 0 else 1.0 if value > 0 else 0.0, agreed=agreed)


def read(game: Game, text: str) -> Record:
    """A record from text in whichever of the game's notations; `BadInput` says what is wrong with it."""
    if len(text) > MOST_TEXT * 4:
        raise BadInput(f"That is longer than {MOST_TEXT * 4:,} letters.")
    text = text.strip()
    if not text:
        raise BadInput("There is nothing to read; paste a game or a position.")
    formats = game.record_formats()
    begun = next((form for form in formats if form.begins(text)), None)
    if begun is not None:
        return _read(begun, game, text)
    try:
        game.parse(text)
    except BadInput as no_position:
        bare = next((form for form in formats if form.bare_moves), None)
        try:
            if bare is not None:
                return _read(bare, game, text)
            record = Record(game)
            record.read(text)
        except BadInput as no_moves:
            looks = "/" in text or "\n" in text
            raise BadInput(str(no_position if looks and bare is None else no_moves)) from None
        return record
    return Record(game, text)


# ---- a record in the browser and one on paper
def on_paper(record: Record, result: str) -> GameRecord:
    """The game with its variations as plain data."""

    def line(node: Node) -> list[Move]:
        """The main line from a node on, variations beside its moves."""
        moves: list[Move] = []
        while node.children:
            main, *others = node.children
            move = _move(main)
            move.variations = [[_move(other), *line(other)] for other in others]
            moves.append(move)
            node = main
        return moves

    game = record.game
    headers = {
        "Event": "?",
        "Site": "Halfmove",
        "Date": date.today().strftime("%Y.%m.%d"),
        "Round": "?",
        **{game.player_name(player): "?" for player in range(game.players)},
        **({"Result": result} if result else {}),
        **record.headers,
    }
    start = None if record.position is None else game.parse(record.position)
    return GameRecord(game, start, headers, moves=line(record.root))


def _move(node: Node) -> Move:
    nags = tuple(n for n, mark in ((4, "??"), (2, "?"), (6, "?!")) if mark == node.mark)
    return Move(node.action, node.text, comment=node.comment, nags=nags)


def _read(form: RecordFormat, game: Game, text: str) -> Record:
    paper = next(islice(form.read(text), 1), None)
    if paper is None or (not paper.moves and paper.start is None):
        raise BadInput(f"There is no game of {game.title()} in that.")
    first = paper.first
    position = None if first == game.initial() else game.position_text(first)
    record = Record(game, position)
    record.headers = dict(paper.headers)

    def play(moves: list[Any]) -> None:
        for move in moves:
            before = record.here
            if move.action is None:
                raise BadInput("The game has a null move, which the board cannot play.")
            record.append(move.action)
            after = record.here
            for line in move.variations:
                record.go(before)
                play(line)
            record.go(after)

    play(paper.moves)
    return record
