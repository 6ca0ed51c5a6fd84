"""Readers of games, positions and moves in all notations; what is written again must read the same."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import Any

from fuzz import seeds
from fuzz.reader import Faulty, Reader, check_sentence, text_in
from fuzz.seeds import interpreted, texts_of
from halfmove.core.errors import HalfmoveError
from halfmove.core.formats import Bound, repairs_in
from halfmove.core.plain_text import formats_of

MOST = 40
"""Games of a text, and moves, that are read."""


def record_reader(game: Any, number: int, *files: str, strict: bool = False) -> Reader:
    """The reader of a game's format of records, by its place in the list of all."""

    def form() -> Any:
        found = formats_of(game)[number]
        found.bound, found.strict = Bound(2000, 5000), strict
        return found

    def read(data: bytes) -> object:
        broken: list[HalfmoveError] = []
        found = form()
        games = list(islice(found.read(found.decoded(data), broken=broken.append), MOST))
        for error in broken[:MOST]:
            check_sentence(str(error))
        for game in games:
            check_round(form, game)
        return games

    return Reader(read, lambda: [*(seeds.records(form()) if form().written else ()), *texts_of(*files)])


def check_round(form: Callable[[], Any], game: Any) -> None:
    """`Faulty` unless a game that is written and read again is the same and is written the same."""
    for sentence in repairs_in(game):
        check_sentence(sentence)
    if form().refusal():
        return
    try:
        text = form().text(game)
    except HalfmoveError as error:
        check_sentence(str(error))
        return
    again = read_again(form, text)
    if again is None:
        if not game.moves:
            return
        raise Faulty(f"nothing is read of what was written: {text[:300]!r}")
    if told(again) != told(game):
        raise Faulty(f"another game is read of what was written: {text[:300]!r}: {told(game)}, {told(again)}")
    written = form().text(again)
    third = read_again(form, written)
    if third is None or form().text(third) != written:
        raise Faulty(f"it is written in another way each time: {written[:300]!r}")


def read_again(form: Callable[[], Any], text: str) -> Any:
    """The game that was written."""
    reading = form()
    return next(iter(reading.read(reading.decoded(text.encode()))), None)


def told(game: Any) -> list[tuple[object, str]]:
    """What no format may lose: the moves, and what is said of them."""
    return [(move.action, " ".join(move.comment.split())) for move in game.moves]


def opened_file(name: str, game: str) -> Callable[[bytes], object]:
    """A file dropped on the page of a game."""

    @lru_cache(maxsize=1)
    def server() -> object:
        from halfmove.web.catalogue import Catalogue
        from halfmove.web.server import Server, application

        return application(Server(Catalogue()))

    def read(data: bytes) -> object:
        from halfmove.web.board.file_games import read_games

        server()

        found, broken = read_games(data, name, game, {})
        for sentence in broken:
            check_sentence(sentence)
        return found

    return read


def pasted(game: Any) -> Callable[[bytes], object]:
    """A text pasted on the page of a game."""

    def read(data: bytes) -> object:
        from halfmove.web.board import formats

        return formats.read(game, text_in(data))

    return read


def link(game: Any) -> Callable[[bytes], object]:
    """The record in a link: the bytes as they are, and the text that they could be packed."""

    def read(data: bytes) -> object:
        from halfmove.web.board import formats

        if data[:1] != b"#":
            return formats.unpack(game, data.decode("latin-1"))
        return formats.unpack(game, base64.urlsafe_b64encode(zlib.compress(data, 1)).decode())

    return read


def position_reader(name: str, **parameters: Any) -> Reader:
    """The notation of a game's positions; what is written again reads the same."""
    game = interpreted(name, **parameters)

    def read(data: bytes) -> object:
        state = game.parse(text_in(data))
        try:
            text = game.position_text(state)
        except HalfmoveError as error:
            check_sentence(str(error))
            return state
        again = game.position_text(game.parse(text))
        if again != text:
            raise Faulty(f"{text!r} is written {again!r} when it is read")
        return state

    return Reader(read, lambda: seeds.positions(game))


def moves_reader(name: str, **parameters: Any) -> Reader:
    """The notation of a game's moves, one after the other."""
    game = interpreted(name, **parameters)

    def read(data: bytes) -> object:
        state = game.initial()
        for word in islice(game.split_moves(text_in(data)), MOST):
            if game.is_terminal(state):
                break
            action = game.parse_action(state, word)
            if game.parse_action(state, game.action_text(state, action)) != action:
                raise Faulty(f"{word!r} is another move when it is written")
            state = game.result(state, action)
        return state

    def written() -> list[bytes]:
        found = []
        for states, actions in seeds.lines(game, 3, 20):
            texts = [game.action_text(s, a) for s, a in zip(states, actions, strict=False)]
            found.append(" ".join(texts).encode())
        return found

    return Reader(read, written)
