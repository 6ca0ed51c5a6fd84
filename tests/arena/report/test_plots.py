"""Contests as pictures: names and numbers are in them; what cannot be drawn is said."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from contest_records import a_game, in_pairs, results_of

from halfmove.arena.plan import StopRule
from halfmove.arena.report.limits import find_limits
from halfmove.arena.report.plots import FORMS, VIEWS, choose_view, plot, refuse
from halfmove.arena.report.summary import report
from halfmove.core.errors import BadInput

pytest.importorskip("matplotlib")

pytestmark = pytest.mark.one_speed

MATCH = report(
    results_of(
        in_pairs([(1, 0.5), (0, 0.5), (0.5, 0.5), (1, 0)]), names=("random?name=Ann", "random?name=B$b$")
    )
)
TESTED = report(results_of(in_pairs([(1, 0.5), (0, 0.5), (0.5, 0.5)] * 3), stop=StopRule(0, 50)))
LOPSIDED = report(results_of(in_pairs([(1, 1)] * 3)))
DEPTHS = tuple(f"engine?depth={d}" for d in (1, 2, 3))


def table(names=DEPTHS, **options):
    records, begin = {}, 0
    for a in range(len(names)):
        for b in range(a + 1, len(names)):
            records |= in_pairs([(0, 0.5), (0.5, 1), (0, 0)], a, b, begin)
            begin += 6
    return report(results_of(records, names=names, format="round-robin", **options))


def words(svg):
    """The text of a picture: matplotlib draws letters as shapes, and says in comments what they mean."""
    ElementTree.fromstring(svg)
    return re.findall(r"<!-- (.*?) -->", svg.decode())


def test_the_forms():
    assert plot(MATCH, "svg").startswith(b"<?xml")
    assert plot(MATCH, "png").startswith(b"\x89PNG")
    assert plot(MATCH, "pdf").startswith(b"%PDF")
    assert FORMS == ("svg", "png", "pdf")
    assert plot(MATCH, "svg") == plot(MATCH, "svg")


@pytest.mark.parametrize(
    ("found", "view"),
    [(MATCH, "elo"), (TESTED, "test"), (LOPSIDED, "cross"), (report(results_of({}, done=False)), "cross")],
)
def test_the_view_that_says_most(found, view):
    assert choose_view(found) == view
    assert plot(found)


def test_the_view_of_a_table():
    assert choose_view(table()) == "limit"
    assert choose_view(table(("random?name=A", "engine?depth=2", "alphabeta?depth=3"))) == "ratings"
    three = report(results_of({0: a_game(0, (0, 1, 2), (2 / 3, 1 / 3, 0.0))}, 3))
    assert choose_view(three) == "cross"
    assert plot(three)


def test_a_cross_table():
    said = words(plot(table(), "svg", "cross"))
    assert [name for name in said if "depth=" in name] == [
        f"engine?depth={d}  {k}" for k, d in ((1, 3), (2, 2), (3, 1))
    ]
    assert said.count("1/6") + said.count("1.0/6") == 0
    assert {"points", "connect4: round-robin, 18 games"} <= set(said)
    # of each six games the lower numbered made ½ + 1½ + 0 = 2
    assert (said.count("2/6"), said.count("4/6")) == (3, 3)
    assert {"8/12", "6/12", "4/12"} <= set(said)


def test_names_are_taken_at_their_word():
    said = words(plot(MATCH, "svg", "cross"))
    assert "B$b$  2" in said
    assert any("Ann against B$b$" in one for one in said)


def test_ratings_and_limits():
    said = words(plot(table(), "svg", "ratings"))
    assert set(DEPTHS) <= set(said)
    assert "Elo, 95 % intervals" in said
    said = words(plot(replace(table(), anchors={"engine?depth=1": 1000.0}), "svg", "limit"))
    assert "depth in plies" in said
    assert {"1", "2", "3", "1000"} <= set(said)
    both = table((*DEPTHS, "alphabeta?depth=1", "alphabeta?depth=2"))
    assert {"engine", "alphabeta"} <= set(words(plot(both, "svg", "limit")))


def test_a_match_as_it_went():
    said = words(plot(MATCH, "svg", "elo"))
    assert {"games", "Elo of Ann, 95 %", "4", "8"} <= set(said)
    said = words(plot(TESTED, "svg", "test"))
    assert {"H0", "H1", "log-likelihood ratio of 50 to 0 Elo (normalized)"} <= set(said)


# ---- players that differ in one bound
def limits(*names, controls=("",)):
    return find_limits(results_of({}, names=names, controls=controls).plan)


def test_players_that_differ_in_a_bound():
    assert limits(*DEPTHS) == ("depth", {"engine": [(1.0, 0), (2.0, 1), (3.0, 2)]})
    assert limits("engine", "engine", controls=("0.1/move", "0.5/move")) == (
        "seconds",
        {"engine": [(0.1, 0), (0.5, 1)]},
    )
    assert limits("engine?depth=2&nodes=9", "engine?depth=3&nodes=9") == (
        "depth",
        {"engine nodes=9": [(2.0, 0), (3.0, 1)]},
    )
    assert limits("engine?depth=2", "alphabeta?depth=3") is None
    assert limits("engine?depth=2&nodes=9", "engine?depth=3&nodes=8") is None
    assert limits("random", "random?name=other") is None


def test_an_option_of_that_name_that_is_no_number():
    assert limits("uci:x?depth=deep", "uci:x?depth=deeper") is None


# ---- what cannot be drawn
@pytest.mark.parametrize(
    ("found", "view", "sentence"),
    [
        (MATCH, "pie", "There is no view 'pie'; there are: cross, ratings, limit, elo, test."),
        (MATCH, "test", "The view 'test' is of a match under a sequential test."),
        (MATCH, "limit", "No two players of this contest differ in a bound alone (depth, time, nodes)."),
        (table(), "elo", "The view 'elo' is of a match of two players."),
    ],
)
def test_views_that_a_contest_does_not_have(found, view, sentence):
    for asked in (lambda: refuse(view, found.results.plan), lambda: plot(found, "svg", view)):
        with pytest.raises(BadInput) as error:
            asked()
        assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("found", "view"),
    [
        (LOPSIDED, "elo"),
        (LOPSIDED, "ratings"),
        (report(results_of({}, stop=StopRule(0, 5))), "test"),
        (report(results_of({}, names=DEPTHS, format="round-robin")), "limit"),
    ],
)
def test_nothing_to_draw_yet(found, view):
    refuse(view, found.results.plan)
    with pytest.raises(BadInput, match="There is nothing to plot"):
        plot(found, "svg", view)


def test_all_views_are_named():
    assert set(VIEWS) == {"cross", "ratings", "limit", "elo", "test"}
