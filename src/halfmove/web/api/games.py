"""The games that are served, and what each can be asked for."""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from halfmove.core.analysis import position_text
from halfmove.core.contract import Game, declared_parameters
from halfmove.core.errors import Unsuitable
from halfmove.games.description import described, spoken
from halfmove.presentation.words import finite
from halfmove.search.algorithms import Algorithm, algorithms, choose
from halfmove.teach.jsons import plain
from halfmove.web.api.models import Answer, Parameter, Setting
from halfmove.web.api.running import by_rules, client_of, known
from halfmove.web.server import here

router = APIRouter(tags=["games"])


class Traits(Answer):
    """What decides which algorithms fit."""

    players: int
    zero_sum: bool
    chance: bool
    hidden: bool
    simultaneous: bool
    compiled: bool = Field(description="Whether its rules become machine code.")


class GameSummary(Answer):
    """A game in short."""

    name: str = Field(description="What requests call it.", examples=["connect4"])
    title: str = Field(description="What people call it.", examples=["Connect Four"])
    summary: str
    parameters: list[Parameter]
    players: list[str] = Field(description="Their names, the first to move first.", examples=[["X", "O"]])
    traits: Traits


class Games(Answer):
    """All of them."""

    games: list[GameSummary]


class AlgorithmSummary(Answer):
    """An algorithm that fits a game."""

    name: str
    summary: str
    source: str = Field(description="Where it comes from.")
    limits: list[Literal["seconds", "depth", "nodes", "simulations"]] = Field(
        description="Which bounds it keeps to."
    )
    settings: list[Setting] = Field(description="The `options` of `POST /api/analyze`.")
    lesson: list[Setting] | None = Field(
        description="The `options` of `POST /api/traces`; null where it is not told step by step."
    )


class GameInFull(GameSummary):
    """A game with what it can be asked for."""

    description: str = Field(description="All that its author says of it.")
    initial: str | None = Field(
        description="The initial position in its notation; null where it has no notation."
    )
    board: bool = Field(description="Whether its picture can be touched: `touches` of a move say where.")
    set_up: bool = Field(description="Whether positions can be set up by hand.")
    pieces: dict[str, str] = Field(description="What can be set on a point: symbol and words.")
    repetition: Literal["none", "draw", "loss", "forbidden"] = Field(
        description="What it means that a position comes again."
    )
    automatic: str | None = Field(description="The algorithm that `auto` is; null where none fits.")
    algorithms: list[AlgorithmSummary] = Field(description="Those that fit, the strongest first.")


@router.get(
    "/games",
    summary="All games",
    response_model=Games,
    operation_id="list_games",
)
async def all_games(request: Request) -> JSONResponse:
    """The games that are served, with their parameters and traits."""
    catalogue = here().catalogue

    def told() -> list[dict[str, Any]]:
        return [_told(name, catalogue.rules(name)) for name in catalogue.names()]

    return JSONResponse({"games": await by_rules(client_of(request), told)})


@router.get("/games/{game}", summary="One game", response_model=GameInFull, operation_id="show_game")
async def one_game(request: Request, game: str) -> JSONResponse:
    """A game with all that it can be asked for: algorithms and their settings, what can be set up."""
    known(game)
    return JSONResponse(await by_rules(client_of(request), _in_full, game))


def _told(name: str, game: Game) -> dict[str, Any]:
    data = described(game, name)
    kinds = declared_parameters(type(game))
    return {
        "name": name,
        "title": spoken(game),
        "summary": data["summary"],
        "parameters": [
            {"name": key, "type": kinds[key].__name__, "default": finite(value)}
            for key, value in game.parameters.items()
        ],
        "players": [game.player_name(who) for who in range(game.players)],
        "traits": {**data["traits"], "compiled": type(game).compiled},
    }


def _in_full(name: str) -> dict[str, Any]:
    return _described(here().catalogue.rules(name), here().catalogue.game(name), name)


@lru_cache(maxsize=64)
def _described(rules: Game, game: Game, name: str) -> dict[str, Any]:
    """`game` is `rules` as they are played here: in turn."""
    surface = game.surface()
    try:
        automatic = choose(game).name
    except Unsuitable:
        automatic = None
    return {
        **_told(name, rules),
        "description": inspect.cleandoc(type(rules).__doc__ or ""),
        "initial": position_text(game, game.initial()),
        "board": surface is not None,
        "set_up": bool(surface and surface.pieces),
        "pieces": dict(surface.pieces) if surface else {},
        "repetition": game.repetition,
        "automatic": automatic,
        "algorithms": [_algorithm(a) for a in algorithms().values() if a.refusal(game) is None],
    }


def _algorithm(algorithm: Algorithm) -> dict[str, Any]:
    lesson = algorithm.lesson
    return {
        "name": algorithm.name,
        "summary": algorithm.summary,
        "source": algorithm.source,
        "limits": list(algorithm.limits),
        "settings": [_setting(key, (default,)) for key, default in algorithm.settings.items()],
        "lesson": None if lesson is None else [_setting(key, v) for key, v in lesson.options.items()],
    }


def _setting(name: str, values: tuple[Any, ...]) -> dict[str, Any]:
    choices = plain(values) if len(values) > 1 else []
    return {"name": name, "default": plain(values[0]), "choices": choices}
