"""The SVG: well formed, accessible, its own master in a page, the same tree whatever is asked of it."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.teach.arrangement import merge_symmetric
from halfmove.teach.drawing import svg
from halfmove.teach.drawing.scene import DARK, LIGHT, text_width
from halfmove.teach.outline import outline

pytestmark = pytest.mark.one_speed

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
NS = "{http://www.w3.org/2000/svg}"
HOSTILE = {
    "name": '<&>"_%#{}\\ ∞ ]]> </svg>',
    "children": {'a "x" <b>&amp;': {"name": "^~$é 中文 Ω", "children": {"\\n": 3, "x" * 300: -2.5}}},
}


def words(document):
    return ["".join(t.itertext()) for t in ET.fromstring(document).iter(f"{NS}text")]


def test_a_document_that_says_what_it_is():
    root = ET.fromstring(svg(hm.trace(hm.tree(TREE))))
    assert root.get("role") == "img"
    title, told = root.find(f"{NS}title"), root.find(f"{NS}desc")
    assert root.get("aria-labelledby").split() == [title.get("id"), told.get("id")]
    assert title.text == "alphabeta: 3 by move 0, 7 of 9 leaves evaluated"
    assert told.text.startswith("A game tree of 13 nodes, 9 of them leaves. MAX the root;")
    assert told.text.endswith("Edges cut: 2.")
    nodes = [g for g in root if (g.get("data-part") or "").startswith("n")]
    assert len(nodes) == 13
    assert all(g.find(f"{NS}title").text for g in nodes)
    third = next(g for g in nodes if g.get("data-part") == "n5").find(f"{NS}title").text
    assert third == (
        "MIN 1; by 1; entered with the window (3, ∞); returns 2, its true value is ≤ 2; "
        "cut off because 2 ≤ 3, 2 of its actions never tried"
    )


def test_colours_without_a_style_sheet_and_with_one():
    trace = hm.trace(hm.tree(TREE))
    auto, light, dark = (svg(trace, theme=theme) for theme in ("auto", "light", "dark"))
    name = ET.fromstring(auto).get("id")
    sheet = re.search("<style>(.*?)</style>", auto).group(1)
    assert sheet.startswith("@media (prefers-color-scheme:dark){")
    assert all(rule.startswith(f"#{name} .") for rule in re.findall(r"[{}](#[^{]+)\{", sheet))
    assert "<style>" not in light + dark
    assert "class=" not in light + dark
    assert DARK["paper"] in dark
    assert LIGHT["paper"] not in dark
    assert re.sub(r' class="[^"]*"|<style>.*?</style>|tree-\w+', "", auto) == re.sub(r"tree-\w+", "", light)
    assert "href" not in auto
    assert "url(" not in auto


@pytest.mark.parametrize("show", ["solution", "blank"])
def test_hostile_names(show):
    document = svg(hm.trace(hm.tree(HOSTILE)), show=show)
    texts = words(document)
    assert '<&>"_%#{}\\ ∞ ]]> </svg>' in texts
    assert "^~$é 中文 Ω" in texts
    assert "\\n" in texts
    assert "x" * 27 + "…" in texts


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=40), st.text(max_size=60))
def test_any_text_makes_a_document(name, title):
    try:
        tree = hm.tree({"name": name, "children": [1, 2]})
    except hm.BadInput:
        return
    ET.fromstring(svg(hm.trace(tree), title=title))


def test_the_same_picture_of_a_replay_a_vertex_and_a_game():
    tree = hm.tree(TREE)
    trace = hm.trace(tree)
    whole = words(svg(trace, legend=False, title=""))
    assert words(svg(trace.replay, legend=False)) == whole
    leaves = [str(n) for row in TREE for n in row]
    assert words(svg(tree, legend=False)) == words(svg(outline(tree), legend=False)) == leaves


def test_boards_keep_to_themselves():
    """Ids inside boards are made different, and the documents show what they showed."""
    game = hm.game("connect4", width=4, height=4)
    plain = type(game).draw

    class Named(type(game)):
        def draw(self, s):
            return plain(self, s).replace("<path", '<g id="x"/><use href="#x" fill="url(#x)"/><path', 1)

    root = ET.fromstring(svg(hm.trace(Named(width=4, height=4), depth=1)))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) == 3 + 5
    used = list(root.iter(f"{NS}use"))
    assert [(e.get("href"), e.get("fill")) for e in used] == [
        (f"#b{i}-x", f"url(#b{i}-x)") for i in range(1, 6)
    ]
    boards = list(root.iter(f"{NS}svg"))[1:]
    assert {b.get("viewBox") for b in boards} == {"-8 -8 256 284"}


def test_boards_by_name_for_an_outline():
    game = merge_symmetric(hm.game("tictactoe"))
    whole = outline(game, depth=1)
    assert svg(whole, game=game).count("<svg") == 1 + 4
    assert svg(whole).count("<svg") == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"show": "half"}, "A picture's 'show' is one of solution, blank, not 'half'"),
        ({"colour": 1}, "A picture has no option 'colour'; its options are: show, windows"),
        ({"board_size": 3}, "A board's size must be from 8 to 2000, not 3"),
        ({"steps": -1}, "This trace has 45 steps; -1 is not from 0 to that"),
        ({"steps": 46}, "46 is not from 0"),
    ],
)
def test_options_that_there_are_not(options, sentence):
    with pytest.raises(hm.BadInput, match=re.escape(sentence)):
        svg(hm.trace(hm.tree(TREE)), **options)


def test_contents_that_cannot_be_drawn():
    with pytest.raises(hm.BadInput, match="made of a trace, a replay, an outline or a game"):
        svg(7)
    with pytest.raises(hm.BadInput, match="Only a trace has steps"):
        svg(hm.tree(TREE), steps=1)
    with pytest.raises(hm.BadInput, match="too many to draw"):
        svg(hm.game("tictactoe"))
    with pytest.raises(hm.BadInput, match="no search has started"):
        svg(type(hm.trace(hm.tree(TREE)).replay)())


def test_a_notebook_shows_it():
    trace = hm.trace(hm.tree(TREE))
    assert trace._repr_svg_() == trace.svg()
    ET.fromstring(trace._repr_html_())
    large = hm.trace(hm.tree([[0] * 60] * 60))
    assert large._repr_html_() is None


def test_widths_are_those_of_the_font():
    """The table against the font file, where matplotlib brings it: never narrower, and hardly wider."""
    pytest.importorskip("matplotlib", reason="its font files are the oracle")
    ttlib = pytest.importorskip("fontTools.ttLib")
    from halfmove.teach.drawing.svg import _folders

    for bold, name in ((False, "DejaVuSans.ttf"), (True, "DejaVuSans-Bold.ttf")):
        font = ttlib.TTFont(_folders()[0] / name)
        names, advances = font.getBestCmap(), font["hmtx"]
        for text in ("= −12.5", "(−∞, ∞)", "(3, 3+ε)", "Aggressive opening <e4>", "player 2", "abcxyz{}_%&"):
            real = sum(advances[names[ord(letter)]][0] for letter in text) * 10 / font["head"].unitsPerEm
            assert real <= text_width(text, 10, bold) + 0.2 <= 1.1 * real + 0.5
