"""Positions and games in the field's notations, in and out: moves of any game, PGN of chess, SGF of Go."""

from __future__ import annotations

import re
from datetime import date
from itertools import islice
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.game import Game
from halfmove.web.places import MOST_TEXT
from halfmove.web.record import Node, Record

POSITION, MOVES, PGN, SGF = "position", "moves", "PGN", "SGF"


def forms(game: Game) -> list[str]:
    """The notations that a game can be written in."""
    known = [MOVES]
    if game.name == "chess":
        known.insert(0, PGN)
    if game.name == "go":
        known.insert(0, SGF)
    if _has_positions(game):
        known.append(POSITION)
    return known


def _has_positions(game: Game) -> bool:
    try:
        game.position_text(game.initial())
    except BadInput:
        return False
    return True


def write(record: Record, form: str, result: str = "") -> str:
    """The game, or the position shown, as text."""
    if form == POSITION:
        return record.game.position_text(record.history.state)
    if form == PGN:
        return _pgn(record, result)
    if form == SGF:
        return _sgf(record, result)
    return record.written()


def read(game: Game, text: str) -> Record:
    """A record from text in whichever of the game's notations; `BadInput` says what is wrong with it."""
    if len(text) > MOST_TEXT * 4:
        raise BadInput(f"That is longer than {MOST_TEXT * 4:,} letters.")
    text = text.strip()
    if not text:
        raise BadInput("There is nothing to read; paste a game or a position.")
    if game.name == "go" and text.startswith("("):
        return _read_sgf(game, text)
    try:
        game.parse(text)
    except BadInput as no_position:
        try:
            if game.name == "chess":
                return _read_pgn(game, text)
            record = Record(game)
            record.read(text)
        except BadInput as no_moves:
            looks = "/" in text or "\n" in text
            raise BadInput(str(no_position if looks and game.name != "chess" else no_moves)) from None
        return record
    return Record(game, text)


# ---- chess
def _pgn(record: Record, result: str) -> str:
    from halfmove.games.chess.pgn.game import PgnGame, PgnMove
    from halfmove.games.chess.pgn.writing import pgn_text

    def line(node: Node) -> list[PgnMove]:
        """The main line from a node on, variations beside its moves."""
        moves: list[PgnMove] = []
        while node.children:
            main, *others = node.children
            move = PgnMove(main.action, main.text)
            move.nags = tuple(n for n, mark in ((4, "??"), (2, "?"), (6, "?!")) if mark == main.mark)
            for other in others:
                move.variations.append([PgnMove(other.action, other.text), *line(other)])
            moves.append(move)
            node = main
        return moves

    headers = {
        "Event": "?",
        "Site": "Halfmove",
        "Date": date.today().strftime("%Y.%m.%d"),
        "Round": "?",
        "White": "?",
        "Black": "?",
        "Result": result or "*",
        **record.headers,
    }
    start = None if record.position is None else record.game.parse(record.position)
    rules: Any = record.game
    return pgn_text(PgnGame(rules=rules, start=start, headers=headers, moves=line(record.root)))


def _read_pgn(game: Game, text: str) -> Record:
    from halfmove.games.chess.pgn.reading import games

    paper = next(islice(games(text), 1), None)
    if paper is None or not paper.moves:
        raise BadInput("There is no game of chess in that.")
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


# ---- Go
def _sgf(record: Record, result: str) -> str:
    from halfmove.games.go.sgf.game import point_of, sgfmill

    game: Any = record.game
    if game.width != game.height:
        raise BadInput("SGF files are written of square boards; take the moves instead.")
    paper = sgfmill().Sgf_game(size=game.width)
    root = paper.get_root()
    root.set("KM", float(game.komi))
    root.set("RU", _RULES.get(game.rules, game.rules))
    if result:
        root.set("RE", result)
    start = game.initial() if record.position is None else game.parse(record.position)
    grid = game.position_text(start).split()[0].split("/")
    stones: dict[str, set[tuple[int, int]]] = {"X": set(), "O": set()}
    for row, line in enumerate(_unfolded(line) for line in grid):
        for column, stone in enumerate(line):
            if stone in stones:
                stones[stone].add((game.height - 1 - row, column))
    if stones["X"] or stones["O"]:
        root.set_setup_stones(stones["X"], stones["O"])
        root.set("PL", "bw"[game.to_move(start)])
    waiting = [(record.root, root)]
    while waiting:
        node, paper_node = waiting.pop()
        for child in node.children:
            below = paper_node.new_child()
            below.set_move("bw"[child.mover], point_of(game, child.action))
            if child.comment:
                below.set("C", child.comment)
            waiting.append((child, below))
    return str(paper.serialise().decode()) + "\n"


_RULES = {"tromp-taylor": "Tromp-Taylor", "chinese": "Chinese", "aga": "AGA", "japanese": "Japanese"}


def _unfolded(row: str) -> str:
    """A row of a position with a point for every empty one."""
    return re.sub(r"[0-9]+", lambda run: "." * int(run[0]), row)


def _read_sgf(game: Game, text: str) -> Record:
    from halfmove.games.go.sgf.reading import games

    paper = next(islice(games(text), 1), None)
    if paper is None:
        raise BadInput("There is no game of Go in that.")
    rules: Any = paper.rules
    here: Any = game
    if (rules.width, rules.height) != (here.width, here.height):
        raise BadInput(
            f"That is a game on {rules.width} by {rules.height}; this board is {here.width} by {here.height}."
        )
    first = paper.first
    position = None if first == game.initial() else game.position_text(first)
    record = Record(game, position)
    for action in paper.actions:
        record.append(action)
    return record
