"""Text for a terminal or file that knows no more than ASCII: every sign in letters that it has."""

from __future__ import annotations

from halfmove.teach.tree_text import SCISSORS, STAR

_LETTERS = {
    "─": "-",
    "│": "|",
    "├": "+",
    "└": "`",
    SCISSORS: "x",
    "⊘": "o",
    STAR: "*",
    "∞": "inf",
    "−": "-",
    "≤": "<=",
    "≥": ">=",
    "≈": "~",
    "×": "*",
    "→": "->",
    "←": "<-",
    "▸": ">",
    "α": "alpha",
    "β": "beta",
    "ε": "e",
    "…": "...",
    "·": ".",
    "–": "-",
    "’": "'",
    "√": "sqrt",
    "¼": "1/4",
}
_TABLE = str.maketrans(_LETTERS)


def plain(text: str) -> str:
    """The text with the laboratory's own signs in ASCII; what users call things stays as it is."""
    return text.translate(_TABLE)
