"""How wide a text is, so that labels can be kept apart: the advance widths of DejaVu Sans.

The pictures ask for that font first; PNG and PDF are always set in it.  The fonts that stand in for it in a
browser (Verdana, then the system's sans-serif) are as wide or narrower, so what is apart here is apart there.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, east_asian_width

FONTS = "'DejaVu Sans', Verdana, 'Bitstream Vera Sans', sans-serif"

_BY_WIDTH = {
    275: "'", 278: "ijl", 295: "IJ", 318: " ,.·’", 337: "/:;\\|", 352: "f", 361: "-", 390: "()[]", 392: "t",
    401: "!", 411: "r", 460: '"', 500: "*_`–", 521: "sz", 531: "?", 541: "ε", 550: "c", 557: "L", 579: "Fk",
    592: "vxyγ", 613: "PTYoaäöe", 636: "Ehnuübdgpqß$0123456789{}Sβ", 659: "Kα", 685: "AVXZB", 698: "RC",
    732: "U", 752: "NH", 775: "DG", 787: "O&Q△▽", 818: "w", 838: "#+<=>^~−≤≥×✓→∞", 863: "M", 873: "○",
    945: "□", 974: "%m½", 989: "W", 1000: "@…—",
}  # fmt: skip
"""Characters by their width, in thousandths of the font size (rounded up a little where they share a row)."""

_WIDTH = {letter: width / 1000 for width, letters in _BY_WIDTH.items() for letter in letters}
_BOLD = 1.13
"""No common character of DejaVu Sans Bold is wider than that, compared with the regular one."""
ASCENT, DESCENT = 0.76, 0.24
"""How far letters reach above and below the baseline, in font sizes."""


@lru_cache(maxsize=20_000)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of `text` set in one line at `size`, in the same unit."""
    return size * (_BOLD if bold else 1.0) * sum(map(_advance, text))


def _advance(letter: str) -> float:
    known = _WIDTH.get(letter)
    if known is not None:
        return known
    if combining(letter):
        return 0.0
    return 1.05 if east_asian_width(letter) in "WF" else 0.8


def shortened(text: str, most: int) -> str:
    """`text` in at most so many characters, the rest left out as `…`; control characters become blanks."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return clean if len(clean) <= most else clean[: most - 1].rstrip() + "…"
