"""Draw a tree, and save it in any of the formats: one call each."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from halfmove.core.atomic_file import check_writable, whole_bytes
from halfmove.core.contract import Game
from halfmove.core.errors import BadInput
from halfmove.teach.drawing import dot, latex
from halfmove.teach.drawing import svg as vector
from halfmove.teach.drawing.compose import compose
from halfmove.teach.drawing.content import contents
from halfmove.teach.drawing.frames import TreeFrames
from halfmove.teach.drawing.glyph import describe_search, title_of
from halfmove.teach.drawing.scene import Scene
from halfmove.teach.drawing.subject import Style, Subject, style, subject
from halfmove.teach.drawing.svg import typeset
from halfmove.teach.trace import Trace


def svg(content: Any, *, steps: int | None = None, game: Game | None = None, **options: Any) -> str:
    """A tree as an SVG document.

    `content` is a `Trace`, a `Replay`, an outline's `Vertex`, or a `Game` (its whole tree, without a
    search); `options` are those of `Style`.  `steps`: a trace after so many of its events, 0 to all of them;
    the frames of one trace have everything in the same place.  `game` goes with a `Vertex` whose boards are
    wanted.  `BadInput` for anything else, and for a tree too large to draw.
    """
    chosen = style(**options)
    return vector.draw(_scene(content, chosen, steps, game), chosen.theme)


def page(content: Any, *, steps: int | None = None, **options: Any) -> str:
    """A page to step through a trace, in one file; it opens after `steps` events.  The rest is as for
    `svg`."""
    return _html(content, style(**options), steps, None).decode()


def save(
    content: Any,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    steps: int | None = None,
    game: Game | None = None,
    **options: Any,
) -> None:
    """Write a tree to a file in the format that its name ends in, or `format` says.

    .svg; .png and .pdf (with halfmove[pictures]); .dot or .gv (Graphviz); .tex (LaTeX with TikZ, every
    place given) and .forest.tex (LaTeX with the package forest); .html, a page to step through a trace.  The
    rest is as for `svg`.  The file appears whole or not at all; `BadInput` for an unknown ending.
    """
    target = Path(path)
    writer = FORMATS[_format(target, format)]
    chosen = style(**options)
    _write(target, writer(content, chosen, steps, game))


def _scene(content: Any, chosen: Style, steps: int | None, game: Game | None) -> Scene:
    about = subject(content, steps, game)
    if steps is not None and isinstance(content, Trace):
        return replace(TreeFrames(content, chosen).scene(steps), most=chosen.most)
    return replace(compose(about, chosen), most=chosen.most)


Writer = Callable[[Any, Style, int | None, Game | None], bytes]


def _svg(content: Any, chosen: Style, steps: int | None, game: Game | None) -> bytes:
    return vector.draw(_scene(content, chosen, steps, game), chosen.theme).encode()


def _png(content: Any, chosen: Style, steps: int | None, game: Game | None) -> bytes:
    return typeset(vector.draw(_scene(content, chosen, steps, game), _for_print(chosen)), "png")


def _pdf(content: Any, chosen: Style, steps: int | None, game: Game | None) -> bytes:
    return typeset(vector.draw(_scene(content, chosen, steps, game), _for_print(chosen)), "pdf")


def _for_print(chosen: Style) -> str:
    """Print does not know the reader's system: light, unless dark is asked for."""
    return "dark" if chosen.theme == "dark" else "light"


def _tikz(content: Any, chosen: Style, steps: int | None, game: Game | None) -> bytes:
    return latex.draw_tikz(_scene(content, chosen, steps, game)).encode()


def _dot(content: Any, chosen: Style, steps: int | None, game: Game | None) -> bytes:
    about: Subject = subject(content, steps, game)
    return dot.draw(contents(about, chosen), title_of(about, chosen)).encode()


def _forest(content: Any, chosen: Style, steps: int | None, game: Game | None) -> bytes:
    about: Subject = subject(content, steps, game)
    return latex.draw_forest(contents(about, chosen), title_of(about, chosen)).encode()


def _html(content: Any, chosen: Style, steps: int | None, game: Game | None) -> bytes:
    from halfmove.teach.frames.player import page

    if not isinstance(content, Trace):
        raise BadInput("A page to step through is made of a trace; save a picture as .svg instead.")
    title = describe_search(content) if chosen.title is None else chosen.title
    frames = TreeFrames(content, replace(chosen, title=""))
    return page(frames, title=title, theme=chosen.theme, start=steps).encode()


FORMATS: dict[str, Writer] = {
    "svg": _svg,
    "png": _png,
    "pdf": _pdf,
    "dot": _dot,
    "gv": _dot,
    "tex": _tikz,
    "forest.tex": _forest,
    "html": _html,
}
"""What writes each format, by the ending of its files."""


def _format(target: Path, given: str | None) -> str:
    """The format by name: the longest ending known, as of `x.forest.tex`."""
    if given is not None:
        wanted = given.lower().lstrip(".")
        if wanted in FORMATS:
            return wanted
        raise BadInput(f"There is no picture format '{given}'; there are: {', '.join(FORMATS)}.")
    for ending in sorted(FORMATS, key=len, reverse=True):
        if target.name.lower().endswith(f".{ending}"):
            return ending
    endings = ", ".join(f".{ending}" for ending in FORMATS)
    raise BadInput(f"The name '{target.name}' does not end in a picture's format; there are: {endings}.")


def _write(target: Path, content: bytes) -> None:
    """Whole or not at all."""
    check_writable(target)
    with whole_bytes(target) as out:
        out.write(content)
