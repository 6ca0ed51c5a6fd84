"""Moodle's XML: multiple choice, and embedded answers ("Cloze") for all that is filled in.

The format is described in Moodle's documentation, pages "Moodle XML format" and "Embedded Answers (Cloze)
question type".  A question holds its picture as a file in base64, which Moodle stores with the question.
"""

from __future__ import annotations

import re
from html import escape

from halfmove.teach.quiz.platforms.items import Item, base64_of, decimal, shares
from halfmove.teach.quiz.response import Choice, Field, Form, Number, Pick

PICTURE = "tree.svg"


def xml(items: list[Item], title: str) -> str:
    """The file: a category named by the title, and its questions."""
    category = escape(title.replace("/", "//"), quote=False)
    head = f'<question type="category"><category><text>$course$/top/{category}</text></category></question>\n'
    body = "\n".join(map(_question, items))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{head}{body}\n</quiz>\n'


def _question(item: Item) -> str:
    response = item.response
    text = item.html(f"@@PLUGINFILE@@/{PICTURE}")
    if isinstance(response, Form):
        sort, own = "cloze", ""
        text = _braces(text) + _rows(response)
    else:
        sort, own = "multichoice", f"<defaultgrade>{item.points}</defaultgrade>\n{_options(item, response)}"
    picture = (
        f'<file name="{PICTURE}" path="/" encoding="base64">{base64_of(item.picture)}</file>'
        if item.picture
        else ""
    )
    return (
        f'<question type="{sort}">\n<name><text>{escape(item.name, quote=False)}</text></name>\n'
        f'<questiontext format="html"><text>{_data(text)}</text>\n'
        f"{picture}</questiontext>\n"
        f'<generalfeedback format="html"><text>{_data(item.solution)}</text></generalfeedback>\n'
        f"<penalty>0.3333333</penalty>\n<hidden>0</hidden>\n{own}</question>"
    )


def _options(item: Item, choice: Choice) -> str:
    single = "false" if choice.several else "true"
    rows = "".join(
        f'<answer fraction="{share}" format="html"><text>{_data(item.option(option))}</text>'
        f'<feedback format="html"><text>{_remark(item, option)}</text></feedback></answer>\n'
        for option, share in shares(choice).items()
    )
    return (
        f"<single>{single}</single>\n<shuffleanswers>false</shuffleanswers>\n"
        f"<answernumbering>none</answernumbering>\n{rows}"
    )


def _remark(item: Item, option: str) -> str:
    """What is said of an option, as the file has it."""
    return _data(item.remarks[option]) if option in item.remarks else ""


def _rows(form: Form) -> str:
    """The rows of a form, each a paragraph with its fields in braces."""
    lines = []
    for row in form.rows:
        fields = ", ".join(
            f"{_braces(escape(before))} {_field(field)}".strip() for before, field in row.fields
        )
        label = f"{_braces(escape(row.label))}: " if row.label else ""
        lines.append(f"<p>{label}{fields}</p>")
    return "".join(lines)


def _field(field: Field) -> str:
    if isinstance(field, Number):
        return f"{{1:NUMERICAL:={decimal(field.value)}:{decimal(field.close)}}}"
    if isinstance(field, Pick):
        options = [f"{'%100%' if o == field.right else '%0%'}{_cloze(o)}" for o in field.options]
        return f"{{1:MULTICHOICE:{'~'.join(options)}}}"
    return f"{{1:SHORTANSWER:{'~'.join(f'%100%{_cloze(word)}' for word in field.accepted)}}}"


def _cloze(text: str) -> str:
    """An answer inside braces: what has a meaning there is marked."""
    return re.sub(r'([\\}~#/"*])', r"\\\1", escape(text, quote=False))


def _braces(html: str) -> str:
    """HTML in which no brace begins an embedded answer."""
    return html.replace("{", "&#123;").replace("}", "&#125;")


def _data(html: str) -> str:
    """HTML inside XML."""
    return f"<![CDATA[{html.replace(']]>', ']]&gt;')}]]>"
