"""The first page: which games there are, and what else can be done here."""

from __future__ import annotations

from functools import lru_cache

from nicegui import ui

from halfmove.core.contract import SPECTATOR
from halfmove.games.description import summary
from halfmove.web.board.files import PICK, Opener
from halfmove.web.pages.layout import page, tile
from halfmove.web.server import here

LESSONS = (
    ("/lab", "Laboratory", "Step through minimax, alpha-beta and their kin on a tree of your own."),
    ("/montecarlo", "Monte Carlo tree search", "Selection, expansion, simulation, backup, one by one."),
    (
        "/regret",
        "Regret minimisation",
        "Games with hidden cards: how regrets and strategies evolve, step by step.",
    ),
    (
        "/matrix",
        "Matrix games",
        "Solved as by hand: remove dominated actions, then try every pair of supports.",
    ),
    ("/subgame", "Subgames", "Solve the river, turn or flop: what to do with each hand."),
    ("/quiz", "Practice", "Which nodes are pruned? Exercises marked with reasons."),
    ("/growth", "Growth", "How the cost of a search grows with depth: in theory, and measured."),
    (
        "/misconceptions",
        "Misconceptions",
        "Common misconceptions about game search, and what really happens.",
    ),
    ("/runs", "Runs of training", "Watch a network learn by self-play, and play against it."),
)

_KEPT = (
    '<section class="hm-games" data-games hidden aria-labelledby="hm-games"><h2 id="hm-games">Go on with</h2>'
    "<ul></ul></section>"
)
"""The games that the browser keeps (`assets/files.js`), which the server does not know."""


@ui.page("/")
def home() -> None:
    """All games, then the laboratory."""
    with page("Games", "/"):
        ui.html(
            "<p>Halfmove plays board and card games, and shows how it thinks: play against it, have a game "
            "analysed, and follow its search step by step.</p><h1>Pick a game</h1>",
            sanitize=False,
        )
        ui.html(_KEPT, sanitize=False)
        ui.html(_tiles(tuple(here().catalogue.names())), sanitize=False)
        Opener(here().catalogue.names()[0], {}, "play")
        ui.html(f"<p>{PICK} or drop a game's file anywhere on the page.</p>", sanitize=False)
        ui.html("<h2>Learn how it thinks</h2>", sanitize=False)
        lessons = "".join(tile(path, name, text, tag="h3", look="") for path, name, text in LESSONS)
        ui.html(f'<div class="hm-cards">{lessons}</div>', sanitize=False)


@lru_cache(maxsize=4)
def _tiles(names: tuple[str, ...]) -> str:
    """The tiles of all games: 270 KB, which the pages share."""
    return f'<div class="hm-cards">{"".join(map(_tile, names))}</div>'


@lru_cache(maxsize=64)
def _tile(name: str) -> str:
    rules, game = here().catalogue.rules(name), here().catalogue.watched(name)
    picture = game.draw_to(game.initial(), SPECTATOR)
    return tile(
        f"/play/{name}",
        here().catalogue.title(name),
        summary(rules).replace("`", ""),
        tag="h2",
        above=f'<span class="hm-thumb" aria-hidden="true">{picture}</span>',
    )
