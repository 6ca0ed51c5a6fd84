"""Sheets as PDF, set by Typst: title, a line for the name, numbered exercises, page numbers."""

from __future__ import annotations

import re

from halfmove.core.extras import need
from halfmove.teach.quiz.exercise import Exercise
from halfmove.teach.quiz.sheets.content import Asked, Block, blocks

_HEAD = """\
#set document(title: {title})
#set page(paper: "a4", margin: (x: 22mm, top: 22mm, bottom: 24mm), numbering: "1 / 1")
#set text(size: 10.5pt, lang: "en")
#set par(justify: false, leading: 0.65em)
#let rule = line(length: 100%, stroke: 0.5pt + luma(60))
#let fill(name) = box[#name #h(2pt) #box(width: 17mm, stroke: (bottom: 0.5pt + luma(60)), height: 9pt)]
#let exercise(title, task, seed, picture) = {{
  block(above: 20pt, below: 8pt, sticky: true, text(size: 12.5pt, weight: "bold", title))
  block(sticky: true)[#task #text(fill: luma(110), size: 8.5pt, seed)]
  block(width: 100%, breakable: false, align(center, picture))
}}
// together on one page, if it takes no more than a share of one
#let kept(share, body) = layout(size => {{
  let high = measure(block(width: size.width, body)).height
  block(width: 100%, breakable: high > share * size.height, body)
}})
#let question(number, body, points, rest) = kept(0.6, block(width: 100%, above: 12pt, {{
  grid(columns: (16pt, 1fr, auto), column-gutter: 5pt, [(#number)], body, text(fill: luma(110), points))
  pad(left: 21pt, top: 3pt, rest)
}}))
#text(size: 16pt, weight: "bold", {title})
"""


def pdf(exercises: list[Exercise], title: str, solution: bool) -> bytes:
    """The document.  `BadInput` if Typst is not installed."""
    typst = need("typst", "A sheet as PDF needs", "or write .tex, .html or .md")
    from halfmove.teach.drawing.svg import fonts

    source, pictures = typ(exercises, title, solution)
    made = typst.compile(source.encode(), format="pdf", font_paths=fonts(), sys_inputs=pictures)
    assert isinstance(made, bytes), "a PDF is one file"
    return made


def typ(exercises: list[Exercise], title: str, solution: bool) -> tuple[str, dict[str, str]]:
    """The document's source, and the pictures it takes as inputs."""
    made = blocks(exercises, solution)
    lines = [_HEAD.format(title=_text(title))]
    if not solution:
        lines.append("#align(right)[Name: #box(width: 70mm, stroke: (bottom: 0.5pt), height: 9pt)]")
    pictures = {}
    for block in made:
        pictures[f"tree{block.number}"] = block.picture
        lines += _block(block)
    return "\n".join(lines), pictures


def _block(block: Block) -> list[str]:
    opening = block.picture[: block.picture.find(">") + 1]
    wide, high = (float(found) for found in re.findall(r' (?:width|height)="([\d.]+)"', opening)[:2])
    scale = min(0.75, 470 / wide, 400 / high)
    seed = f"({block.seed})" if block.seed else ""
    picture = f'image(bytes(sys.inputs.tree{block.number}), format: "svg", width: {wide * scale:.1f}pt)'
    head = f"#exercise({_text(block.title)}, {_text(block.exercise.task())}, {_text(seed)}, {picture})"
    questions = [_question(asked, block.solution) for asked in block.questions]
    if block.solution or block.number == 1:
        return [head, *questions]
    return [
        "#v(20pt, weak: true)",
        "#kept(1.0)[",
        head,
        *questions,
        "]",
    ]  # who fills it in does not turn pages


def _question(asked: Asked, solution: bool) -> str:
    if solution:
        reasons = "".join(f"[#{_text(reason)}]," for reason in asked.reasons)
        rest = f"[*#{_text(asked.answer)}*" + (f" #list({reasons})" if reasons else "") + "]"
    elif asked.blanks:
        fields = " #h(10pt) ".join(f"#fill({_text(name)})" for name in asked.blanks)
        rest = f"[#set par(leading: 1em)\n{fields}]"
    else:
        rest = "[" + "#v(13pt) #rule " * asked.lines + "]"
    return f"#question({asked.number}, {_text(asked.text)}, {_text(f'[{asked.points}]')}, {rest})"


def _text(text: str) -> str:
    """A text as a literal of Typst."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
