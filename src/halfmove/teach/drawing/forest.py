r"""A tree as LaTeX source for the package `forest`: its structure, laid out by LaTeX, easy to edit by hand.

Each node is a bracket with its style and what is written beside it; forest places them.
"""

from __future__ import annotations

from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.latex import latex, verbatim
from halfmove.teach.drawing.palette import LIGHT

_HEAD = r"""\documentclass{article}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\usepackage[margin=0pt, paperwidth=%(wide)dpt, paperheight=%(high)dpt]{geometry}
%(colours)s
\forestset{
  sign/.style={draw=#1-line, fill=#1, thick, inner sep=1pt, minimum size=7mm, font=\sffamily\scriptsize},
  max/.style={sign=max, regular polygon, regular polygon sides=3},
  min/.style={sign=min, regular polygon, regular polygon sides=3, shape border rotate=180},
  chance/.style={sign=chance, circle},
  player 0/.style={sign=player, regular polygon, regular polygon sides=3},
  player 1/.style={sign=player, diamond},
  player 2/.style={sign=player, regular polygon, regular polygon sides=5},
  player 3/.style={sign=player, regular polygon, regular polygon sides=6},
  player 4/.style={sign=player, regular polygon, regular polygon sides=8},
  leaf/.style={draw=soft, fill=leaf, inner sep=3pt, minimum size=5mm, font=\sffamily\small},
  several/.style={double, double distance=1pt},
  beside/.style={label={[font=\sffamily\footnotesize, align=left, inner sep=1pt]right:{#1}}},
  named/.style={label={[font=\sffamily\bfseries\small, inner sep=1pt]left:{#1}}},
  under/.style={label={[draw=soft, font=\sffamily\small, inner sep=2pt]below:{#1}}},
  board/.style={label={[font=\ttfamily\tiny, align=left, inner sep=1pt]above:{#1}}},
  by/.style={edge label={node[midway, fill=white, inner sep=1pt, font=\sffamily\scriptsize]{#1}}},
  unseen/.style={draw=faint, fill=white, text=faint, dashed, edge={faint, dashed}},
  waiting/.style={draw=faint, fill=white, text=faint, edge=faint},
  passed/.style={draw=faint, fill=white, text=faint, dashed, edge={faint, dotted, thick}},
  cut/.style={edge label/.append={node[pos=.75, sloped, inner sep=0pt, text=bar]{$\|$}}},
  variation/.style={edge={ink, line width=2pt}},
  current/.style={draw=ring, line width=2pt},
}
\pagestyle{empty}\parindent=0pt
\begin{document}\centering\vspace*{10pt}
%(title)s\par\bigskip
\begin{forest}
  for tree={s sep=5mm, l sep=9mm, edge={line}, parent anchor=south, child anchor=north}
"""


def draw(root: Item, title: str) -> str:
    """The document."""
    items = list(root.walk())
    across = max(_widths(root)) + 250
    down = 110 * (1 + max(len(item.vertex.path) for item in items) - len(root.vertex.path)) + 120
    boards = any(item.text_board for item in items)
    colours = "\n".join(
        f"\\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}"
        for name, colour in LIGHT.items()
        if name != "none"
    )
    values = {
        "wide": min(across, 14_000),
        "high": min(down + (70 * down // 110 if boards else 0), 14_000),
        "colours": colours,
        "title": f"\\textsf{{\\textbf{{{latex(title)}}}}}" if title else "",
    }
    return _HEAD % values + "\n".join([*_node(root, "  "), r"\end{forest}", r"\end{document}", ""])


def _widths(root: Item) -> list[int]:
    """About how many points each level needs."""
    widths, row = [], [root]
    while row:
        longest = (max(map(len, (item.label, item.static, item.value, *item.notes))) for item in row)
        widths.append(sum(45 + 6 * length for length in longest))
        row = [child for item in row for child in item.children]
    return widths


def _node(item: Item, indent: str) -> list[str]:
    opening = f"{indent}[{{{_inside(item)}}}, {', '.join(_styles(item))}"
    if not item.children:
        return [opening + "]"]
    below = [line for child in item.children for line in _node(child, indent + "  ")]
    return [opening, *below, f"{indent}]"]


def _inside(item: Item) -> str:
    if item.kind == "leaf":
        return latex(item.static)
    return "" if item.rank is None else str(item.rank)


_STATUS = {"pruned": "unseen", "beyond": "unseen", "waiting": "waiting", "passed": "passed"}


def _styles(item: Item) -> list[str]:
    styles = [item.kind if item.kind != "player" else f"player {min(item.rank or 0, 4)}"]
    if item.kind in ("max", "min") and item.rank in (2, 4):
        styles.append("several")
    if item.status in _STATUS:
        styles.append(_STATUS[item.status])
    if item.current:
        styles.append("current")
    label = " ".join(text for text in (item.label, item.extended) if text)
    if label and item.vertex.path:
        styles.append(f"by={{{latex(label)}}}")
    if item.cut:
        styles.append("cut")
    if item.variation:
        styles.append("variation")
    if item.name:
        styles.append(f"named={{{latex(item.name)}}}")
    beside = [item.value, *item.notes, item.order]
    beside += ["\\fbox{\\rule{0pt}{6pt}\\hspace{28pt}}" for _ in item.to_fill]
    texts = [text if text.startswith("\\fbox") else latex(text) for text in beside if text]
    if texts:
        styles.append(f"beside={{{_rows(texts)}}}")
    if item.static and item.kind != "leaf":
        styles.append(f"under={{{latex(item.static)}}}")
    if item.text_board:
        styles.append(f"board={{{_rows([verbatim(line) for line in item.text_board.splitlines()])}}}")
    return styles


def _rows(texts: list[str]) -> str:
    return "\\\\".join(texts)
