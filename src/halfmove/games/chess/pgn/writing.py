"""Games as PGN: the standard's export format (section 8), with our own writer, as python-chess's neither
escapes what stands in tags nor breaks long comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from halfmove.core.atomic_file import whole_file
from halfmove.core.ending import RESULTS
from halfmove.core.formats import GameRecord, Move
from halfmove.core.record_text import WIDTH, game_text, join_texts, tag_lines
from halfmove.games.chess.notation.fen import START, parse_fen
from halfmove.games.chess.pgn.game import ROSTER, write_comment
from halfmove.games.chess.position import BLACK, Position

_WORD = re.compile(r"\[%[^\]]*\]|\S+")


def write_pgn(path: str | Path, games: Iterable[GameRecord]) -> int:
    """Write games to a file, as they come, and how many; it takes its place only when all are there.

    `BadInput` for a file that cannot be written.
    """
    written = 0
    with whole_file(path) as out:
        for game in games:
            out.write(pgn_text(game))
            written += 1
    return written


def pgn_text(game: GameRecord) -> str:
    """A game as PGN, with the blank line that ends it; `BadInput` for a tag without a proper name."""
    first = game.first
    result = game.end or game.headers.get("Result", "*")
    words = [*_comment(game.comment), *_line(game.moves, first.number, first.mover, game.kept)]
    words.append(result if result in RESULTS else "*")
    return game_text(tag_lines(_tags(game), ROSTER), words)


def _tags(game: GameRecord) -> dict[str, str]:
    """The tags, the position last."""
    told = dict(game.headers)
    for name in ("SetUp", "FEN"):
        told.pop(name, None)
    if game.rules.parameters.get("chess960"):
        told["Variant"] = "Chess960"
    if game.first != _starting():
        told["SetUp"] = "1"
        told["FEN"] = game.rules.position_text(game.first)
    return told


@cache
def _starting() -> Position:
    """The position in which chess begins; to read it takes as long as to write twenty moves."""
    return parse_fen(START)


def line_text(moves: list[Move], number: int, mover: int) -> str:
    """A line of moves, which begins with the move of that number, as text without ends of lines that count:
    comments are in braces."""
    return " ".join(_line(moves, number, mover))


def _line(moves: list[Move], number: int, mover: int, kept: Sequence[str] = ()) -> Iterator[str]:
    """The words of a line of moves, which begins with the move of that number; `kept` are lines beside its
    first move that are text."""
    told = True
    """Whether Black's move needs its number, as something stands before it."""
    for move in moves:
        if move.before:
            yield from _comment(move.before)
            told = True
        if mover != BLACK:
            yield f"{number}. {move.text}"
        else:
            yield f"{number}... {move.text}" if told else move.text
        yield from (f"${nag}" for nag in move.nags)
        after = write_comment(move)
        if "}" in move.comment:  # what programs say stays where programs look for it
            yield from _comment(write_comment(replace(move, comment="")))
            yield from _comment(move.comment)
        else:
            yield from _comment(after)
        for variation in move.variations:
            yield from _bracket(list(_line(variation, number, mover)))
        for line in kept:
            yield from _bracket(line.split(" "))
        told = bool(after or move.variations or kept)
        number += mover == BLACK
        mover, kept = 1 - mover, move.kept
    if kept:  # there is no move that they could stand beside: the first of them goes on
        first, *others = kept
        number_and_move, rest = first.split(" ")[:2], first.split(" ")[2:]
        yield " ".join(number_and_move)
        for line in others:
            yield from _bracket(line.split(" "))
        yield from rest


def _bracket(words: list[str]) -> Iterator[str]:
    """A variation; a bracket would belong to a comment that goes on to the end of its line."""
    words[0] = "(" + words[0]
    if words[-1].endswith("\n"):
        words.append(")")
    else:
        words[-1] += ")"
    return iter(words)


def _comment(text: str) -> list[str]:
    """The words of a comment, none for none.  One that fits on a line stays whole; in a longer one, a word
    that would mean something else where a line begins is kept with the one before it.  One that has a closing
    brace goes on to the end of its line."""
    text = join_texts(text)
    if "}" in text:
        return [f";{text}\n"]
    if 0 < len(text) <= WIDTH - 2:
        return [f"{{{text}}}"]
    words: list[str] = []
    for word in _WORD.findall(text):
        if words and word[0] in "[%;":
            words[-1] += f" {word}"
        else:
            words.append(word)
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words
