"""The games that are served, and what each can be asked for."""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Annotated, Any, Literal, TypedDict

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from halfmove.core.analysis import position_text
from halfmove.core.contract import Game, declared_parameters
from halfmove.core.errors import Unsuitable
from halfmove.core.results import finite
from halfmove.games.description import describe, name_game
from halfmove.search.algorithms import Algorithm, algorithms, choose
from halfmove.teach.jsons import plain
from halfmove.web.api.described import answer
from halfmove.web.api.running import by_rules, client_of
from halfmove.web.server import here

router = APIRouter(tags=["games"])


class Parameter(TypedDict):
    """What a game can be set to."""

    name: str
    type: Literal["int", "float", "bool", "str"]
    default: int | float | bool | str


class Setting(TypedDict):
    """What an algorithm can be set to."""

    name: str
    default: Annotated[Any, "What holds where nothing is said; null: the algorithm's usual."]
    choices: Annotated[list[Any], "The values there are to choose from; empty: any of its kind."]


class Traits(TypedDict):
    """What decides which algorithms fit."""

    players: int
    zero_sum: bool
    chance: bool
    hidden: bool
    simultaneous: bool
    compiled: Annotated[bool, "Whether its rules become machine code."]


class GameSummary(TypedDict):
    """A game in short."""

    name: Annotated[str, "What requests call it."]
    title: Annotated[str, "What people call it."]
    summary: str
    parameters: list[Parameter]
    players: Annotated[list[str], "Their names, the first to move first."]
    traits: Traits


class Games(TypedDict):
    """All of them."""

    games: list[GameSummary]


class AlgorithmSummary(TypedDict):
    """An algorithm that fits a game."""

    name: str
    summary: str
    source: Annotated[str, "Where it comes from."]
    limits: Annotated[list[Literal["seconds", "depth", "nodes", "simulations"]], "Which bounds it keeps to."]
    settings: Annotated[list[Setting], "The `options` of `POST /api/analyze`."]
    lesson: Annotated[
        list[Setting] | None,
        "The `options` of `POST /api/tree`; null where it is not told step by step.",
    ]


class GameInFull(GameSummary):
    """A game with what it can be asked for."""

    description: Annotated[str, "All that its author says of it."]
    initial: Annotated[str | None, "The initial position in its notation; null where it has no notation."]
    board: Annotated[bool, "Whether its picture can be touched: `touches` of a move say where."]
    set_up: Annotated[bool, "Whether positions can be set up by hand."]
    pieces: Annotated[dict[str, str], "What can be set on a point: symbol and words."]
    repetition: Annotated[
        Literal["none", "draw", "loss", "forbidden"],
        "What it means that a position comes again.",
    ]
    automatic: Annotated[str | None, "The algorithm that `auto` is; null where none fits."]
    algorithms: Annotated[list[AlgorithmSummary], "Those that fit, the strongest first."]


@router.get("/games", summary="All games", operation_id="list_games", **answer(Games))
async def all_games(request: Request) -> JSONResponse:
    """The games that are served, with their parameters and traits."""
    catalogue = here().catalogue

    def told() -> list[dict[str, Any]]:
        return [_told(name, catalogue.rules(name)) for name in catalogue.names()]

    return JSONResponse({"games": await by_rules(client_of(request), told)})


@router.get("/games/{game}", summary="One game", operation_id="show_game", **answer(GameInFull))
async def one_game(request: Request, game: str) -> JSONResponse:
    """A game with all that it can be asked for: algorithms and their settings, what can be set up."""
    return JSONResponse(await by_rules(client_of(request), _in_full, game))


def _told(name: str, game: Game) -> dict[str, Any]:
    data = describe(game, name)
    kinds = declared_parameters(type(game))
    return {
        "name": name,
        "title": name_game(game),
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
