"""Games on paper: read from any format that a game has, and written in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypedDict

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from halfmove.core.errors import BadInput
from halfmove.core.formats import repairs_in
from halfmove.core.operation import Request as Asked
from halfmove.core.operation import Text, Whole, field, read_json
from halfmove.core.operation.position import GameKind
from halfmove.core.plain_text import PlainText, formats_of
from halfmove.core.results import finite
from halfmove.web.api.described import Given, described, question
from halfmove.web.api.running import by_rules, client_of
from halfmove.web.board.file_games import LARGEST_FILE, FileGame, read_games

router = APIRouter(tags=["games"])


@question("read_records", "Games on paper.")
@dataclass(frozen=True, kw_only=True)
class RecordRequest(Asked):
    """Read the games of a text, and write one of them in another format; nothing that is said is lost."""

    game: str = field(GameKind(), "Whose text it is, where it does not say so itself.", example="chess")
    text: str = field(
        Text(most=LARGEST_FILE),
        "PGN, SGF, EPD, or the plain text that every game has.",
        example="1. e4 e5 {a comment} (1... c5) 2. Nf3 *",
    )
    number: int | None = field(
        Whole(1, 500), "The game to be written; null: none is.", default=None, example=1
    )
    form: str = field(
        Text(most=200),
        "The format to write it in: PGN, SGF, or Halfmove, the plain text that every game has.",
        default="Halfmove",
        example="PGN",
    )


class GameRead(TypedDict):
    """A game of the text."""

    game: str
    parameters: Annotated[dict[str, int | float | bool | str], "All of them, as the text has them."]
    headers: Annotated[dict[str, str], "What is known of it, by PGN's names."]
    ending: Annotated[str | None, "How it ended as the text tells it, in words; else null."]
    position: Annotated[str | None, "Where it begins; null: at the initial position."]
    moves: Annotated[list[str], "What was played, in the game's notation."]
    repairs: Annotated[list[str], "What was repaired as it was read, a sentence each."]


class RecordsRead(TypedDict):
    """What is in the text."""

    games: list[GameRead]
    broken: Annotated[list[str], "A sentence for each game that is left out as it is broken."]
    written: Annotated[str | None, "The game asked for, with all that is said in it; else null."]


@router.post("/records", **described(RecordRequest, RecordsRead))
async def _read_records(request: Request, given: Given) -> JSONResponse:
    asked = read_json(RecordRequest, given)
    return JSONResponse(await by_rules(client_of(request), _read, asked))


def _read(asked: RecordRequest) -> RecordsRead:
    games, broken = read_games(asked.text.encode("utf-8", "replace"), "text", asked.game, {})
    written = None
    if asked.number is not None:
        if asked.number > len(games):
            raise BadInput(f"There is no game {asked.number}; the text has {len(games)}.")
        written = _written(games[asked.number - 1], asked.form)
    return {"games": [_told(found) for found in games], "broken": broken, "written": written}


def _written(found: FileGame, name: str) -> str:
    forms = {form.name: form for form in formats_of(found.paper.rules) if form.written}
    if name not in forms:
        raise BadInput(f"This game is written as {' or '.join(forms)}, not as '{name[:40]}'.")
    return forms[name].text(found.paper)


def _told(found: FileGame) -> GameRead:
    paper, rules = found.paper, found.paper.rules
    ending = PlainText(rules).ending(paper.headers)
    names = [rules.player_name(player) for player in range(rules.players)]
    return {
        "game": found.game,
        "parameters": {key: finite(value) for key, value in rules.parameters.items()},
        "headers": paper.headers,
        "ending": None if ending is None else ending.words(names),
        "position": None if paper.start is None else rules.position_text(paper.start),
        "moves": [move.text for move in paper.moves if move.text],
        "repairs": repairs_in(paper),
    }
