"""A lesson as PDF, set by Typst: the steps, the pictures of the searches, all answers on the last pages."""

from __future__ import annotations

import re
from html import escape

from halfmove.core.errors import BadInput
from halfmove.core.extras import need
from halfmove.teach.lessons.lesson import Exhibit, Lesson, Prose, Question, Table
from halfmove.teach.lessons.markdown import html, inline, literal, typst, typst_inline
from halfmove.teach.lessons.web import picture
from halfmove.teach.quiz.platforms import platform_file
from halfmove.teach.quiz.platforms.items import Item, solution
from halfmove.teach.quiz.response import Choice

_HEAD = """\
#set document(title: {title})
#set page(paper: "a4", margin: (x: 22mm, top: 22mm, bottom: 24mm), numbering: "1 / 1")
#set text(size: 10.5pt, lang: "en")
#set par(justify: false, leading: 0.65em)
#show raw: set text(font: ("DejaVu Sans Mono",), size: 9pt)
#let step(title) = block(above: 22pt, below: 9pt, sticky: true, text(size: 13.5pt, weight: "bold", title))
#let shown(body, caption) = block(width: 100%, above: 10pt, below: 10pt, breakable: false, {{
  align(center, body)
  if caption != none {{ align(center, text(size: 9pt, fill: luma(90), caption)) }}
}})
#let question(number, body) = block(
  width: 100%, above: 12pt, below: 12pt, breakable: false, inset: (left: 9pt),
  stroke: (left: 1.5pt + luma(120)), {{ text(weight: "bold")[Question #number. ]; body }})
#let rule = v(12pt) + line(length: 60%, stroke: 0.5pt + luma(60))
#text(size: 18pt, weight: "bold", {title})
"""
WIDEST, HIGHEST = 465.0, 330.0
"""Points that a picture has at most."""


def pdf(lesson: Lesson) -> bytes:
    """The document.  `BadInput` if Typst is not installed."""
    compiler = need("typst", "A lesson as PDF needs", "or write .html or .ipynb")
    from halfmove.teach.drawing.svg import fonts

    source, pictures = typ(lesson)
    made = compiler.compile(source.encode(), format="pdf", font_paths=fonts(), sys_inputs=pictures)
    assert isinstance(made, bytes), "a PDF is one file"
    return made


def typ(lesson: Lesson) -> tuple[str, dict[str, str]]:
    """The document's source, and the pictures that it takes as inputs."""
    maker = _Maker()
    lines = [_HEAD.format(title=_string(lesson.title))]
    if lesson.about:
        lines.append(f"#emph[{literal(lesson.about)}]\n")
    for number, step in enumerate(lesson.steps, 1):
        lines.append(f"#step[{number}. {typst_inline(step.title) if step.title else ''}]")
        lines += [maker.part(part) for part in step.parts]
    if maker.answers:
        lines += ["#pagebreak()", "#step[Answers]", *maker.answers, *maker.solutions]
    return "\n".join(lines), maker.pictures


class _Maker:
    def __init__(self) -> None:
        self.pictures: dict[str, str] = {}
        self.answers: list[str] = []
        self.solutions: list[str] = []

    def part(self, part: Prose | Exhibit | Question) -> str:
        if isinstance(part, Prose):
            return typst(part.markdown)
        if isinstance(part, Question):
            return self._asked(part)
        body = self._picture(part.svg) if part.svg else _table(part.table) if part.table else ""
        if part.table and part.svg:
            body = f"{body}\n{_table(part.table)}"
        if part.exercise:
            self.solutions.append(f"#shown([{body}], [{literal(part.title)}])")
            return ""
        caption = f"[{typst_inline(part.caption)}]" if part.caption else "none"
        return f"#shown([{body}], {caption})"

    def _picture(self, svg: str) -> str:
        name = f"picture{len(self.pictures)}"
        self.pictures[name] = picture(svg)
        opening = svg[svg.find("<svg") : svg.find(">", svg.find("<svg")) + 1]
        sizes = [float(size) for size in re.findall(r'\s(?:width|height)="([\d.]+)(?:pt|px)?"', opening)[:2]]
        wide, high = sizes if len(sizes) == 2 else (WIDEST, HIGHEST)
        scale = min(0.75, WIDEST / wide, HIGHEST / high)
        return f'#image(bytes(sys.inputs.{name}), format: "svg", width: {wide * scale:.1f}pt)'

    def _asked(self, part: Question) -> str:
        number = len(self.answers) + 1
        shown = f"#align(center)[{self._picture(part.picture)}]\n" if part.picture else ""
        response = part.response
        if isinstance(response, Choice):
            box = "#box(stroke: 0.6pt, width: 8pt, height: 8pt)"
            options = "".join(f"[{box} {typst_inline(option)}]," for option in response.options)
            short = all(len(option) < 12 for option in response.options)
            columns = 5 if short else 1
            rest = f"#grid(columns: {columns}, gutter: 8pt, {options})"
        else:
            labels = [f"{row.label} {name}".strip() for row in response.rows for name, _ in row.fields]
            line = "#box(width: 18mm, stroke: (bottom: 0.5pt))"
            blanks = "".join(f"[{literal(label) if label else ''} {line}]," for label in labels)
            rest = f"#grid(columns: 3, gutter: 12pt, {blanks})"
        said = "".join(f"[{typst_inline(reason)}]," for reason in part.explained())
        answer = f"*{number}.* #strong[{typst_inline(part.answer())}]" + (f"\n#list({said})" if said else "")
        self.answers.append(f"#block(above: 9pt, breakable: false)[{answer}]")
        return f"#question([{number}], [{typst(part.text)}{shown}{rest}])"


def _table(found: Table) -> str:
    cells = "".join(f"[#strong[{literal(cell)}]]," for cell in found.columns)
    cells += "".join(f"[{literal(cell)}]," for row in found.rows for cell in row)
    side = ", ".join(["left", *["right"] * (len(found.columns) - 1)])
    return (
        f"#text(size: 9pt)[#table(columns: {len(found.columns)}, align: ({side},), stroke: none, "
        f"table.hline(y: 1, stroke: 0.5pt), {cells})]"
    )


def _string(text: str) -> str:
    return literal(text)[2:-1]


def questions_for(lesson: Lesson, form: str) -> bytes:
    """The lesson's questions as a file of a platform's format; `BadInput` for a lesson without any."""
    found = items(lesson)
    if not found:
        raise BadInput(f"The lesson '{lesson.name}' asks nothing, so there are no questions to write.")
    return platform_file(found, form, lesson.title)


def items(lesson: Lesson) -> list[Item]:
    """The lesson's questions, in order."""
    found: list[Item] = []
    for number, step in enumerate(lesson.steps, 1):
        above = f"{number}. {step.title}" if step.title else ""
        picture = ""
        for part in step.parts:
            if isinstance(part, Exhibit) and part.svg and not part.exercise:
                picture = part.svg
            elif isinstance(part, Question):
                place = len(found) + 1
                name = f"{lesson.title}, question {place}"
                found.append(_item(part, name, place, above, part.picture or picture))
    return found


def _item(asked: Question, name: str, place: int, step: str, picture: str) -> Item:
    response = asked.response
    options = response.options if isinstance(response, Choice) else ()
    return Item(
        name=name,
        identifier=f"question-{place}-{asked.name}",
        response=response,
        points=asked.points,
        text=html(asked.text).replace("\n", ""),
        solution=solution(inline(asked.answer()), map(inline, asked.explained())),
        task=f"<p><i>{escape(step)}</i></p>" if step else "",
        picture=picture,
        drawing=f"question-{place}",
        options={option: inline(option) for option in options},
        remarks={option: inline(said) for option, said in asked.remarks.items() if option in options},
    )
