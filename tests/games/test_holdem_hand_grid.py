"""The table of hands as a picture and in the terminal."""

from xml.etree import ElementTree

import pytest
from command import halfmove

from halfmove.core.value_grid import value_grid
from halfmove.games.holdem.hand_grid import CELL_HEIGHT, CELL_WIDTH, colours, hand_grid_svg

SVG = "{http://www.w3.org/2000/svg}"


def rectangles(text, colour):
    return [r for r in ElementTree.fromstring(text).iter(f"{SVG}rect") if r.get("fill") == colour]


def test_bars_are_as_wide_as_actions_are_taken():
    actions = ("check", "bet 5")
    shares = [[[0.25, None]], [[0.75, None]]]
    text = hand_grid_svg('A "title" & more', [["AA", "AKs"]], actions, shares, [[0.5, None]])
    bet = rectangles(text, colours(actions)[1])
    assert len(bet) == 2  # in the key, and in the one cell that is held
    assert float(bet[1].get("width")) == pytest.approx(0.75 * (CELL_WIDTH - 1), abs=0.01)
    assert float(bet[1].get("height")) == pytest.approx(0.5 * (CELL_HEIGHT - 1), abs=0.01)
    assert float(bet[1].get("x")) == pytest.approx(0.25 * (CELL_WIDTH - 1), abs=0.01)
    named = ElementTree.fromstring(text).get("aria-label")
    assert named == 'A "title" & more'


def test_larger_bets_are_darker_and_never_run_out():
    found = colours(("fold", "call", "raise 4", "raise 8", "all-in 20"))
    assert len(set(found)) == 5
    assert len(colours([f"bet {n}" for n in range(9)])) == 9


def test_the_terminals_table():
    lines = value_grid([["AA", "AKs"], ["AKo", "KK"]], [[1.0, None], [0.499, 0.0]], colours=False)
    assert lines == ["AA 100AKs  ·", "AKo 50KK   0"]


def test_a_strategy_is_drawn(tmp_path):
    file = tmp_path / "river.svg"
    given = ["board=Kc7d2h5s3c", "first=AA, QJs", "second=KdQd, 99", "most=1"]
    arguments = ["solve", "holdem-river", *[part for each in given for part in ("--set", each)]]
    shown = halfmove(*arguments, "--output", str(file))
    assert shown.status == 0
    assert f"picture           {file}" in shown.out
    assert len(list(ElementTree.parse(file).iter(f"{SVG}text"))) >= 169
    wrong = halfmove(*arguments, "--output", str(tmp_path / "river.png"))
    assert wrong.status == 2
    assert "an .svg file" in wrong.err
    nobody = halfmove(*arguments, "--output", str(file), "--moves", "check, check")
    assert nobody.status == 2
    assert "Nobody acts after check, check" in nobody.err
