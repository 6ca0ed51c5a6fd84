"""A place in a game: what stands there, who moves, what can be played, how it looks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from halfmove.core.analysis import position_text
from halfmove.core.contract import CHANCE
from halfmove.core.history import History
from halfmove.core.surface import Surface
from halfmove.presentation import words
from halfmove.web.api.models import Answer, Number, PlaceRequest
from halfmove.web.api.running import by_rules, client_of, known, opened

router = APIRouter(tags=["games"])


class Move(Answer):
    """Something that can be played."""

    move: str = Field(description="In the game's notation.")
    touches: list[str] | None = Field(
        description="The points of the picture to touch for it, in order; null where the game has none."
    )
    probability: float | None = Field(description="Where nature moves; else null.")


class Point(Answer):
    """A rectangle of the picture, in the coordinates of its viewBox."""

    name: str
    x: float
    y: float
    width: float
    height: float


class Picture(Answer):
    """How it looks."""

    svg: str = Field(description="An SVG document.")
    points: list[Point] = Field(description="What of it can be touched, in reading order.")


class Position(Answer):
    """A place in a game."""

    game: str
    parameters: dict[str, int | float | bool | str] = Field(description="All of them.")
    position: str | None = Field(
        description="In the game's notation; null where it has none, or something in it is hidden."
    )
    to_move: int | None = Field(description="Who moves, from 0; -1: nature; null: the game is over.")
    player: str | None = Field(description="The same by name.")
    over: bool
    result: str | None = Field(description="In words, where the game is over.", examples=["X wins."])
    utilities: list[Number] | None = Field(description="What each player gets, where the game is over.")
    legal_moves: list[Move] = Field(
        description="Where something is hidden: those of the viewer, on his turn."
    )
    moves: list[str] = Field(
        description="What was played, in the game's notation; where something is hidden, as it is told."
    )
    times: int = Field(description="How many times the position has stood, as the rule of repetition counts.")
    repetition: Literal["none", "draw", "loss", "forbidden"] = Field(
        description="What it means that a position comes again."
    )
    picture: Picture | None = Field(description="Only if `picture=true` was asked for.")


@router.post("/positions", summary="A position", response_model=Position, operation_id="show_position")
async def show_position(
    request: Request,
    asked: PlaceRequest,
    picture: Annotated[bool, Query(description="Whether to draw it.")] = False,
    below: Annotated[
        int, Query(ge=0, le=9, description="The player who sits at the bottom, where a board is turned.")
    ] = 0,
) -> JSONResponse:
    """The position after some moves: who is to move and what can be played, or how the game ended."""
    known(asked.game)
    drawn = below if picture else None
    return JSONResponse(await by_rules(client_of(request), _shown, asked, drawn))


def _shown(asked: PlaceRequest, below: int | None) -> dict[str, Any]:
    history, viewer = opened(asked)
    game, state, over = history.game, history.state, history.over
    surface = game.surface()
    return {
        "game": asked.game,
        "parameters": {key: words.finite(value) for key, value in game.parameters.items()},
        "position": position_text(game, state) if viewer is None else None,
        "to_move": None if over else int(history.mover),
        "player": None if over else game.player_name(history.mover),
        "over": bool(over),
        "result": words.outcome(history) if over else None,
        "utilities": [words.finite(history.utility(p)) for p in range(game.players)] if over else None,
        "legal_moves": _legal(history, surface) if viewer in (None, history.mover) else [],
        "moves": _moves(history, viewer),
        "times": int(history.times),
        "repetition": game.repetition,
        "picture": None if below is None else _picture(history, surface, viewer, below),
    }


def _legal(history: History, surface: Surface | None) -> list[dict[str, Any]]:
    game, state = history.game, history.state
    actions = history.legal()
    chances = dict(game.outcomes(state)) if actions and history.mover == CHANCE else {}
    return [
        {
            "move": game.action_text(state, action),
            "touches": None if surface is None else list(surface.touches(state, action)),
            "probability": float(chances[action]) if chances else None,
        }
        for action in actions
    ]


def _moves(history: History, viewer: int | None) -> list[str]:
    """What was played, as far as the viewer knows of it by now."""
    if viewer is None:
        return history.texts()
    played = zip(history.states, history.actions, strict=False)
    return [history.game.action_revealed(state, action, history.state, viewer) for state, action in played]


def _picture(history: History, surface: Surface | None, viewer: int | None, below: int) -> dict[str, Any]:
    game, state = history.game, history.state
    below = min(below, game.players - 1)
    if surface is None:
        return {"svg": game.draw_to(state, viewer), "points": []}
    # The points of whoever's turn it is may tell what he knows.
    points = surface.points(state, below=below) if viewer in (None, history.mover) else ()
    svg = surface.picture_to(state, viewer, below=below)
    return {"svg": svg, "points": [point._asdict() for point in points]}
