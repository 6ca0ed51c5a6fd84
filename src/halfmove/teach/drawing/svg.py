"""A scene as an SVG document: one that looks the same in a browser, a notebook, an editor and on paper.

Every mark carries its own colours, so that nothing is lost where style sheets are; the one style sheet there
is turns them for readers whose system is dark.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import Any, Literal

from halfmove.core.extras import need
from halfmove.teach.drawing.glyph import view_box
from halfmove.teach.drawing.scene import DARK, FONTS, LIGHT, TYPES, Board, Disc, Group, Mark, Scene, Word, pen


def draw(scene: Scene, theme: str = "auto", *, sheet: bool = True) -> str:
    """The SVG document of a scene; `theme` as in `Style`.  Without its `sheet` it is for a page with a style
    sheet of its own (see `sheet_of`), which decides what is light and dark."""
    painter = Painter(DARK if theme == "dark" else LIGHT, classes=theme == "auto", sheet=sheet)
    body = "\n".join(painter.group(group) for group in scene.groups)
    name = "tree-" + blake2b(body.encode(), digest_size=5).hexdigest()
    return f"{painter.opening(scene, name)}\n{body}\n</svg>\n"


class Painter:
    """Writes marks in the colours of one palette, with classes to turn them by where `classes`."""

    def __init__(self, colours: dict[str, str], classes: bool, *, sheet: bool = True) -> None:
        self.colours, self.classes, self.sheet = colours, classes, sheet
        self.boards = 0

    def opening(self, scene: Scene, name: str) -> str:
        """The document's first lines: what it is, in words, its style sheet and its paper."""
        wide, high = number(scene.width), number(scene.height)
        share = min(1.0, scene.most / scene.width) if scene.most else 1.0
        sheet = f"<style>{_dark_sheet(name)}</style>" if self.classes and self.sheet else ""
        paper = self._class("f-paper")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {wide} {high}" '
            f'width="{number(scene.width * share)}" height="{number(scene.height * share)}" '
            f'role="img" aria-labelledby="{name}-t {name}-d" font-family="{FONTS}" '
            f'stroke-linecap="round" stroke-linejoin="round">\n'
            f'<title id="{name}-t">{text(scene.title)}</title><desc id="{name}-d">{text(scene.told)}</desc>'
            f'{sheet}<rect{paper} width="{wide}" height="{high}" rx="6" fill="{self.colours["paper"]}"/>'
        )

    def group(self, group: Group) -> str:
        """One group; pointing at it shows its sentence."""
        return f'<g data-part="{group.name}">{self.inside(group)}</g>'

    def inside(self, group: Group) -> str:
        """What is in a group."""
        told = f"<title>{text(group.told)}</title>" if group.told else ""
        return told + "".join(map(self.mark, group.marks))

    def mark(self, mark: Mark) -> str:
        """One mark."""
        if isinstance(mark, Word):
            return self._word(mark)
        if isinstance(mark, Board):
            return self._board(mark)
        ink = self._ink(mark.role)
        if isinstance(mark, Disc):
            return f'<circle cx="{number(mark.x)}" cy="{number(mark.y)}" r="{number(mark.radius)}"{ink}/>'
        points = " ".join(f"{number(x)},{number(y)}" for x, y in mark.points)
        return f'<{"polygon" if mark.closed else "polyline"} points="{points}"{ink}/>'

    def _ink(self, role: str) -> str:
        it = pen(role)
        dash = f' stroke-dasharray="{number(it.dash[0])} {number(it.dash[1])}"' if it.dash else ""
        classes = self._class(f"s-{it.stroke}" + ("" if it.fill == "none" else f" f-{it.fill}"))
        return (
            f'{classes} fill="{self.colours[it.fill]}" stroke="{self.colours[it.stroke]}" '
            f'stroke-width="{number(it.width)}"{dash}'
        )

    def _word(self, word: Word) -> str:
        kind = TYPES[word.role]
        anchor = "" if word.anchor == "start" else f' text-anchor="{word.anchor}"'
        weight = ' font-weight="bold"' if kind.bold else ""
        slant = ' font-style="italic"' if kind.italic else ""
        if word.turned:
            slant += f' transform="rotate(-90 {number(word.x)} {number(word.y)})"'
        return (
            f'<text{self._class(f"f-{kind.colour}")} x="{number(word.x)}" y="{number(word.y)}" '
            f'font-size="{number(kind.size)}" fill="{self.colours[kind.colour]}"{anchor}{weight}{slant}>'
            f"{text(word.text)}</text>"
        )

    def _board(self, board: Board) -> str:
        """A document inside the document, its ids made its own."""
        self.boards += 1
        left, top, wide, high = view_box(board.svg)
        inner = _own_ids(board.svg, f"b{self.boards}-")
        begin, end = inner.find(">", inner.find("<svg")) + 1, inner.rfind("</svg>")
        kept = _inherited_attributes(inner[inner.find("<svg") : begin])
        # what a system calls its own font has no file to set it in on paper
        body = re.sub(r'font-family="system-ui[^"]*"', f'font-family="{FONTS}"', inner[begin:end])
        faint = ' opacity="0.6"' if board.faint else ""
        place = (
            f'x="{number(board.x)}" y="{number(board.y)}" width="{number(board.width)}" '
            f'height="{number(board.height)}" viewBox="{left:g} {top:g} {wide:g} {high:g}"'
        )
        return f"<svg {place}{kept}{faint}>{body}</svg>"

    def _class(self, names: str) -> str:
        return f' class="{names}"' if self.classes else ""


def number(value: float) -> str:
    """A length with at most one decimal."""
    short = f"{value:.1f}"
    return short[:-2] if short.endswith(".0") else short


def text(content: str) -> str:
    """Text in XML, without the characters that XML has no place for."""
    return escape(
        re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", content), quote=False
    )


def _dark_sheet(name: str) -> str:
    return f"@media (prefers-color-scheme:dark){{{sheet_of(f'#{name}', DARK)}}}"


def sheet_of(selector: str, colours: dict[str, str]) -> str:
    """The rules that give pictures below `selector`, drawn with classes, the colours of a palette."""
    return "".join(
        f"{selector} .{what}-{colour}{{{does}:{ink}}}"
        for what, does in (("s", "stroke"), ("f", "fill"))
        for colour, ink in colours.items()
        if colour != "none"
    )


_INHERITED = (
    *("font-family", "font-size", "font-weight", "text-anchor"),
    *("fill", "stroke", "stroke-width", "style"),
)


def _inherited_attributes(opening: str) -> str:
    """The attributes of a document's first tag that its content inherits."""
    pairs = re.findall(r'\s([\w:-]+)="([^"]*)"', opening)
    kept = [f' {key}="{value}"' for key, value in pairs if key in _INHERITED]
    if not any(key == "fill" for key, _ in pairs):
        kept.append(' fill="#000"')
    return "".join(kept)


def _own_ids(svg: str, prefix: str) -> str:
    """The document with every id of its own, and each use of it, given a prefix."""
    names = set(re.findall(r'\bid="([^"]+)"', svg))
    if not names:
        return svg
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    svg = re.sub(rf'\bid="({pattern})"', rf'id="{prefix}\1"', svg)
    return re.sub(rf'(["(])#({pattern})(["),])', rf"\1#{prefix}\2\3", svg)


PPI = 144.0
"""Dots an inch of a PNG; twice the size of the SVG on a screen of 72."""
MOST_DOTS = 16_000
"""Of a PNG's longer side; larger ones are made coarser."""
_SOURCE = """#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: {width:.2f}pt)
"""


def typeset(svg: str, form: Literal["png", "pdf"], ppi: float = PPI) -> bytes:
    """The document as PNG or PDF.  `BadInput` if what that takes is not installed."""
    typst = need("typst", f"A picture as {form.upper()} needs", "or save it as .svg")
    opening = svg[: svg.find(">") + 1]
    wide, high = (float(found) for found in re.findall(r' (?:width|height)="([\d.]+)"', opening)[:2])
    ppi = min(ppi, 72 * MOST_DOTS / max(wide, high))
    source: Any = _SOURCE.format(width=wide).encode()  # mypy cannot tell its overloads apart
    made = typst.compile(
        source,
        format=form,
        ppi=ppi,
        font_paths=fonts(),
        sys_inputs={"svg": svg},
    )
    assert isinstance(made, bytes), "one page makes one picture"
    return made


@cache
def fonts() -> Any:
    """The fonts as Typst takes them, found once: looking for them takes longer than most pictures."""
    import typst

    return typst.Fonts(font_paths=_folders())


def _folders() -> list[Path]:
    """Where DejaVu Sans lies: matplotlib brings it; without it Typst takes what the system has."""
    from importlib.util import find_spec

    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        return []
    return [Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"]
