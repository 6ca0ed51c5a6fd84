"""A record on the page and a game on paper (`core.formats.GameRecord`): from one to the other, losing
nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from halfmove.core.contract import Game
from halfmove.core.ending import Ending
from halfmove.core.errors import BadInput
from halfmove.core.formats import OF_RESULT, GameRecord, Move, RecordFormat
from halfmove.web.board.clock import TAG
from halfmove.web.board.record import Node, Record

MARKS = {4: "??", 2: "?", 6: "?!", 1: "!", 3: "!!", 5: "!?"}
"""PGN's glyphs by number."""
NULL = "--"
BLANK = Move(None, "")


# ---- from paper
def read_game_record(game: Game, paper: GameRecord, form: RecordFormat) -> Record:
    """The record of a game that a format has read; `game` is the one that it says, as it is played here."""
    first = paper.first
    record = Record(game, None if first == game.initial() else game.position_text(first))
    record.headers = dict(paper.headers)
    record.root.paper = Move(None, "", paper.comment, properties=paper.properties, kept=list(paper.kept))
    _play_moves(record, paper.moves, form)
    record.go(record.end(record.root))
    if form.ending(record.headers) is not None:
        record.told_at = record.here
    return record


def _play_moves(record: Record, moves: list[Any], form: RecordFormat) -> None:
    scale = form.scale()
    waiting: list[tuple[Node, list[Any], bool]] = [(record.root, moves, True)]
    while waiting:
        node, line, main = waiting.pop()
        record.go(node)
        for number, move in enumerate(line):
            before = record.here
            if move.action is None and move.text == NULL:
                if main:
                    raise BadInput("The game has a null move, which the board cannot play.")
                before.paper.kept.append(form.continuation(record.history.state, line[number:]))
                break
            made = record.say() if move.action is None else record.append(move.action)
            made.paper = replace(move, action=None, text="", variations=[], kept=list(move.kept))
            made.mark = _mark(move.nags)
            if scale is not None and move.evaluation is not None:
                made.chance = scale.points(move.evaluation)
            waiting += [(before, variation, False) for variation in reversed(move.variations)]
    for place in record.nodes.values():  # lines are read the main one first
        place.children.sort(key=lambda child: child.number)


def _mark(nags: Iterable[int]) -> str:
    return next((MARKS[nag] for nag in nags if nag in MARKS), "")


# ---- to paper
def make_game_record(
    record: Record,
    form: RecordFormat,
    *,
    names: Iterable[str] = (),
    ended: Ending | None = None,
    judged: bool = True,
) -> GameRecord:
    """The game with its variations as plain data.

    `names` are those of the players, for a game that no file has told of; `ended` how it ended, where the
    rules did not end it; `judged`: with what a report says, and the rules of a game that was played here.
    """
    game = record.game
    headers, properties = dict(record.headers), record.root.paper.properties
    if record.goes_on:
        headers = {name: told for name, told in headers.items() if name not in OF_RESULT}
        headers |= {"Result": "*"} if "Result" in record.headers else {}
        properties = {name: told for name, told in properties.items() if name not in OF_RESULT}
    if not headers.keys() - {TAG} and (names or ended):
        known = {"Event": "?", "Site": "Halfmove", "Date": "????.??.??", "Round": "?"}
        known |= {game.player_name(player): name for player, name in enumerate(names)}
        headers = {**known, "Result": "*", **headers}
    if (judged or record.told_at) and record.told_at is not record.end(record.root):
        headers |= _find_result(record, form) or ({} if ended is None else form.ended(ended))
    said = record.root.paper
    return GameRecord(
        game,
        None if record.position is None else game.parse(record.position),
        headers,
        said.comment,
        _list_moves(record.root, judged),
        properties,
        list(said.kept),
    )


def _find_result(record: Record, form: RecordFormat) -> dict[str, str]:
    """The result by the rules where the main line ends; nothing where they have none."""
    here = record.here
    record.go(record.end(record.root))
    try:
        history, settlement = record.history, record.settlement()
        if not history.over or history.game.players != 2:
            return {}
        if settlement is not None and record.here.settled is None:
            return {}
        value = history.utility(0) if settlement is None else settlement.margin()
        agreed = "" if settlement is None else settlement.result()
        share = 0.5 if value == 0 else 1.0 if value > 0 else 0.0
        return {"Result": form.result(history.state, share, agreed=agreed)}
    finally:
        record.go(here)


def _list_moves(root: Node, judged: bool) -> list[Move]:
    found: list[Move] = []
    waiting = [(root, found)]
    while waiting:
        node, line = waiting.pop()
        while node.children:
            main, *others = node.children
            move = _make_move(main, judged)
            for other in others:
                move.variations.append([_make_move(other, judged)])
                waiting.append((other, move.variations[-1]))
            line.append(move)
            node = main
    return found


def _make_move(node: Node, judged: bool) -> Move:
    said = node.paper
    nags = said.nags
    if judged and node.mark != _mark(nags):
        marked = tuple(nag for nag, mark in MARKS.items() if mark == node.mark)
        nags = (*marked, *(nag for nag in nags if nag not in MARKS))
    comment = said.comment
    if judged and node.judged and node.judged not in comment:
        comment = " ".join(filter(None, (comment, node.judged)))
    return replace(
        said,
        action=node.action,
        text=node.text,
        comment=comment,
        nags=nags,
        variations=[],
        kept=list(said.kept),
    )


def is_plain(record: Record) -> bool:
    """Whether its moves are all that there is to say, and can be played."""
    return (
        not record.on_paper
        and not record.headers
        and all(node.paper == BLANK and (node.text or node.parent is None) for node in record.nodes.values())
    )
