"""Draws the picture of docs/architecture.md from the import rules: `python docs/images/draw_house.py`."""

import tomllib
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
RULES = HERE.parent.parent / "pyproject.toml"

FOLDERS = {
    "cli": "the terminal: a verb is one file or one folder (Typer and Rich only here)",
    "web": "the browser: pages, HTTP API, worker processes (NiceGUI and FastAPI only here)",
    "notebook": "a board to play on in a notebook's cell (anywidget only here)",
    "presentation": "what terminal and browser share: words, units, analyses as data",
    "bridges": "games of OpenSpiel as ours, ours for OpenSpiel, PettingZoo, Gymnasium, python-chess",
    "protocols": "UCI and GTP: our engine for other programs, other engines for us",
    "library": "games kept in one file, found by what is known and by position; the explorer",
    "arena": "players, matches, tournaments, ratings, sequential tests, experiments",
    "teach": "traces, tree drawings, exercises, growth curves, misconceptions",
    "imperfect": "hidden information: regret minimisation, best responses, exploitability",
    "learn": "networks trained, weights fitted to games",
    "books": "opening books: read, made from games, played from",
    "endings": "endings solved backwards: databases made, kept, verified, probed",
    "search": "session, engine, Monte Carlo, solver, textbook searches",
    "games": "rules, knowledge, notation, picture of each game",
    "core": "the game contract, history, limits, scores; core/machine: Numba",
}
"""One line for each folder of src/halfmove."""

WIDE, HIGH, GAP, LEFT, TOP = 760, 46, 8, 56, 16
STYLE = """
text { font: 14px system-ui, sans-serif; fill: #1c2733; }
.name { font: bold 15px ui-monospace, Menlo, Consolas, monospace; }
.small { font-size: 12.5px; fill: #4a5a6a; }
rect { fill: #eef3f8; stroke: #8aa0b5; }
.ground rect { fill: #fdf0d8; stroke: #c9a45a; }
path { stroke: #4a5a6a; fill: none; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6ebf0; } .small { fill: #a9b7c4; } path { stroke: #a9b7c4; }
  rect { fill: #22303d; stroke: #53697e; } .ground rect { fill: #40351f; stroke: #91763c; }
}
"""


def layers() -> list[list[str]]:
    """The layers of the import rules, top to bottom, each with its folders from left to right."""
    contracts = tomllib.loads(RULES.read_text())["tool"]["importlinter"]["contracts"]
    [house] = [contract for contract in contracts if contract["id"] == "house"]
    return [[name.strip() for name in layer.split("|")] for layer in house["layers"]]


def box(name: str, x: float, y: float, wide: float, stacked: bool) -> str:
    """A folder: its name and its line, beside it or below."""
    text = (x + 12, y + 41) if stacked else (x + 150, y + 28)
    return (
        f'<g class="{"ground" if name == "core" else "floor"}">'
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{HIGH + 8 * stacked:g}" rx="6"/>'
        f'<text class="name" x="{x + 12:g}" y="{y + (21 if stacked else 28):g}">{name}</text>'
        f'<text class="small" x="{text[0]:g}" y="{text[1]:g}">{escape(FOLDERS[name])}</text></g>'
    )


def house() -> str:
    """The picture: a layer imports only from those below it, never from its own."""
    parts, y = [], float(TOP)
    for layer in layers():
        stacked = len(layer) > 1
        wide = (WIDE - LEFT - 16 - 24 * (len(layer) - 1)) / len(layer)
        parts += [box(name, LEFT + i * (wide + 24), y, wide, stacked) for i, name in enumerate(layer)]
        middles = [LEFT + i * (wide + 24) - 12 for i in range(1, len(layer))]
        parts += [f'<path d="M{x:g} {y + 6:g}V{y + HIGH + 2:g}" stroke-dasharray="4 4"/>' for x in middles]
        y += HIGH + 8 * stacked + GAP
    end = y - GAP
    arrow = f'<path d="M30 {TOP}V{end - 2:g}M23 {end - 12:g}L30 {end - 2:g}L37 {end - 12:g}"/>'
    at = f"translate(20 {(TOP + end) / 2 + 60:g}) rotate(-90)"
    label = f'<text class="small" transform="{at}">imports go down only</text>'
    words = "The folders of src/halfmove, top to bottom: " + "; ".join(" | ".join(x) for x in layers())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {end + 16:g}" width="{WIDE}" role="img"'
        f' aria-label="{escape(words)}">\n<style>{STYLE}</style>\n'
        + "\n".join([*parts, arrow, label])
        + "\n</svg>\n"
    )


if __name__ == "__main__":
    (HERE / "house.svg").write_text(house())
