"""Every format holds the same tree, and what reads it accepts it."""

import importlib.util
import re
import shutil
import subprocess

import pytest

import halfmove as hm
from halfmove.teach.arrangement import merge_symmetric
from halfmove.teach.drawing import FORMATS, save
from halfmove.teach.drawing.latex import latex

pytestmark = pytest.mark.one_speed

HOSTILE = {
    "name": '<&>"_%#{}\\ ∞',
    "children": {
        'a "x" <b>&_%': {"name": "^~$é 中文 Ω ½", "children": {"\\n": 3, "x" * 80: -2.5}},
        "β|'`": {"name": "</script>", "children": {"[a, b]=c": 4}},
    },
}
CHANCE = [{"player": "chance", "children": [2, [5, 6]], "probabilities": ["1/3", "2/3"]}, 1]
THREE = [[[(1, 2, 6), (4, 3, 3)], [(6, 1, 2)]]]


def traces():
    return {
        "aima": hm.trace(hm.tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])),
        "hostile": hm.trace(hm.tree(HOSTILE)),
        "chance": hm.trace(hm.tree(CHANCE), algorithm="star1"),
        "maxn": hm.trace(hm.tree(THREE), algorithm="maxn"),
        "ghosts": hm.trace(hm.tree(THREE), algorithm="paranoid"),
        "boards": hm.trace(merge_symmetric(hm.game("tictactoe")), depth=1),
    }


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed")
@pytest.mark.parametrize("show", ["solution", "blank"])
def test_graphviz_reads_it(tmp_path, show):
    for name, trace in traces().items():
        save(trace, tmp_path / f"{name}.dot", show=show)
        drawn = run("dot", "-Tplain", f"{name}.dot", cwd=tmp_path).stdout.splitlines()
        vertices = list(trace.outline.walk())
        assert sum(line.startswith("node ") for line in drawn) == len(vertices)
        assert sum(line.startswith("edge ") for line in drawn) == len(vertices) - 1


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed")
def test_graphviz_shows_names_as_they_are(tmp_path):
    save(traces()["hostile"], tmp_path / "h.dot")
    drawn = run("dot", "-Tsvg", "h.dot", cwd=tmp_path).stdout
    assert "&lt;&amp;&gt;&quot;_%#{}\\ ∞" in drawn.replace("&#45;", "-").replace('"_', "&quot;_")
    assert "\\n" in drawn


def test_graphviz_source_of_fig_5_2(tmp_path):
    save(traces()["aima"], tmp_path / "x.gv")
    source = (tmp_path / "x.gv").read_text()
    assert re.findall(r"n(\d+) -- n(\d+) \[.*teetee", source) == [("5", "7"), ("5", "8")]
    assert re.findall(r"n(\d+) -- n(\d+) \[.*style=\"bold\"", source) == [("0", "1"), ("1", "2")]
    assert 'n5 [shape="invtriangle"' in source
    assert r'xlabel="≤ 2\n(3, ∞)"' in source


def latex_says(tmp_path, name):
    """The number of pages; the log is shown if it fails."""
    done = run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", name, cwd=tmp_path)
    return int(re.search(r"\((\d+) pages?", done.stdout).group(1))


def test_comments_of_tikz_can_be_read(tmp_path):
    trace = hm.trace(hm.tree({"name": "Größe", "children": [[3, 12], ["-inf", 4]]}))
    save(trace, tmp_path / "tree.tex")
    lines = (tmp_path / "tree.tex").read_text().splitlines()
    comments = [line for line in lines if line.startswith("% ")]
    told = "\n".join(comments)
    assert "??" not in told
    assert "?" not in told
    assert "MAX Gro" in told
    assert "entered with the window (-inf, inf)" in told
    assert "its true value is <= -inf" in told or "its true value is = -inf" in told


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="LaTeX is not installed")
def test_tikz_compiles_to_one_page(tmp_path):
    for name in ("hostile", "ghosts", "boards"):
        save(traces()[name], tmp_path / f"{name}.tex")
        assert (tmp_path / f"{name}.tex").read_text().isascii()
        assert latex_says(tmp_path, f"{name}.tex") == 1
    save(traces()["chance"], tmp_path / "blank.tex", show="blank")
    assert latex_says(tmp_path, "blank.tex") == 1


def has_package(name):
    found = shutil.which("kpsewhich")
    asked = [found, name] if found else None
    return bool(asked and subprocess.run(asked, capture_output=True, check=False).stdout)


@pytest.mark.skipif(
    not all(has_package(f"{p}.sty") for p in ("forest", "elocalloc", "environ", "inlinedef")),
    reason="LaTeX's forest, or a package it needs, is not installed",
)
@pytest.mark.parametrize("name", ["hostile", "boards"])
def test_forest_compiles_to_one_page(tmp_path, name):
    save(traces()[name], tmp_path / f"{name}.forest.tex")
    assert latex_says(tmp_path, f"{name}.forest.tex") == 1


def test_forest_has_a_bracket_for_every_node(tmp_path):
    for name, trace in traces().items():
        save(trace, tmp_path / f"{name}.forest.tex", show="blank" if name == "chance" else "solution")
        source = (tmp_path / f"{name}.forest.tex").read_text()
        assert source.isascii()
        tree = source[source.index("child anchor=north}") : source.index(r"\end{forest}")]
        assert len(re.findall(r"^ +\[", tree, re.M)) == sum(1 for _ in trace.outline.walk())
        bare = re.sub(r"\\[{}]", "", tree)
        assert bare.count("{") + 1 == bare.count("}")  # the first one stands before the cut
    source = (tmp_path / "aima.forest.tex").read_text()
    assert len(re.findall("cut(?=[],])", source[source.index("begin{forest}") :])) == 2


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("≤ −2", r"$\le$ $-$2"),
        ("50%_a#{b}", r"50\%\_a\#\{b\}"),
        ("α β Ω Α ϑ", r"$\alpha$ $\beta$ $\Omega$ A \makebox[1em]{\tiny 03D1}"),
        ("é ï ç Ł", r"\'{e} \"{\i} \c{c} \L{}"),
        ("中", r"\makebox[1em]{\tiny 4E2D}"),
        ("\\^~", r"$\backslash$\^{}$\sim$"),
    ],
)
def test_text_for_latex(text, source):
    assert latex(text) == source


typst = pytest.mark.skipif(importlib.util.find_spec("typst") is None, reason="typst is not installed")


@typst
def test_png_and_pdf(tmp_path):
    for name, trace in traces().items():
        save(trace, tmp_path / f"{name}.png")
        save(trace, tmp_path / f"{name}.pdf", theme="dark")
        png, pdf = (tmp_path / f"{name}.png").read_bytes(), (tmp_path / f"{name}.pdf").read_bytes()
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        wide = float(re.search(r'width="([\d.]+)"', trace.svg()).group(1))
        assert abs(int.from_bytes(png[16:20], "big") - 2 * wide) <= 2
        assert pdf[:5] == b"%PDF-"
        assert len(re.findall(rb"/Type */Page\b", pdf)) == 1


def test_without_typst(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(hm.BadInput, match=r"install 'halfmove\[pictures\]', or save it as \.svg"):
        save(traces()["aima"], tmp_path / "x.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("x.bmp", {}, r"does not end in a picture's format; there are: .svg, .png, .pdf, .dot, .gv, .tex"),
        ("x", {"format": "bmp"}, "There is no picture format 'bmp'; there are: svg, png"),
        ("no/x.svg", {}, "There is no folder"),
        ("x.svg", {"colour": 1}, "A picture has no option 'colour'"),
    ],
)
def test_files_that_cannot_be_written(tmp_path, name, options, sentence):
    with pytest.raises(hm.BadInput, match=sentence):
        save(traces()["aima"], tmp_path / name, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file_and_html_needs_a_trace(tmp_path):
    (tmp_path / "d.svg").mkdir()
    with pytest.raises(hm.BadInput, match="is a folder"):
        save(traces()["aima"], tmp_path / "d.svg")
    with pytest.raises(hm.BadInput, match="made of a trace"):
        save(hm.tree([1, 2]), tmp_path / "x.html")


def test_the_format_is_that_of_the_name_or_as_said(tmp_path):
    trace = traces()["aima"]
    for ending in FORMATS:
        if ending not in ("png", "pdf"):
            trace.save(tmp_path / f"x.{ending.upper()}")
            trace.save(str(tmp_path / "named"), format=ending)
            assert (tmp_path / f"x.{ending.upper()}").read_bytes() == (tmp_path / "named").read_bytes()
    (tmp_path / "x.SVG").chmod(0o640)
    trace.save(tmp_path / "x.SVG", title="again")
    assert (tmp_path / "x.SVG").stat().st_mode & 0o777 == 0o640
    assert "again" in (tmp_path / "x.SVG").read_text()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
