r"""A scene as a LaTeX document with one TikZ picture, which compiles with LaTeX's base and PGF alone.

Everything has its coordinates, in the units of the SVG, and a style by its role (`edge`, `max`, `bar`, …), so
that a lecturer can change a colour in one place, or copy the `tikzpicture` into a document of his own.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, normalize

from halfmove.teach import ascii
from halfmove.teach.drawing.latex import latex, verbatim
from halfmove.teach.drawing.scene import LIGHT, TYPES, Board, Disc, Line, Mark, Scene, Word, pen

UNIT = 0.75
"""Points a pixel."""
MOST = 12_000.0
"""Points across or down: TeX itself ends at 16383; larger pictures are made smaller."""

_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def draw(scene: Scene) -> str:
    """The document."""
    share = min(1.0, scene.most / scene.width) if scene.most else 1.0
    unit = min(UNIT * share, MOST / max(scene.width, scene.height))
    marks = [mark for group in scene.groups for mark in group.marks]
    lines = [*_head(scene, unit, marks)]
    for group in scene.groups:
        if group.told:
            lines.append(f"% {comment(group.told)}")
        lines += [line for mark in group.marks for line in _mark(mark, unit)]
    return "\n".join([*lines, r"\end{tikzpicture}%", r"\end{document}", ""])


def comment(text: str) -> str:
    """A text for a comment, in ASCII: signs in letters, accents left off, other letters by their numbers."""
    letters = normalize("NFKD", ascii.plain(text))
    return "".join(
        c if c.isascii() and c.isprintable() else "" if combining(c) else f"U+{ord(c):04X}" for c in letters
    )


def _head(scene: Scene, unit: float, marks: list[Mark]) -> Iterator[str]:
    wide, high = scene.width * unit + 1, scene.height * unit + 1  # TeX's own rounding must not turn the page
    yield r"\documentclass{article}"
    yield r"\usepackage{fix-cm}  % letters of any size"
    yield r"\usepackage{tikz}"
    yield f"\\usepackage[paperwidth={wide:.2f}pt, paperheight={high:.2f}pt, margin=0pt]{{geometry}}"
    yield from (f"\\definecolor{{{n}}}{{HTML}}{{{c[1:].upper()}}}" for n, c in LIGHT.items() if n != "none")
    yield r"\tikzset{"
    for role in sorted({mark.role for mark in marks if isinstance(mark, (Line, Disc))}):
        yield f"  {role}/.style={{{_pen(role)}}},"
    for role in sorted({mark.role for mark in marks if isinstance(mark, Word)}):
        yield f"  {_word_style(role)}/.style={{{_type(role, unit)}}},"
    yield "}"
    yield r"\pagestyle{empty}\parindent=0pt\parskip=0pt\sffamily"
    yield r"\begin{document}\noindent%"
    yield f"\\begin{{tikzpicture}}[x={unit:.4f}pt, y=-{unit:.4f}pt, line cap=round, line join=round]"
    yield f"\\path[use as bounding box] (0, 0) rectangle ({scene.width:.1f}, {scene.height:.1f});"


def _pen(role: str) -> str:
    ink = pen(role)
    parts = [f"draw={ink.stroke}", f"line width={ink.width * UNIT:.2f}pt"]
    if ink.fill != "none":
        parts.append(f"fill={ink.fill}")
    if ink.dash:
        on, off = (length * UNIT for length in ink.dash)
        parts.append(f"dash pattern=on {on:.2f}pt off {off:.2f}pt")
    return ", ".join(parts)


def _word_style(role: str) -> str:
    return f"{role} text"


def _type(role: str, unit: float) -> str:
    kind = TYPES[role]
    size = kind.size * unit
    series = r"\bfseries\boldmath" if kind.bold else ""
    shape = r"\slshape" if kind.italic else ""
    font = f"\\fontsize{{{size:.2f}}}{{{size * 1.2:.2f}}}\\sffamily{series}{shape}\\selectfont"
    return f"text={kind.colour}, inner sep=0pt, outer sep=0pt, font={font}"


def _mark(mark: Mark, unit: float) -> Iterator[str]:
    if isinstance(mark, Line):
        points = " -- ".join(f"({x:.1f}, {y:.1f})" for x, y in mark.points)
        yield f"\\path[{mark.role}] {points}{' -- cycle' if mark.closed else ''};"
    elif isinstance(mark, Disc):
        yield f"\\path[{mark.role}] ({mark.x:.1f}, {mark.y:.1f}) circle[radius={mark.radius * unit:.2f}pt];"
    elif isinstance(mark, Word):
        style = (
            f"{_word_style(mark.role)}, anchor={_ANCHORS[mark.anchor]}{', rotate=90' if mark.turned else ''}"
        )
        yield f"\\node[{style}] at ({mark.x:.1f}, {mark.y:.1f}) {{{latex(mark.text)}}};"
    else:
        yield _board(mark, unit)


def _board(board: Board, unit: float) -> str:
    """The board in lines of text, fitted into its rectangle."""
    lines = board.text.splitlines() or [""]
    rows = r"\\".join(map(verbatim, lines))
    x, y = board.x + board.width / 2, board.y + board.height / 2
    # a letter of this type is about 0.42 times as wide as a line is high
    flat = 0.42 * max(map(len, lines)) / len(lines) > board.width / board.height
    sizes = (f"{board.width * unit:.2f}pt", "!") if flat else ("!", f"{board.height * unit:.2f}pt")
    fitted = f"\\resizebox*{{{sizes[0]}}}{{{sizes[1]}}}{{\\ttfamily\\shortstack[l]{{{rows}}}}}"
    colour = "faint" if board.faint else "ink"
    return f"\\node[inner sep=0pt, text={colour}] at ({x:.1f}, {y:.1f}) {{{fitted}}};"
