"""Fields of HTML with their labels; `data-default` is what need not stand in a link."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any


def choice(
    label: str,
    name: str,
    choices: Mapping[str, str],
    value: str = "",
    *,
    default: str | None = None,
    wide: bool = False,
) -> str:
    """One of several, by what it is called; the first is the default unless another is said to be."""
    usual = next(iter(choices), "") if default is None else default
    chosen = value if value in choices else usual
    rows = "".join(
        f'<option value="{escape(key)}"{" selected" if key == chosen else ""}>{escape(words)}</option>'
        for key, words in choices.items()
    )
    field = f'<select name="{escape(name)}" data-default="{escape(usual)}">{rows}</select>'
    return _labelled(label, field, "hl-wide" if wide else "")


def entry(
    label: str,
    name: str,
    value: str = "",
    *,
    default: str = "",
    kind: str = "text",
    hint: str = "",
    least: int | None = None,
    most: int | None = None,
    step: str = "",
) -> str:
    """A line of text, or a number."""
    bounds = "".join(
        f' {key}="{bound}"'
        for key, bound in (("min", least), ("max", most), ("step", step or None))
        if bound is not None
    )
    return _labelled(
        label,
        f'<input type="{kind}" name="{escape(name)}" value="{escape(value or default)}" '
        f'data-default="{escape(default)}" placeholder="{escape(hint)}" autocomplete="off" '
        f'maxlength="400"{bounds}>',
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


def tick(label: str, name: str, fields: Mapping[str, str], *, default: bool = False) -> str:
    """Yes or no; sent as "yes" or "no"."""
    usual = "yes" if default else "no"
    on = fields.get(name, usual) == "yes"
    return (
        f'<label class="hl-tick"><input type="checkbox" name="{escape(name)}" data-default="{usual}"'
        f"{' checked' if on else ''}><span>{_capital(label)}</span></label>"
    )


def _labelled(label: str, field: str, classes: str = "") -> str:
    return f'<label class="hl-field {classes}"><span>{_capital(label)}</span>{field}</label>'


def _capital(label: str) -> str:
    return escape(label[:1].upper() + label[1:])


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
