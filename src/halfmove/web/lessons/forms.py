"""Fields of HTML with their labels; `data-default` is what need not stand in a link."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from halfmove.core import figures


def choice(
    label: str,
    name: str,
    choices: Mapping[str, str],
    value: str = "",
    *,
    default: str | None = None,
    wide: bool = False,
    tip: str = "",
) -> str:
    """One of several, by what it is called; the first is the default unless another is said to be.  A `tip`
    is a sentence about it for who points at it."""
    usual = next(iter(choices), "") if default is None else default
    chosen = value or usual
    rows = "".join(
        f'<option value="{escape(key)}"{" selected" if key == chosen else ""}>{escape(words)}</option>'
        for key, words in choices.items()
    )
    field = f'<select name="{escape(name)}" data-default="{escape(usual)}"{_tip(tip)}>{rows}</select>'
    return _labelled(label, field, "hl-wide" if wide else "")


def entry(
    label: str,
    name: str,
    value: str = "",
    *,
    default: str = "",
    whole: bool = False,
    hint: str = "",
    wide: bool = False,
    tip: str = "",
) -> str:
    """A line of text; of a `whole` number with a keyboard for it.  Whether it is one is said by who reads it,
    in a sentence: a field for numbers alone would drop what a link got wrong in silence."""
    keyboard = ' inputmode="numeric"' if whole else ""
    return _labelled(
        label,
        f'<input type="text" name="{escape(name)}" value="{escape(value or default)}" '
        f'data-default="{escape(default)}" placeholder="{escape(hint)}" autocomplete="off" '
        f'maxlength="400"{keyboard}{_tip(tip)}>',
        "hl-wide" if wide else "",
    )


def area(
    label: str, name: str, value: str = "", *, rows: int = 5, most: int = 8000, default: str = ""
) -> str:
    """Several lines of text."""
    return _labelled(
        label,
        f'<textarea name="{escape(name)}" rows="{rows}" maxlength="{most}" spellcheck="false" '
        f'autocapitalize="off" data-default="{escape(default)}">\n{escape(value or default)}</textarea>',
        "hl-wide",
    )


def tick(
    label: str, name: str, fields: Mapping[str, str], *, default: bool = False, wide: bool = False
) -> str:
    """Yes or no; sent as "yes" or "no"."""
    usual = "yes" if default else "no"
    on = fields.get(name, usual) == "yes"
    return (
        f'<label class="hl-tick{" hl-wide" if wide else ""}"><input type="checkbox" name="{escape(name)}" '
        f'data-default="{usual}"{" checked" if on else ""}>'
        f"<span>{escape(figures.capital(label))}</span></label>"
    )


def _tip(text: str) -> str:
    return f' title="{escape(text)}"' if text else ""


def _labelled(label: str, field: str, classes: str = "") -> str:
    return f'<label class="hl-field {classes}"><span>{escape(figures.capital(label))}</span>{field}</label>'


def options_of(known: Mapping[str, tuple[Any, ...]], fields: Mapping[str, str]) -> str:
    """The options of an algorithm, as `Lesson.options` has them: choices, or any value of a kind."""
    made = []
    for name, values in known.items():
        label = name.replace("_", " ")
        if len(values) > 1:
            words = {word(value): word(value) for value in values}
            made.append(choice(label, name, words, fields.get(name, "")))
        else:
            usual = "" if values[0] in (None, "") else word(values[0])
            made.append(entry(label, name, fields.get(name, ""), default=usual))
    return "".join(made)


def word(value: Any) -> str:
    """A value as it is written in a field: yes and no for truth values."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
