"""Games on paper: read from any format that a game has, and written in another."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field, StringConstraints

from halfmove.core.errors import BadInput
from halfmove.core.formats import repairs_in
from halfmove.core.plain_text import PlainText, formats_of
from halfmove.presentation.words import finite
from halfmove.web.api.models import Answer, Name, RequestPart, Short
from halfmove.web.api.running import by_rules, client_of, known
from halfmove.web.board.opening import LARGEST_FILE, Found, games_of

router = APIRouter(tags=["games"])


class RecordRequest(RequestPart):
    """A text with games."""

    game: Name = Field(description="Whose text it is, where it does not say so itself.", examples=["chess"])
    text: Annotated[str, StringConstraints(min_length=1, max_length=LARGEST_FILE)] = Field(
        description="PGN, SGF, EPD, or the plain text that every game has.",
        examples=["1. e4 e5 {a comment} (1... c5) 2. Nf3 *"],
    )
    number: int | None = Field(
        None, ge=1, le=500, description="The game to be written; null: none is.", examples=[1]
    )
    form: Short = Field(
        "Halfmove",
        description="The format to write it in: PGN, SGF, or Halfmove, the plain text that every game has.",
        examples=["PGN"],
    )


class GameRead(Answer):
    """A game of the text."""

    game: str
    parameters: dict[str, int | float | bool | str] = Field(description="All of them, as the text has them.")
    headers: dict[str, str] = Field(description="What is known of it, by PGN's names.")
    ending: str | None = Field(description="How it ended as the text tells it, in words; else null.")
    position: str | None = Field(description="Where it begins; null: at the initial position.")
    moves: list[str] = Field(description="What was played, in the game's notation.")
    repairs: list[str] = Field(description="What was repaired as it was read, a sentence each.")


class RecordsRead(Answer):
    """What is in the text."""

    games: list[GameRead]
    broken: list[str] = Field(description="A sentence for each game that is left out as it is broken.")
    written: str | None = Field(description="The game asked for, with all that is said in it; else null.")


@router.post("/records", summary="Games on paper", response_model=RecordsRead, operation_id="read_records")
async def read_records(request: Request, asked: RecordRequest) -> JSONResponse:
    """Read the games of a text, and write one of them in another format; nothing that is said is lost."""
    known(asked.game)
    return JSONResponse(await by_rules(client_of(request), _read, asked))


def _read(asked: RecordRequest) -> dict[str, Any]:
    games, broken = games_of(asked.text.encode("utf-8", "replace"), "text", asked.game, {})
    written = None
    if asked.number is not None:
        if asked.number > len(games):
            raise BadInput(f"There is no game {asked.number}; the text has {len(games)}.")
        written = _written(games[asked.number - 1], asked.form)
    return {"games": [_told(found) for found in games], "broken": broken, "written": written}


def _written(found: Found, name: str) -> str:
    forms = {form.name: form for form in formats_of(found.paper.rules) if form.written}
    if name not in forms:
        raise BadInput(f"This game is written as {' or '.join(forms)}, not as '{name[:40]}'.")
    return forms[name].text(found.paper)


def _told(found: Found) -> dict[str, Any]:
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
