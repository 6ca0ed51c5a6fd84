r"""A tree as LaTeX source for the package `forest`: its structure, laid out by LaTeX, easy to edit by hand.

Each node is a bracket: its sign, under it what is known of it.  Change a value, move a bracket, and the tree
is laid out anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.latex import latex, verbatim
from halfmove.teach.drawing.scene import LIGHT

_HEAD = r"""\documentclass{article}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
@colours@
\tikzset{
  sign/.style={draw=#1-line, fill=#1, thick, inner sep=0pt, minimum size=7mm, font=\sffamily\scriptsize},
  max/.style={sign=max, regular polygon, regular polygon sides=3},
  min/.style={sign=min, regular polygon, regular polygon sides=3, shape border rotate=180},
  chance/.style={sign=chance, circle, minimum size=6mm},
  player 0/.style={sign=player, regular polygon, regular polygon sides=3},
  player 1/.style={sign=player, diamond},
  player 2/.style={sign=player, regular polygon, regular polygon sides=5},
  player 3/.style={sign=player, regular polygon, regular polygon sides=6},
  player 4/.style={sign=player, regular polygon, regular polygon sides=8},
  several/.style={double, double distance=1pt},
  unseen sign/.style={draw=faint, fill=white, dashed},
  waiting sign/.style={draw=faint, fill=white},
  current sign/.style={draw=ring, line width=2pt},
}
% a picture inside a node of a forest is lost, a box made before is not
\newcommand\makesign[3]{\expandafter\newsavebox\csname sign #1\endcsname
  \expandafter\sbox\csname sign #1\endcsname{\tikz[baseline]\node[#2]{#3};}}
\newcommand\sign[1]{\expandafter\usebox\csname sign #1\endcsname}
\newcommand\written[1]{{\sffamily\bfseries\small #1}}
\newcommand\note[1]{{\sffamily\scriptsize\color{soft}#1}}
\newcommand\static[1]{\fbox{\sffamily\small #1}}
\newcommand\fillin{\fbox{\rule{0pt}{7pt}\hspace{28pt}}}
\newcommand\board[1]{{\ttfamily\tiny\begin{tabular}{@{}l@{}}#1\end{tabular}}}
\forestset{
  leaf/.style={draw=soft, fill=leaf, inner sep=3pt, minimum size=5mm, font=\sffamily\small},
  unseen/.style={text=faint, edge={faint, dashed}},
  unseen leaf/.style={unseen, draw=faint, fill=white, dashed},
  passed/.style={text=faint, edge={faint, dotted, thick}},
  by/.style={edge label={node[midway, fill=white, inner sep=1pt, font=\sffamily\scriptsize]{#1}}},
  cut/.style={edge label+={node[pos=.8, sloped, inner sep=0pt, text=bar, font=\bfseries]{$\|$}}},
  variation/.style={edge={ink, line width=2pt}},
}
\newsavebox\tree
\begin{document}
@signs@
\begin{lrbox}{\tree}%
\begin{forest}
  for tree={align=center, inner sep=2pt, s sep=3mm, l sep=11mm, edge={line, semithick},
    parent anchor=south, child anchor=north}
"""

_FOOT = r"""\end{forest}%
\end{lrbox}
% a page as large as the tree: drop this, and keep \usebox\tree, in a document of your own
\newcommand\wide{\dimexpr\wd\tree+20pt\relax}
\newcommand\high{\dimexpr\ht\tree+\dp\tree+40pt\relax}
\ifdefined\pdfpagewidth\pdfpagewidth=\wide\pdfpageheight=\high\else\pagewidth=\wide\pageheight=\high\fi
\hoffset=-1in\voffset=-1in
\shipout\vbox{\kern20pt\hbox{\kern10pt @title@}\kern10pt\hbox{\kern10pt\usebox\tree}}
\end{document}
"""


def draw(root: Item, title: str) -> str:
    """The document."""
    colours = [
        f"\\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}"
        for name, colour in LIGHT.items()
        if name != "none"
    ]
    signs = sorted({_sign_made(item) for item in root.walk() if item.kind != "leaf"})
    head = _HEAD.replace("@colours@", "\n".join(colours)).replace("@signs@", "\n".join(signs))
    foot = _FOOT.replace("@title@", f"\\written{{{latex(title)}}}")
    return head + "\n".join(_node(root, "  ")) + "\n" + foot


def _node(item: Item, indent: str) -> list[str]:
    styles = ", ".join(_styles(item))
    opening = f"{indent}[{{{_inside(item)}}}" + (f", {styles}" if styles else "")
    if not item.children:
        return [opening + "]"]
    below = [line for child in item.children for line in _node(child, indent + "  ")]
    return [opening, *below, f"{indent}]"]


def _inside(item: Item) -> str:
    """The rows of a node, from the board on top to the smallest note."""
    return r"\\".join(_rows(item))


def _rows(item: Item) -> Iterator[str]:
    if item.text_board:
        yield f"\\board{{{_board(item)}}}"
    name = f"\\written{{{latex(item.name)}}}" if item.name else ""
    if item.kind == "leaf":
        yield latex(item.static)
        if name:
            yield name
    else:
        yield f"\\sign{{{_sign_name(item)}}}"
        value = f"\\written{{{latex(item.value)}}}" if item.value else ""
        if name or value:
            yield " ".join(part for part in (name, value) if part)
        if item.static:
            yield f"\\static{{{latex(item.static)}}}"
        yield from (r"\fillin" for _ in item.to_fill)
    yield from (f"\\note{{{latex(note)}}}" for note in (*item.notes, item.order) if note)


def _board(item: Item) -> str:
    return r"\\".join(map(verbatim, item.text_board.splitlines()))


def _sign_name(item: Item) -> str:
    rank = [] if item.rank is None else [str(item.rank)]
    return " ".join([item.kind, *rank, *_sign(item)[1:]])


def _sign_made(item: Item) -> str:
    rank = "" if item.rank is None else item.rank
    return f"\\makesign{{{_sign_name(item)}}}{{{', '.join(_sign(item))}}}{{{rank}}}"


def _sign(item: Item) -> list[str]:
    """The styles of a node's sign."""
    styles = [item.kind if item.kind != "player" else f"player {min(item.rank or 0, 4)}"]
    if item.kind in ("max", "min") and item.rank in (2, 4):
        styles.append("several")
    if not item.drawn:
        styles.append("waiting sign" if item.status == "waiting" else "unseen sign")
    if item.current:
        styles.append("current sign")
    return styles


def _styles(item: Item) -> Iterator[str]:
    faint = {"pruned": "unseen", "beyond": "unseen", "passed": "passed", "waiting": "text=faint"}
    if item.kind == "leaf":
        yield "leaf" if item.drawn or item.status == "waiting" else "unseen leaf"
    if item.status in faint:
        yield faint[item.status]
    label = " ".join(text for text in (item.label, item.extended) if text)
    if label:
        yield f"by={{{latex(label)}}}"
    if item.cut:
        yield "cut"
    if item.variation:
        yield "variation"
