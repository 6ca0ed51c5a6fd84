"""Moodle's GIFT: one question for each blank, as the format has no embedded answers.

The format is described in Moodle's documentation, page "GIFT format".  A picture stands in the question's
text, as an address that holds it.
"""

from __future__ import annotations

import re
from html import escape

from halfmove.teach.quiz.platforms.items import Item, base64_of, decimal, shares
from halfmove.teach.quiz.response import Choice, Field, Number, Pick


def gift(items: list[Item], title: str) -> str:
    """The text: a category named by the title, and its questions."""
    category = " ".join(title.replace("/", "//").split())
    return "\n\n".join([f"$CATEGORY: $course$/top/{category}", *_questions(items)]) + "\n"


def _questions(every: list[Item]) -> list[str]:
    found = []
    for item in every:
        text = item.html(f"data:image/svg+xml;base64,{base64_of(item.picture)}")
        if isinstance(item.response, Choice):
            found.append(_question(item, item.name, text, _choice(item.response, item)))
            continue
        for row in item.response.rows:
            for before, field in row.fields:
                place = ", ".join(word for word in (row.label, before) if word)
                name = f"{item.name}, {place}" if place else item.name
                asked = f"{text}<p><b>{escape(place)}</b></p>" if place else text
                found.append(_question(item, name, asked, _field(field)))
    return found


def _question(item: Item, name: str, text: str, answers: list[str]) -> str:
    lines = "\n".join([*answers, f"####{_plain(item.solution)}"])
    return f"::{_plain(name)}::[html]{_plain(text)}{{{lines}\n}}"


def _choice(choice: Choice, item: Item | None = None) -> list[str]:
    """The options; of the question itself (`item`) with what is said of each."""
    share = shares(choice)
    found = [""]
    for option in choice.options:
        if choice.several:
            sign = f"~%{share[option]}%"
        else:
            sign = "=" if option in choice.right else "~"
        text = escape(option) if item is None else item.option(option)
        remark = "" if item is None else item.remarks.get(option, "")
        found.append(f"{sign}{_plain(text)}" + (f"#{_plain(remark)}" if remark else ""))
    return found


def _field(field: Field) -> list[str]:
    if isinstance(field, Number):
        return [f"#{decimal(field.value)}:{decimal(field.close)}"]
    if isinstance(field, Pick):
        return _choice(Choice("", field.options, (field.right,)))
    return ["", *(f"={_plain(word)}" for word in field.accepted)]


def _plain(text: str) -> str:
    """Text in which no letter has a meaning for GIFT, on one line."""
    return re.sub(r"([\\~=#{}:])", r"\\\1", " ".join(text.split()))
