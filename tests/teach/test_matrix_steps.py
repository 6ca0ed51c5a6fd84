"""Matrix games solved by hand: every step is right, and all that the solvers find is found."""

import json
import random
import re
from fractions import Fraction

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core.errors import BadInput, Unsuitable
from halfmove.imperfect.bimatrix import bimatrix, support_enumeration
from halfmove.imperfect.layout import lay_out
from halfmove.teach.matrix import record

pytestmark = pytest.mark.one_speed

ITERATED = "L C R; T 3,0 0,3 1,1; M 1,1 1,1 5,0; B 0,4 4,0 0,0"


def matrix(table):
    return hm.game("matrix", table=table)


def drawn(seed, height, width, most=6):
    draw = random.Random(seed)
    cells = [
        [f"{draw.randint(0, most)},{draw.randint(0, most)}" for _ in range(width)] for _ in range(height)
    ]
    return matrix("; ".join(" ".join(row) for row in cells))


def test_elimination_by_hand():
    """R is dominated by half L and half C; without it M by half T and half B; then 4/7 and 3/7."""
    trace = record(matrix(ITERATED))
    struck = [step.dominated for step in trace.steps if step.dominated]
    assert struck == [(1, 2), (0, 1)]
    assert "mixture of L (1/2) and C (1/2): 3/2 > 1, 1 > 0, 2 > 0" in trace.sentence(1)
    mixed = Fraction(4, 7), Fraction(3, 7)
    assert trace.equilibria == [((mixed[0], 0, mixed[1]), (*mixed, 0))]
    assert trace.left(2) == ((0, 2), (0, 1))
    dilemma = record(hm.game("matrix"))
    assert [dilemma.sentence(n).split(" (")[0] for n in (1, 2)] == [
        "Row's cooperate is strictly dominated by defect",
        "Column's cooperate is strictly dominated by defect",
    ]


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3), (4, 3)])
def test_all_equilibria_of_random_games_are_found(size):
    """Those of equal supports as steps, the rest named at the end; what is struck out earns less indeed."""
    for seed in range(25):
        game = drawn(seed, *size)
        trace = record(game)
        known = support_enumeration(bimatrix(lay_out(game)))
        assert set(trace.equilibria) <= set(known)
        missing = [both for both in known if both not in trace.equilibria]
        assert ("degenerate" in trace.steps[-1].sentence) == bool(missing)
        for x, y in known:  # nobody plays what was struck out
            for step in trace.steps:
                if step.dominated:
                    player, action = step.dominated
                    assert (x, y)[player][action] == 0


def test_each_pair_of_supports_is_tried_once_and_refused_with_a_reason():
    trace = record(hm.game("rock-paper-scissors"))
    tried = [step.support for step in trace.steps if step.support[0]]
    assert len(tried) == len(set(tried)) == 19
    third = Fraction(1, 3)
    assert trace.equilibria == [((third,) * 3,) * 2]
    for step in trace.steps:
        if step.support[0] and step.mixed is None:
            assert "more than" in step.sentence or "no mixture" in step.sentence
    assert trace.steps[-1].sentence == "All pairs of supports have been tried: 1 equilibrium."


def test_a_degenerate_game_says_what_equal_supports_miss():
    trace = record(matrix("2,2 1,0; 2,1 2,2"))
    assert trace.equilibria
    assert "degenerate" in trace.steps[-1].sentence


def test_the_page_has_every_step_and_a_stop_at_each_equilibrium():
    trace = record(matrix("Bach Stravinsky; Bach 2,1 0,0; Stravinsky 0,0 1,2"))
    page = trace.html()
    data = json.loads(re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])
    assert len(data["sentences"]) == len(trace.steps) + 1
    assert data["stops"] == [k for k, step in enumerate(trace.steps, 1) if step.mixed]
    assert all(changes[0][0] == 0 for changes in data["changes"].values())
    assert "<script>alert" not in record(matrix("<script>alert b; r 1 2")).html()
    assert trace.svg().startswith("<svg")
    assert trace._repr_svg_() == trace.svg()


def test_the_command_line(tmp_path):
    told = halfmove(
        "solve", "matrix", "--set", f"table={ITERATED}", "--algorithm", "support-enumeration", "--sentences"
    )
    assert told.status == 0
    assert "Row's M is strictly dominated by a mixture of T (1/2) and B (1/2)" in " ".join(told.out.split())
    file = tmp_path / "matrix.html"
    wrote = halfmove("solve", "matrix", "--algorithm", "support-enumeration", "--output", str(file))
    assert (wrote.status, file.read_text().startswith("<!")) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["kuhn"], "two players choose once"),
        (["matrix", "--output", "x.pdf"], "written as .html or .svg"),
    ],
)
def test_the_command_line_refuses(arguments, words):
    refused = halfmove("solve", *arguments, "--algorithm", "support-enumeration", "--sentences")
    assert refused.status == 2
    assert words in refused.err


def test_what_is_too_large_to_be_stepped_through():
    with pytest.raises(BadInput, match="up to 12 by 12 actions"):
        record(drawn(1, 13, 2))
    diagonal = matrix("; ".join(" ".join("1" if i == j else "0" for j in range(6)) for i in range(6)))
    with pytest.raises(BadInput, match="pairs of supports"):
        record(diagonal)
    with pytest.raises(Unsuitable, match="two players choose once"):
        record(hm.game("goofspiel"))
