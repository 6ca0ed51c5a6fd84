"""SGF files made at random, whose main line is a game and the rest anything; and what a file says."""

from __future__ import annotations

from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.sgf_tree import escape, parts, tree, unescape

GO5 = interpreted(hm.game("go", size=5))
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
POINTS = st.text("abcde", min_size=2, max_size=2)
SAID = st.dictionaries(
    st.sampled_from(["C", "N", "LB", "TR", "BM", "TE", "DO", "IT", "GB", "SBKV", "BL", "WL", "OB", "XX"]),
    st.lists(TEXTS.map(escape), min_size=1, max_size=3),
    max_size=4,
)
ROOT = st.dictionaries(
    st.sampled_from(
        ["KM", "RU", "PB", "PW", "BR", "RE", "DT", "TM", "OT", "GN", "EV", "AP", "C", "CP", "ZZ"]
    ),
    TEXTS.map(escape).map(lambda text: [text]),
    max_size=6,
).map(lambda said: {**said, "KM": ["6.50"]} if "KM" in said else said)


def written_out(said):
    return ";" + "".join(name + "".join(f"[{value}]" for value in values) for name, values in said.items())


@st.composite
def variations(draw, depth):
    """Nodes below a node: legal or not, moves or not."""
    kind = draw(st.integers(0, 9))
    said = dict(draw(SAID))
    if kind == 0:
        said[draw(st.sampled_from(["AB", "AW", "AE"]))] = [draw(POINTS)]
    elif kind < 9:
        said[draw(st.sampled_from("BW"))] = [draw(POINTS | st.just(""))]
    below = "" if depth == 0 else "".join(
        f"({draw(variations(depth - 1))})" for _ in range(draw(st.integers(0, 2)))
    )  # fmt: skip
    return written_out(said) + below


@st.composite
def files(draw):
    """A game whose main line is one, and whatever beside it."""
    moves, state = "", GO5.initial()
    closing = ""
    for _ in range(draw(st.integers(0, 6))):
        said = dict(draw(SAID))
        if draw(st.integers(0, 4)):  # else a node that only says something
            action = draw(st.sampled_from([a for a in GO5.actions(state) if a != GO5.points]))
            said["BW"[state.mover]] = [GO5.sgf_text(action)]
            state = GO5.result(state, action)
        others = [f"({draw(variations(2))})" for _ in range(draw(st.integers(0, 2)))]
        if others:
            moves += f"({written_out(said)}"
            closing = ")" + "".join(others) + closing
        else:
            moves += written_out(said)
    root = {"GM": ["1"], **draw(ROOT), "SZ": ["5"]}
    return f"({written_out(root)}{moves}{closing})"


def tree_of(text):
    """What a text says, however it is written: properties with their values, continuations; of those beside
    the main line the order is not asked, nor how comments are escaped."""
    [part] = parts(text)

    def said(node, main=True):
        about = {
            name: [unescape(v) for v in values] if name == "C" else values
            for name, values in node.properties.items()
        }
        below = [said(child, main and n == 0) for n, child in enumerate(node.children)]
        first = 1 if main else 0
        return sorted(about.items()), below[:first] + sorted(below[first:], key=repr)

    return said(tree(part))
