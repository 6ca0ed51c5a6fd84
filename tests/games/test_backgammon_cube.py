"""The doubling cube: take points and equities against Janowski's formulas and a cube turned by hand."""

import pytest
from command import halfmove

import halfmove as hm
from halfmove.games.backgammon.cube import (
    Doubling,
    MatchTable,
    Side,
    decision,
    doubling,
    match_table,
    money,
    sides,
    take_point,
    value,
)
from halfmove.games.backgammon.rules import BEAVER, CHOICE, DOUBLE, DROP, OFFERED, ROLL, TAKE, State, standing

START = "4HPwATDgc/ABMA"

GNU_TABLE = {
    (2, 2): 0.500, (2, 3): 0.599, (2, 4): 0.669, (2, 5): 0.744, (3, 4): 0.572, (3, 5): 0.648, (3, 7): 0.762,
    (4, 5): 0.577, (5, 6): 0.566, (6, 9): 0.668, (7, 9): 0.609, (2, 1): 0.323, (3, 1): 0.249, (5, 1): 0.158,
}  # fmt: skip
"""What GNU Backgammon 1.07's table (Neil Kazaross and others, by rollouts) has, as its bindings print it."""


def waiting(game, own, other, dice=CHOICE, **more):
    fields = {"mover": 0, "cube": 1, "owner": 0, "own_points": 0, "other_points": 0, "crawford": 2}
    return State(own=standing(*own), other=standing(*other), dice=dice, gain=0, **(fields | more))


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (0.2, 0.2), (0.3, 0.1), (0.05, 0.4)])
@pytest.mark.parametrize("x", [0.0, 0.5, 1.0])
def test_take_points_of_money_are_janowski_s(won, lost, x):
    """(L - 1/2) / (W + L + x / 2); the largest cube is dead, which moves it by less than a thousandth."""
    mine, his = money(won, lost)
    expected = (1 + lost - 0.5) / (1 + won + 1 + lost + x / 2)
    assert take_point(mine, his, 2, x) == pytest.approx(expected, abs=1e-3)


def test_equities_of_money_are_janowski_s_between_the_points_of_cashing():
    """E = C (p (W + L + x / 2) - L) with the cube on one's side, less x / 2 with it on the other's; in the
    middle, live, 4 / 3 (p (W + L + 1/2) - L - 1/4)."""
    won, lost = 0.25, 0.15
    mine, his = money(won, lost)
    w, loss = 1 + won, 1 + lost
    for p in (0.35, 0.5, 0.65):
        for x in (0.0, 0.4, 1.0):
            owned = value(mine, his, 2, p, mine=True, his=False, x=x)
            assert owned == pytest.approx(2 * (p * (w + loss + x / 2) - loss), abs=4e-3)
            theirs = value(mine, his, 2, p, mine=False, his=True, x=x)
            assert theirs == pytest.approx(2 * (p * (w + loss + x / 2) - loss - x / 2), abs=4e-3)
        live = value(mine, his, 1, p, mine=True, his=True, x=1.0)
        assert live == pytest.approx(4 / 3 * (p * (w + loss + 0.5) - loss - 0.25), abs=4e-3)


def test_the_last_cube_is_taken_from_a_quarter_on():
    """Nobody turns it again, and without gammons 1/4 of the games at stake are as good as a drop."""
    mine, his = money(0, 0)
    assert take_point(mine, his, 64, 1.0) == pytest.approx(0.25)
    assert take_point(mine, his, 32, 1.0) == pytest.approx(0.75 * 0.25 / 0.9375, abs=0.05)


def naive_take_point(own, other, cube, table):
    """A live cube turned by hand, without gammons: bisection on the chance at which taking is as good."""

    def worth(mine, his):
        return 1.0 if mine <= 0 else 0.0 if his <= 0 else table(mine, his)

    def taken(p):
        """The match chance of the taker, who owns the cube, at the chance p to win the game."""
        if cube >= own:
            return p * worth(own - cube, other) + (1 - p) * worth(own, other - cube)
        cash = 1 - naive_take_point(other, own, 2 * cube, table)
        if p >= cash:
            return worth(own - cube, other)
        return worth(own, other - cube) + p / cash * (worth(own - cube, other) - worth(own, other - cube))

    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if taken(middle) < worth(own, other - cube // 2):
            low = middle
        else:
            high = middle
    return (low + high) / 2


@pytest.mark.parametrize(("own", "other"), [(2, 2), (3, 5), (5, 3), (5, 4), (2, 6), (6, 2)])
def test_take_points_in_a_match(own, other):
    table = match_table()
    mine, his = sides(table, own, other, 0.0, 0.0)
    assert take_point(mine, his, 2, 1.0) == pytest.approx(naive_take_point(own, other, 2, table), abs=1e-9)


def test_the_match_table():
    """Symmetric, higher the less one needs, and within 1.2 % of the table that GNU Backgammon uses."""
    table = MatchTable()
    for own in range(1, 16):
        assert table(own, own) == pytest.approx(0.5)
        for other in range(1, 16):
            assert table(own, other) + table(other, own) == pytest.approx(1)
            assert table(own, other) > table(own + 1, other)
    for (own, other), theirs in GNU_TABLE.items():
        assert table(own, other) == pytest.approx(theirs, abs=0.012)
    # without gammons and one point away after the Crawford game, by hand: two games of even chances, or one
    plain = MatchTable(gammons=0.0)
    assert [plain.after_crawford(n) for n in range(1, 7)] == [0.5, 0.5, 0.25, 0.25, 0.125, 0.125]
    assert plain(3, 1) == 0.25
    assert plain(2, 1) == 0.25


def test_two_away_each_doubling_costs_nothing():
    """With the cube at 2 the game is for the match: the take point is that of a game for it all."""
    mine, his = sides(MatchTable(gammons=0.0), 2, 2, 0.0, 0.0)
    assert take_point(mine, his, 2, 0.68) == pytest.approx(MatchTable(gammons=0.0)(2, 1))
    assert not mine.may_double(2)
    assert mine.may_double(1)


def test_whom_a_win_is_enough_for_is_never_worse_off_than_by_dropping():
    for p in (0.01, 0.2, 0.5, 0.9, 0.999):
        mine, his = money(0.2, 0.2)
        worths = [value(mine, his, 2, p, mine=a, his=b, x=0.68) for a in (True, False) for b in (True, False)]
        assert max(worths) <= 2 * 1.2 + 1e-9
        assert value(mine, his, 2, p, mine=True, his=False, x=0.68) >= value(
            mine, his, 2, p, mine=False, his=True, x=0.68
        )


def test_words():
    def words(kept, taken, dropped=1.0):
        return Doubling(kept, taken, dropped, 0.2, 0.8).advice

    assert words(0.3, 0.2) == "no double, take"
    assert words(0.5, 0.7) == "double, take"
    assert words(0.8, 1.2) == "double, drop"
    assert words(1.1, 1.4) == "too good to double, drop"


def test_decisions():
    game = hm.game("backgammon", cube=True, evaluation="hand")
    even = game.parse(START)
    start = game.waiting(even, CHOICE, 1, 0)
    assert decision(game, even) is None
    found = decision(game, start)
    assert (found.best, found.advice) == (ROLL, "no double, take")
    ahead = waiting(game, [(1, 2), (2, 2)], [(6, 5), (5, 4)])
    sure = decision(game, ahead)
    assert (sure.best, sure.advice) == (DOUBLE, "double, drop")
    asked = decision(game, ahead._replace(dice=OFFERED))
    assert (asked.best, asked.values["drop"]) == (DROP, -1)
    assert asked.facts["chance to win"] == pytest.approx(1 - sure.facts["chance to win"])
    assert decision(game, start._replace(dice=OFFERED)).best == TAKE
    behind = waiting(game, [(6, 5), (5, 4)], [(1, 2), (2, 2)], OFFERED)
    beavers = hm.game("backgammon", cube=True, beavers=True, evaluation="hand")
    assert decision(beavers, behind).best == BEAVER


def test_with_jacoby_a_gammon_counts_only_once_the_cube_is_turned():
    """Who may win many gammons has more from doubling where they count for nothing before."""
    own, other = [(6, 3), (5, 3), (4, 3), (8, 3), (7, 3)], [(24, 3), (23, 2), (13, 5), (12, 5)]
    plain, jacoby = (hm.game("backgammon", cube=True, jacoby=j) for j in (False, True))
    s = waiting(plain, own, other)
    with_gammons, without = doubling(plain, s)[0], doubling(jacoby, s)[0]
    assert with_gammons.double_take == without.double_take
    assert with_gammons.no_double != without.no_double


def test_a_match_counts_matches():
    """At 2 away each a double is for the match; after Crawford who is behind doubles at once."""
    game = hm.game("backgammon", cube=True, match=5)
    opening = game.parse(START).own
    s = State(opening, opening, 0, CHOICE, 1, 0, 1, 4, 2, 0)  # four to go, one to go, after Crawford
    found = decision(game, s)
    assert found.best == DOUBLE
    assert found.values["double, drop"] == pytest.approx(2 * match_table().after_crawford(3) - 1)
    for worth in found.values.values():
        assert -1 <= worth <= 1


def test_a_side_is_symmetric():
    mine, his = money(0.3, 0.1)
    assert isinstance(mine, Side)
    assert mine.win(2) == -his.loss(2)
    for p in (0.2, 0.5, 0.7):
        there = value(his, mine, 2, 1 - p, mine=False, his=True, x=0.68)
        assert value(mine, his, 2, p, mine=True, his=False, x=0.68) == pytest.approx(-there)


def test_analyze_tells_of_the_cube():
    position = ["--set", "cube=true", "--moves", "31 8/5 6/5", "--depth", "1"]
    outcome = halfmove("analyze", "backgammon", *position)
    assert outcome.status == 0
    assert "best move   roll, by formulas: no double, take" in outcome.out
    found = halfmove("analyze", "backgammon", *position, "--json").json
    assert (found["best"], found["decision"]["advice"]) == ("roll", "no double, take")
    assert found["decision"]["values"]["double, drop"] == 1
    assert "decision" not in halfmove("analyze", "backgammon", "--moves", "31", "--depth", "1", "--json").json
