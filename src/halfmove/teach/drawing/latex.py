r"""Trees as LaTeX: text in it, a scene as a TikZ picture with every place given, and a tree for `forest`.

For the package `forest` each node is a bracket: its sign, under it what is known of it.  Change a value, move
a bracket, and LaTeX lays the tree out anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, name, normalize

from halfmove.teach.drawing.content import Item
from halfmove.teach.drawing.scene import LIGHT, TYPES, Board, Disc, Line, Mark, Scene, Word, pen
from halfmove.teach.tree_text import to_ascii

_PLAIN = {
    "\\": r"$\backslash$", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\^{}", "~": r"$\sim$", "<": "$<$", ">": "$>$", "|": "$|$", '"': "''",
    "−": "$-$", "∞": r"$\infty$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$", "×": r"$\times$",
    "·": r"$\cdot$", "…": r"\dots{}", "–": "--", "—": "---", "’": "'", "‘": "`", "“": "``", "”": "''",
    "½": r"$\frac12$", "±": r"$\pm$", "→": r"$\to$", "←": r"$\gets$", "↑": r"$\uparrow$",
    "↓": r"$\downarrow$", "△": r"$\triangle$", "▽": r"$\bigtriangledown$", "○": r"$\circ$",
    "∅": r"$\emptyset$", "√": r"$\surd$",
    "□": r"$\diamond$", "ß": r"\ss{}", "ø": r"\o{}", "Ø": r"\O{}", "æ": r"\ae{}", "Æ": r"\AE{}",
    "œ": r"\oe{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "●": r"$\bullet$", "°": r"$^\circ$",
    "²": "$^2$", "³": "$^3$",
    "\N{NO-BREAK SPACE}": "~",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
}  # fmt: skip
_GREEK_NAMES = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lamda", "mu",
    "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
)  # fmt: skip
_LATIN_CAPITALS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo"))


def latex(text: str) -> str:
    """`text` as LaTeX source that prints it."""
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    if letter in _PLAIN:
        return _PLAIN[letter]
    if letter.isascii():
        return letter if letter.isprintable() else " "
    return _greek(letter) or _write_accent(letter) or f"\\makebox[1em]{{\\tiny {ord(letter):04X}}}"


def _greek(letter: str) -> str:
    if letter in _LATIN_CAPITALS:
        return _LATIN_CAPITALS[letter]
    words = name(letter, "").lower().split()
    if len(words) != 4 or words[0] != "greek" or words[2] != "letter" or words[3] not in _GREEK_NAMES:
        return ""
    command = words[3].replace("lamda", "lambda")
    return f"$\\{command.capitalize() if words[1] == 'capital' else command}$"


def _write_accent(letter: str) -> str:
    parts = normalize("NFD", letter)
    if len(parts) != 2 or not parts[0].isascii() or parts[1] not in _ACCENTS:
        return ""
    base = {"i": r"\i", "j": r"\j"}.get(parts[0], parts[0]) if parts[1] != "\u0327" else parts[0]
    return f"\\{_ACCENTS[parts[1]]}{{{base}}}"


def verbatim(line: str) -> str:
    """A line of a board in type of one width: every blank counts."""
    return "".join("~" if letter == " " else latex(letter) for letter in line) or "~"


UNIT = 0.75
"""Points a pixel."""
MOST = 12_000.0
"""Points across or down: TeX itself ends at 16383; larger pictures are made smaller."""

_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def draw_tikz(scene: Scene) -> str:
    """The document."""
    share = min(1.0, scene.most / scene.width) if scene.most else 1.0
    unit = min(UNIT * share, MOST / max(scene.width, scene.height))
    marks = [mark for group in scene.groups for mark in group.marks]
    lines = [*_head(scene, unit, marks)]
    for group in scene.groups:
        if group.told:
            lines.append(f"% {comment(group.told)}")
        lines += [line for mark in group.marks for line in _mark(mark, unit)]
    return "\n".join([*lines, r"\end{tikzpicture}%", r"\end{document}", ""])


def comment(text: str) -> str:
    """A text for a comment, in ASCII: signs in letters, accents left off, other letters by their numbers."""
    letters = normalize("NFKD", to_ascii(text))
    return "".join(
        c if c.isascii() and c.isprintable() else "" if combining(c) else f"U+{ord(c):04X}" for c in letters
    )


def _head(scene: Scene, unit: float, marks: list[Mark]) -> Iterator[str]:
    wide, high = scene.width * unit + 1, scene.height * unit + 1  # TeX's own rounding must not turn the page
    yield r"\documentclass{article}"
    yield r"\usepackage{fix-cm}  % letters of any size"
    yield r"\usepackage{tikz}"
    yield f"\\usepackage[paperwidth={wide:.2f}pt, paperheight={high:.2f}pt, margin=0pt]{{geometry}}"
    yield from (f"\\definecolor{{{n}}}{{HTML}}{{{c[1:].upper()}}}" for n, c in LIGHT.items() if n != "none")
    yield r"\tikzset{"
    for role in sorted({mark.role for mark in marks if isinstance(mark, (Line, Disc))}):
        yield f"  {role}/.style={{{_pen(role)}}},"
    for role in sorted({mark.role for mark in marks if isinstance(mark, Word)}):
        yield f"  {_word_style(role)}/.style={{{_type(role, unit)}}},"
    yield "}"
    yield r"\pagestyle{empty}\parindent=0pt\parskip=0pt\sffamily"
    yield r"\begin{document}\noindent%"
    yield f"\\begin{{tikzpicture}}[x={unit:.4f}pt, y=-{unit:.4f}pt, line cap=round, line join=round]"
    yield f"\\path[use as bounding box] (0, 0) rectangle ({scene.width:.1f}, {scene.height:.1f});"


def _pen(role: str) -> str:
    ink = pen(role)
    parts = [f"draw={ink.stroke}", f"line width={ink.width * UNIT:.2f}pt"]
    if ink.fill != "none":
        parts.append(f"fill={ink.fill}")
    if ink.dash:
        on, off = (length * UNIT for length in ink.dash)
        parts.append(f"dash pattern=on {on:.2f}pt off {off:.2f}pt")
    return ", ".join(parts)


def _word_style(role: str) -> str:
    return f"{role} text"


def _type(role: str, unit: float) -> str:
    kind = TYPES[role]
    size = kind.size * unit
    series = r"\bfseries\boldmath" if kind.bold else ""
    shape = r"\slshape" if kind.italic else ""
    font = f"\\fontsize{{{size:.2f}}}{{{size * 1.2:.2f}}}\\sffamily{series}{shape}\\selectfont"
    return f"text={kind.colour}, inner sep=0pt, outer sep=0pt, font={font}"


def _mark(mark: Mark, unit: float) -> Iterator[str]:
    if isinstance(mark, Line):
        points = " -- ".join(f"({x:.1f}, {y:.1f})" for x, y in mark.points)
        yield f"\\path[{mark.role}] {points}{' -- cycle' if mark.closed else ''};"
    elif isinstance(mark, Disc):
        yield f"\\path[{mark.role}] ({mark.x:.1f}, {mark.y:.1f}) circle[radius={mark.radius * unit:.2f}pt];"
    elif isinstance(mark, Word):
        style = (
            f"{_word_style(mark.role)}, anchor={_ANCHORS[mark.anchor]}{', rotate=90' if mark.turned else ''}"
        )
        yield f"\\node[{style}] at ({mark.x:.1f}, {mark.y:.1f}) {{{latex(mark.text)}}};"
    else:
        yield _board(mark, unit)


def _board(board: Board, unit: float) -> str:
    """The board in lines of text, fitted into its rectangle."""
    lines = board.text.splitlines() or [""]
    rows = r"\\".join(map(verbatim, lines))
    x, y = board.x + board.width / 2, board.y + board.height / 2
    # a letter of this type is about 0.42 times as wide as a line is high
    flat = 0.42 * max(map(len, lines)) / len(lines) > board.width / board.height
    sizes = (f"{board.width * unit:.2f}pt", "!") if flat else ("!", f"{board.height * unit:.2f}pt")
    fitted = f"\\resizebox*{{{sizes[0]}}}{{{sizes[1]}}}{{\\ttfamily\\shortstack[l]{{{rows}}}}}"
    colour = "faint" if board.faint else "ink"
    return f"\\node[inner sep=0pt, text={colour}] at ({x:.1f}, {y:.1f}) {{{fitted}}};"


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


def draw_forest(root: Item, title: str) -> str:
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
        yield f"\\board{{{_board_rows(item)}}}"
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


def _board_rows(item: Item) -> str:
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
