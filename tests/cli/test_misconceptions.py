import pytest
from command import halfmove

import halfmove as hm

pytestmark = pytest.mark.one_speed


def test_the_list():
    shown = halfmove("misconceptions")
    assert shown.status == 0
    assert all(name in shown.out for name in hm.misconceptions())
    found = halfmove("misconceptions", "--json").json["misconceptions"]
    assert [row["name"] for row in found] == list(hm.misconceptions())
    assert set(found[0]) == {"name", "topic", "belief", "answer"}


def test_one():
    shown = halfmove("misconceptions", "equal-moves")
    assert shown.status == 0
    assert "(1) WRONG: " in shown.out
    assert "c is worth 1" in " ".join(shown.out.split())
    found = halfmove("misconceptions", "equal-moves", "--json").json
    assert found["facts"]["worth"] == [4, 4, 1]
    assert [part["verdict"] for part in found["parts"]] == ["wrong", "wrong", "right", "right"]


@pytest.mark.parametrize("name", hm.misconceptions())
def test_nothing_is_cut_off_where_lines_end(name):
    """Into a pipe, 80 columns wide: every word of the entry is there, and wide tables are wrapped."""
    shown = halfmove("misconceptions", name).out
    words = " ".join(hm.misconception(name).text(width=None).replace("│", " ").split())
    for word in set(words.split()):
        assert word in shown or any(word.startswith(c) for c in "─├└"), word


def test_a_wide_table_is_wrapped():
    shown = halfmove("misconceptions", "what-is-counted").out
    assert max(map(len, shown.splitlines())) <= 80
    assert "(its\n" in shown
    assert "utility, or its evaluation)" in shown
    ghosts = halfmove("misconceptions", "several-ghosts").out
    assert "layers of MIN between two of" in ghosts


def test_a_page(tmp_path):
    page = tmp_path / "horizon.html"
    shown = halfmove("misconceptions", "horizon", "--output", str(page))
    assert (shown.status, shown.out.strip()) == (0, f"Wrote {page}.")
    assert page.read_text().count("<svg") == 4


def test_a_wrong_run_step_by_step():
    shown = halfmove("misconceptions", "which-window", "--steps", "1", typed="end\nquit\n")
    assert shown.status == 0
    assert "3 ≥ 3" in shown.out
    assert "true value 7" in shown.out


def test_bad_input(tmp_path):
    for arguments, said in (
        (["nonsense"], "There is no misconception 'nonsense'"),
        (["--output", "x.html"], "--output needs the NAME"),
        (["--steps", "1"], "--steps needs the NAME"),
        (["odd-depths", "--steps", "1"], "have the numbers 2, not 1"),
        (["horizon", "--steps", "x"], "--steps"),
        (["horizon", "--steps", "1", "--json"], "goes with neither"),
        (["horizon", "--output", str(tmp_path / "x.gif")], "ends in .html"),
        (["horizon", "--output", str(tmp_path / "none" / "x.html")], "There is no folder"),
    ):
        done = halfmove("misconceptions", *arguments)
        assert done.status == 2
        assert said in done.err
        assert len(done.err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
