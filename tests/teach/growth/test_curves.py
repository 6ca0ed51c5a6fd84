import csv
import io
import json
import sys
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfmove as hm
from halfmove.teach.growth import Curves, Point, Series, depth_reached, plot, uniform_curves
from halfmove.teach.growth import curves as curves_module
from halfmove.teach.growth.plot import bars, figure, table, with_error

pytestmark = pytest.mark.one_speed

TEN = uniform_curves(10, 6)


def test_the_curve_of_the_lectures():
    assert [point.count for point in TEN["best case"].points] == [10, 19, 109, 199, 1099, 1999]
    assert [point.count for point in TEN["minimax = worst case"].points] == [10**d for d in range(1, 7)]
    assert TEN["random order"].at(2).count == pytest.approx(55.9596, abs=1e-4)
    assert TEN["minimax = worst case"].growth == pytest.approx(10)
    assert uniform_curves(10, 6, cases=["best"], count="nodes").series[0].points[1].count == 1 + 10 + 19


def test_csv_reads_back():
    rows = list(csv.DictReader(io.StringIO(TEN.csv())))
    assert len(rows) == 18
    assert list(rows[0]) == ["series", "kind", "depth", "count", "error", "seconds"]
    found = {(row["series"], int(row["depth"])): float(row["count"]) for row in rows}
    assert found == {(s.name, p.depth): p.count for s in TEN.series for p in s.points}


def test_json_says_the_same():
    content = json.loads(json.dumps(TEN.to_dict(), allow_nan=False))
    assert [point["count"] for point in content["series"][2]["points"]] == [10, 19, 109, 199, 1099, 1999]


def test_the_table_and_the_bars():
    lines = table(TEN).splitlines()
    assert lines[1].split() == ["1", "10", "10", "10"]
    assert lines[2].split() == ["2", "100", "55.960", "19"]
    assert lines[-2].split() == ["×", "a", "ply", "10.00", "5.45", "3.17"] or lines[-2].startswith("× a ply")
    drawn = bars(TEN).splitlines()
    assert len(drawn) == 1 + 18
    lengths = [line.count("█") for line in drawn[1:]]
    assert max(lengths) == lengths[-3] == 40  # the largest count takes the whole width
    assert "alphabeta" not in str(TEN)


def test_figures():
    assert [figure(n) for n in (37.15956, 12044, 1234567.0, 0, 5.283e12)] == [
        "37.160", "12,044", "1,234,567", "0", "5.28 × 10¹²",
    ]  # fmt: skip
    assert with_error(Point(3, 11409.2, 263.1)) == "11,409 ± 263"
    assert with_error(Point(3, 53.58, 1.4142)) == "53.6 ± 1.4"


def test_depth_reached():
    reached = depth_reached(TEN, [5, 10, 100, 1500, 10**9])
    points = {s.name: [(p.count, p.depth) for p in s.points] for s in reached.series}
    assert points["best case"] == [(5, 0), (10, 1), (100, 2), (1500, 5)]
    assert points["minimax = worst case"] == [(5, 0), (10, 1), (100, 2), (1500, 3)]
    assert table(reached).splitlines()[1].split() == ["5", "0", "0", "0"]
    with pytest.raises(hm.BadInput, match="above zero"):
        depth_reached(TEN, [0])


def test_pictures(tmp_path):
    pytest.importorskip("matplotlib")
    measured = Series("alphabeta & <co>", "measured", (Point(1, 10, 0.5), Point(2, 50, 4)))
    curves = Curves("Titel < &", "nodes", (*TEN.series, measured))
    heads = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    for ending, head in heads.items():
        curves.save(tmp_path / f"curves.{ending}")
        assert (tmp_path / f"curves.{ending}").read_bytes().startswith(head)
        assert plot.image(curves, ending) == plot.image(curves, ending)
    assert ET.fromstring(curves.svg()).tag.endswith("svg")
    assert curves._repr_svg_() == curves.svg()
    depth_reached(curves).save(tmp_path / "reached.svg")


def test_numbers_need_no_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # not to be found
    TEN.save(tmp_path / "curves.csv")
    assert (tmp_path / "curves.csv").read_text() == TEN.csv()
    TEN.save(tmp_path / "curves.json")
    assert json.loads((tmp_path / "curves.json").read_text()) == TEN.to_dict()
    with pytest.raises(hm.BadInput, match=r"halfmove\[pictures\]"):
        TEN.save(tmp_path / "curves.svg")
    assert TEN._repr_svg_() is None
    assert not (tmp_path / "curves.svg").exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("curves.doc", "written as .svg, .png, .pdf, .csv or .json, not 'curves.doc'"),
        ("nowhere/curves.csv", "There is no folder"),
        (".csv", "not '.csv'"),
    ],
)
def test_files_that_cannot_be(tmp_path, name, sentence):
    with pytest.raises(hm.BadInput, match=sentence):
        curves_module.check_target(tmp_path / name)


def test_names_that_are_none():
    with pytest.raises(hm.BadInput, match="There is no curve 'nonsense'; there are: minimax = worst case"):
        TEN["nonsense"]
    assert TEN.only("best case").series == (TEN["best case"],)
    with pytest.raises(hm.BadInput, match="'median' is none of them"):
        uniform_curves(cases=["median"])
    with pytest.raises(hm.BadInput, match="'evaluations' or 'nodes', not 'leaves'"):
        uniform_curves(count="leaves")
    with pytest.raises(hm.BadInput, match="nothing to plot"):
        plot.image(Curves("", "nodes", ()), "svg")


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0.01, 0.2))
def test_labels_never_overlap_and_keep_their_order(wanted, gap):
    places = plot.spread(wanted, gap)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    for low, high in zip(order, order[1:]):  # noqa: RUF007
        assert places[high] - places[low] >= gap * (1 - 1e-9)
    below = plot.spread(wanted, gap, highest=0.5)
    assert all(place <= 0.5 + 1e-9 for place in below)
    for low, high in zip(order, order[1:]):  # noqa: RUF007
        assert below[high] - below[low] >= gap * (1 - 1e-9)
    if all(abs(a - b) >= gap for i, a in enumerate(wanted) for b in wanted[:i]):
        assert places == pytest.approx(wanted)
