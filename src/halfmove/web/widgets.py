"""Plain fields and buttons of HTML, with labels, as screen readers and keyboards know them.

An element of a page takes 4 KB of the server's memory for as long as the page is open, so what never changes
alone is no element of its own: a label's words, a choice's options, what stands on a button.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.elements.html import Html

_VALUE = "(event) => emit(event.target.value)"
SHOWN = ".defaultValue"
"""The property of a field that holds what it shows before anybody types.  `value` itself would be set again
whenever anything on the page is drawn anew, and what is being typed would be lost."""


class Field:
    """A labelled field; `value` is what the person has put there, always text."""

    def __init__(
        self,
        label: str,
        tag: str,
        value: str,
        on_change: Callable[[str], Any] | None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.value = value
        self._told = on_change
        self.options = options or {}
        """Of a choice, what each value is called."""
        with ui.element("label").classes("hm-field") as self.box:
            self.box._text = label
            self.input: Element = (
                ui.html(_options_html(tuple(options.items()), value), sanitize=False, tag=tag)
                if options is not None
                else ui.element(tag)
            )
        self.input.on("change", self._changed, js_handler=_VALUE)

    def _keep(self) -> None:
        """What the page knows of the value: drawn again, the field shows it.  A choice is not drawn again for
        that alone, which would close it under a person's hand."""
        if not self.options:
            self.input._props[SHOWN] = self.value
            return
        with self.input._props.suspend_updates():
            self.input._props["innerHTML"] = _options_html(tuple(self.options.items()), self.value)

    def _changed(self, event: Any) -> Any:
        self.value = str(event.args)
        self._keep()
        return self._told(self.value) if self._told else None

    def put(self, value: str) -> None:
        """Have it show a value; nobody is told.  What a person types there meanwhile stays if it shows that
        already."""
        if value == self.value:
            return
        self.value = value
        self._keep()
        self.input.client.run_javascript(
            f"{{const e = getHtmlElement({self.input.id}); if (e) e.value = {json.dumps(value)};}}"
        )


def select(
    label: str, choices: Mapping[str, str], value: str, on_change: Callable[[str], Any] | None = None
) -> Field:
    """A choice of one: what it stands for by what it is called."""
    return Field(label, "select", value, on_change, choices)


@lru_cache(maxsize=512)
def _options_html(choices: tuple[tuple[str, str], ...], value: str) -> str:
    """The options of a choice; pages with the same share one text."""
    return "".join(
        f'<option value="{escape(key)}"{" selected" if key == value else ""}>{escape(words)}</option>'
        for key, words in choices
    )


def text(
    label: str,
    value: str = "",
    on_change: Callable[[str], Any] | None = None,
    *,
    kind: str = "text",
    hint: str = "",
    width: str = "",
) -> Field:
    """A line of text, or a number (`kind`)."""
    field = Field(label, "input", value, on_change)
    field.input.props(f"type={kind} placeholder={_quoted(hint)} autocomplete=off")
    field.input._props[SHOWN] = value
    if width:
        field.input.style(f"width:{width}")
    return field


def area(
    label: str, value: str = "", on_change: Callable[[str], Any] | None = None, *, rows: int = 5
) -> Field:
    """Several lines of text."""
    field = Field(label, "textarea", value, on_change)
    field.input.props(f"rows={rows} spellcheck=false").style("width:100%;font-family:monospace")
    field.input._props[SHOWN] = value
    field.box.style("width:100%")
    return field


def button(
    words: str,
    on_click: Callable[..., Any],
    *,
    main: bool = False,
    title: str = "",
    name: str = "",
) -> Html:
    """A button, with HTML on it; `title` says more than fits on it, `name` is how tests find it."""
    made = ui.html(words, sanitize=False, tag="button")
    made.classes("hm-button" + (" hm-main-button" if main else "")).props("type=button")
    if title:
        made.props(f"title={_quoted(title)}")
        if not any(letter.isalpha() for letter in words):  # a sign needs a name, a word is one
            made.props(f"aria-label={_quoted(title)}")
    if name:
        made.props(f"data-name={_quoted(name)}")
    made.on("click", lambda _: on_click(), js_handler="() => emit()")
    return made


def on_click(element: Element, name: str, function: Callable[[str], Any]) -> None:
    """Have a function told the `data-NAME` of the part of an element's HTML that is clicked."""
    script = f"(e) => {{const b = e.target.closest('[data-{name}]'); if (b) emit(b.dataset.{name});}}"
    element.on("click", lambda event: function(str(event.args)), js_handler=script)


def error_html(sentence: object) -> str:
    """A sentence that says what is wrong, as HTML."""
    return f'<span class="hm-error">{escape(str(sentence))}</span>'


def table_html(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, right: int = 0, look: str = "", about: str = ""
) -> str:
    """A table of HTML that scrolls where it is too wide, its last `right` columns flush right; `about` says
    what it is to who does not see it."""

    def row(cells: Sequence[str], tag: str) -> str:
        left = len(head) - right
        aside = [f'<{tag} class="hm-right">{cell}</{tag}>' for cell in cells[left:]]
        return "".join([f"<{tag}>{cell}</{tag}>" for cell in cells[:left]] + aside)

    named = f' role="region" aria-label="{escape(about)}"' if about else ""
    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in rows)
    return (
        f'<div class="hm-scroll" tabindex="0"{named}><table class="{f"hm-table {look}".strip()}">'
        f"<thead><tr>{row(head, 'th')}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def date(text: str) -> str:
    """A date, ISO 8601 or as PGN has it (`1858.11.??`), as HTML that browsers write in their own language."""
    known = re.fullmatch(r"(\d{4})(?:[.-](\d\d)(?:[.-](\d\d(?:T.*)?))?)?(?:[.-]\?\?)*", text)
    if known is None:
        return escape(text)
    iso = "-".join(filter(None, known.groups()))
    return f'<time datetime="{escape(iso)}">{escape(iso)}</time>'


def ask(question: str, yes: str, then: Callable[..., Any], *arguments: Any) -> None:
    """Ask before what cannot be taken back; `then` is called with the arguments by who says yes."""

    def agreed() -> None:
        dialog.close()
        then(*arguments)

    with (
        ui.dialog().props(f"aria-label={_quoted(question)}") as dialog,
        ui.element("div").classes("hm-card hm-ask"),
    ):
        ui.html(f"<p>{escape(question)}</p>", sanitize=False)
        with ui.element("div").classes("hm-row"):
            button(escape(yes), agreed, main=True, name="yes")
            button("Cancel", dialog.close, name="no")
    dialog.on("hide", lambda _: dialog.delete(), js_handler="() => emit()")
    dialog.open()


def press(element: Element, on: bool) -> None:
    """Show a button pressed, or not."""
    element.props(f"aria-pressed={'true' if on else 'false'}")


def enable(element: Element, possible: Any) -> None:
    """Let a button be pressed, or not while there is nothing that it could do."""
    if bool(possible) == bool(element._props.get("disabled")):
        if possible:
            element.props(remove="disabled")
        else:
            element.props("disabled")


@contextmanager
def folded(words: str) -> Iterator[Element]:
    """What most do not need at once: opened by a click on the words."""
    with ui.element("details") as box:
        ui.element("summary")._text = words
        yield box


def measure_picture(svg: str) -> float:
    """How much wider than high a picture is, by its `viewBox`; 1 for one that has none."""
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
    return float(found[1]) / float(found[2]) if found else 1.0


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
