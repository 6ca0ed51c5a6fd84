"""A place in a game: what stands there, who moves, what can be played, how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypedDict

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from halfmove.core import figures
from halfmove.core.analysis import position_text
from halfmove.core.contract import CHANCE
from halfmove.core.history import History
from halfmove.core.operation import PositionRequest, read_json
from halfmove.core.results import finite
from halfmove.core.surface import Surface
from halfmove.web.api.described import Given, Number, described, question
from halfmove.web.api.running import Place, by_rules, client_of, opened

router = APIRouter(tags=["games"])


class Move(TypedDict):
    """Something that can be played."""

    move: Annotated[str, "In the game's notation."]
    touches: Annotated[
        list[str] | None,
        "The points of the picture to touch for it, in order; null where the game has none.",
    ]
    probability: Annotated[float | None, "Where nature moves; else null."]


class Point(TypedDict):
    """A rectangle of the picture, in the coordinates of its viewBox."""

    name: str
    x: float
    y: float
    width: float
    height: float


class Picture(TypedDict):
    """How it looks."""

    svg: Annotated[str, "An SVG document."]
    points: Annotated[list[Point], "What of it can be touched, in reading order."]


class Position(TypedDict):
    """A place in a game."""

    game: str
    parameters: Annotated[dict[str, int | float | bool | str], "All of them."]
    position: Annotated[
        str | None,
        "In the game's notation; null where it has none, or something in it is hidden.",
    ]
    to_move: Annotated[int | None, "Who moves, from 0; -1: nature; null: the game is over."]
    player: Annotated[str | None, "The same by name."]
    over: bool
    result: Annotated[str | None, "In words, where the game is over."]
    utilities: Annotated[list[Number] | None, "What each player gets, where the game is over."]
    legal_moves: Annotated[list[Move], "Where something is hidden: those of the viewer, on his turn."]
    moves: Annotated[
        list[str],
        "What was played, in the game's notation; where something is hidden, as it is told.",
    ]
    times: Annotated[int, "How many times the position has stood, as the rule of repetition counts."]
    repetition: Annotated[
        Literal["none", "draw", "loss", "forbidden"],
        "What it means that a position comes again.",
    ]
    picture: Annotated[Picture | None, "Only if `picture=true` was asked for."]


@question("show_position", "A position.")
@dataclass(frozen=True, kw_only=True)
class ShowPosition(PositionRequest):
    """The position after some moves: who is to move and what can be played, or how the game ended."""


@router.post("/positions", **described(ShowPosition, Position))
async def _show_position(
    request: Request,
    given: Given,
    picture: Annotated[bool, Query(description="Whether to draw it.")] = False,
    below: Annotated[
        int, Query(ge=0, le=9, description="The player who sits at the bottom, where a board is turned.")
    ] = 0,
) -> JSONResponse:
    place = Place.of(read_json(ShowPosition, given))
    drawn = below if picture else None
    return JSONResponse(await by_rules(client_of(request), _shown, place, drawn))


def _shown(asked: Place, below: int | None) -> dict[str, Any]:
    history, viewer = opened(asked)
    game, state, over = history.game, history.state, history.over
    surface = game.surface()
    return {
        "game": asked.reference.game.name,
        "parameters": {key: finite(value) for key, value in game.parameters.items()},
        "position": position_text(game, state) if viewer is None else None,
        "to_move": None if over else int(history.mover),
        "player": None if over else game.player_name(history.mover),
        "over": bool(over),
        "result": figures.outcome(history) if over else None,
        "utilities": [finite(history.utility(p)) for p in range(game.players)] if over else None,
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
