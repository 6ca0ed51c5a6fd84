"""Prose as HTML, and as Typst's markup for print: one parser, two writers.

HTML in the text is escaped, links lead to http, https, mailto or a place in the server, and pictures from
elsewhere become links, so that opening a lesson fetches nothing from anybody.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from markdown_it.token import Token


@cache
def parser() -> MarkdownIt:
    """CommonMark with tables; HTML is text."""
    made = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
    made.validateLink = _safe  # type: ignore[method-assign, assignment]
    made.add_render_rule("image", _no_image)
    made.add_render_rule("table_open", lambda *_: '<div class="le-scroll"><table>\n')
    made.add_render_rule("table_close", lambda *_: "</table></div>\n")
    for tag in ("heading_open", "heading_close"):
        made.add_render_rule(tag, _lower)
    return made


def html(markdown: str) -> str:
    """As HTML; headings begin at level 3, as a step's own is of level 2."""
    return str(parser().render(markdown))


def inline(markdown: str) -> str:
    """A line as HTML, without a paragraph around it."""
    return str(parser().renderInline(markdown))


def _safe(address: str) -> bool:
    """Where a link may lead."""
    plain = "".join(address.split()).lower()
    scheme = plain.split(":", 1)[0] if ":" in plain.split("/", 1)[0].split("#", 1)[0] else ""
    return scheme in ("", "http", "https", "mailto")


def _no_image(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    token = tokens[place]
    address = str(token.attrs.get("src", ""))
    return f'<a href="{escape(address)}" rel="noreferrer">{escape(token.content or address)}</a>'


def _lower(self: Any, tokens: list[Token], place: int, options: Any, env: Any) -> str:
    token = tokens[place]
    level = min(int(token.tag[1:]) + (1 if token.tag in ("h1", "h2") else 0), 6)
    return f"<{'/' if token.nesting < 0 else ''}h{max(level, 3)}>"


# ---- for print


def typst(markdown: str) -> str:
    """As Typst's markup."""
    return "".join(_write_tokens(parser().parse(markdown)))


def typst_inline(markdown: str) -> str:
    """A line as Typst's markup."""
    return "".join(_write_tokens(parser().parseInline(markdown)))


def literal(text: str) -> str:
    """A text as Typst's markup for exactly that text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'#("{escaped}")'


_OPEN = {
    "strong_open": "#strong[",
    "em_open": "#emph[",
    "blockquote_open": "#quote(block: true)[",
    "bullet_list_open": "#list(",
    "ordered_list_open": "#enum(",
    "list_item_open": "[",
}
_CLOSE = {
    "strong_close": "]",
    "em_close": "]",
    "blockquote_close": "]\n",
    "bullet_list_close": ")\n\n",
    "ordered_list_close": ")\n\n",
    "list_item_close": "],",
    "paragraph_close": "\n\n",
    "heading_close": "]\n",
    "link_close": "]",
}


def _write_tokens(tokens: list[Token]) -> list[str]:
    out: list[str] = []
    for token in tokens:
        kind = token.type
        if kind == "inline":
            out += _write_tokens(token.children or [])
        elif kind in ("text", "html_inline", "html_block"):
            out.append(literal(token.content) if token.content else "")
        elif kind == "image":
            out.append(literal(token.content or str(token.attrs.get("src", ""))))
        elif kind == "code_inline":
            out.append(f"#raw({literal(token.content)[2:-1]})")
        elif kind in ("fence", "code_block"):
            out.append(f"#raw({literal(token.content.rstrip())[2:-1]}, block: true)\n\n")
        elif kind in ("softbreak", "hardbreak"):
            out.append("\n" if kind == "softbreak" else " \\\n")
        elif kind == "heading_open":
            out.append("#block(above: 12pt, below: 6pt, sticky: true)[#strong[")
        elif kind == "heading_close":
            out.append("]]\n")
        elif kind == "link_open":
            out.append(f"#link({literal(str(token.attrs.get('href', '')))[2:-1]})[")
        elif kind in _OPEN:
            out.append(_OPEN[kind])
        elif kind in _CLOSE:
            out.append(_CLOSE[kind])
        elif kind == "table_open":
            columns = _columns(tokens, tokens.index(token))
            out.append(f"#table(columns: {columns}, stroke: 0.4pt + luma(160), ")
        elif kind in ("th_open", "td_open"):
            out.append("[#strong[" if kind == "th_open" else "[")
        elif kind in ("th_close", "td_close"):
            out.append("]], " if kind == "th_close" else "], ")
        elif kind == "table_close":
            out.append(")\n\n")
    return out


def _columns(tokens: list[Token], start: int) -> int:
    found = 0
    for token in tokens[start:]:
        if token.type == "tr_close":
            break
        found += token.type == "th_open"
    return max(found, 1)
