"""Backgammon: plays against a naive list, GNU Backgammon's identifiers, the cube, matches, words."""

import random
from collections import Counter
from string import ascii_letters, digits

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_backgammon import outcomes

import halfmove as hm
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.contract import CHANCE
from halfmove.core.errors import BadInput
from halfmove.core.formats import GameRecord, Move
from halfmove.core.plain_text import PlainText
from halfmove.games.backgammon.chequers import on, on_board, pips
from halfmove.games.backgammon.knowledge import normal, root
from halfmove.games.backgammon.rules import (
    BEAVER,
    CENTRED,
    CHOICE,
    CRAWFORD,
    DOUBLE,
    DROP,
    OTHER,
    OVER,
    OWN,
    ROLL,
    TAKE,
    THROW,
    State,
    standing,
)

START = "4HPwATDgc/ABMA"
THROWS = [10 * a + b for a in range(1, 7) for b in range(1, a + 1)]
GAME = interpreted(hm.game("backgammon"))


def placed(own, other, dice=THROW, **rest):
    """A state of money play: each side as pairs of a point and how many stand there."""
    first = State(standing(*own), standing(*other), 0, dice, 1, CENTRED, 0, 0, 2, 0)
    return first._replace(**rest)


def counts(side):
    return (0, *(on(side, 25 - point) for point in range(1, 26)))


def boards(game, s):
    """Both sides after each legal play, from the view of whoever played."""
    found = []
    for a in game.actions(s):
        after = game.result(s, a)
        own, other = (after.own, after.other) if after.dice == OVER else (after.other, after.own)
        found.append((counts(own), counts(other)))
    return found


@st.composite
def positions(draw):
    """Two sides that share no point: anywhere, or mostly home."""
    home = draw(st.booleans())
    where = st.integers(1, 7) if home else st.integers(1, 25)
    own = draw(st.lists(where, min_size=1, max_size=15))
    taken = {25 - point for point in own if point != 25}
    free = [point for point in range(1, 26) if point not in taken]
    other = draw(st.lists(st.sampled_from(free), min_size=1, max_size=15))
    return placed(Counter(own).items(), Counter(other).items())


# ---- plays
@settings(max_examples=60)
@given(s=positions(), dice=st.sampled_from(THROWS))
def test_the_plays_are_those_of_the_naive_list(s, dice):
    s = s._replace(dice=dice)
    found = boards(GAME, s)
    assert len(set(found)) == len(found), "two plays lead to one position"
    assert set(found) == outcomes(list(counts(s.own)), list(counts(s.other)), dice // 10, dice % 10)


@pytest.mark.exhaustive
@settings(max_examples=5000)
@given(s=positions(), dice=st.sampled_from(THROWS))
def test_many_more_plays_are_those_of_the_naive_list(s, dice):
    test_the_plays_are_those_of_the_naive_list.hypothesis.inner_test(s, dice)


@pytest.mark.parametrize(
    ("own", "other", "dice", "plays"),
    [
        ([(24, 1), (1, 2)], [(12, 2)], 65, ["24/18"]),  # either die, but not both: the larger
        ([(24, 1), (1, 14)], [(6, 2)], 65, ["24/18/13"]),
        ([(25, 2), (6, 2)], [(6, 2), (5, 2)], 65, ["pass"]),
        ([(25, 1), (6, 1)], [(6, 2)], 65, ["bar/20/14"]),
        ([(6, 1), (3, 1)], [(25, 1)], 66, ["6/off 3/off"]),
        ([(8, 1)], [(25, 1)], 62, ["8/off"]),
        ([(13, 1)], [(7, 1), (10, 1), (25, 1)], 51, None),
    ],
)
def test_plays_as_players_write_them(own, other, dice, plays):
    s = placed(own, other, dice)
    told = [GAME.action_text(s, a) for a in GAME.actions(s)]
    if plays is None:
        assert told == ["13/7"]
        return
    assert len(told) == len(plays)
    for play in plays:
        assert GAME.parse_action(s, play) in list(GAME.actions(s))


def test_hits_are_told_apart():
    """One chequer both ways: it hits on the 18 point, on the 23 point or nothing."""
    s = placed([(24, 1), (1, 2)], [(7, 1), (2, 1), (20, 2)], 61)
    told = {GAME.action_text(s, a) for a in GAME.actions(s)}
    assert {"24/18*/17", "24/23*/17"} <= told
    with pytest.raises(BadInput, match="can be several plays"):
        GAME.parse_action(s, "24/17")
    assert GAME.parse_action(s, "24/18 18/17") == GAME.parse_action(s, "24/18*/17")


@pytest.mark.parametrize(
    ("text", "same"),
    [("6/5 8/5", "8/5 6/5"), ("8/5, 6/5", None), ("8/5  6/5", "8/5 6/5"), ("6/5 6/3", "6/3 6/5")],
)
def test_plays_are_read_in_any_order(text, same):
    s = GAME.result(GAME.initial(), 31)
    if same is None:
        with pytest.raises(BadInput, match="'8/5,' is not part of a play"):
            GAME.parse_action(s, text)
    else:
        assert GAME.parse_action(s, text) == GAME.parse_action(s, same)


def test_a_line_of_moves_is_split_at_throws():
    words = "31: 8/5 6/5 42: 8/4 6/4 11 24/22 6/5(2) 66 pass"
    assert GAME.split_moves(words) == ["31", "8/5 6/5", "42", "8/4 6/4", "11", "24/22 6/5(2)", "66", "pass"]


@pytest.mark.slow_interpreted
@settings(max_examples=25)
@given(s=positions(), dice=st.sampled_from(THROWS))
def test_every_play_has_a_text_of_its_own(s, dice):
    s = s._replace(dice=dice)
    told = {GAME.action_text(s, a): a for a in GAME.actions(s)}
    assert len(told) == sum(1 for _ in GAME.actions(s))
    assert all(GAME.parse_action(s, text) == a for text, a in told.items())


# ---- counting
@pytest.mark.slow_interpreted
def test_sequences_are_counted():
    """The first throw has 30 outcomes: there are no doublets, and it matters who throws what."""
    assert hm.perft(GAME, GAME.initial(), 3) == 7_980
    assert hm.perft(hm.game("backgammon", evaluation="hand"), GAME.initial(), 4) == 178_306


@pytest.mark.slow_interpreted
def test_both_speeds_say_the_same():
    for parameters in ({}, {"cube": True, "jacoby": True, "beavers": True}, {"match": 3, "cube": True}):
        assert check_game(hm.game("backgammon", **parameters), games=3)


# ---- identifiers (as GNU Backgammon 1.07 prints them)
@pytest.mark.parametrize(
    ("text", "parameters", "words"),
    [
        (f"{START}:cAkAAAAAAAAE", {}, "White is to throw"),
        (f"{START}:MAEFAAAAAAAE", {}, "White has thrown 2 and 1"),
        (f"{START}:cInpAAAAAAAE", {"match": 7}, "Black has thrown 3 and 2"),
        (f"{START}:QYkqASAAIAAE", {"match": 9, "cube": True}, "Black has thrown 5 and 2"),
    ],
)
def test_match_ids_of_gnu_backgammon(text, parameters, words):
    game = hm.game("backgammon", **parameters)
    s = game.parse(text)
    if "cAk" in text:
        words = "Black is to throw"
    assert game.status(s) == words
    assert game.position_text(s) == text


def test_the_match_id_of_the_manual():
    """The example of GNU Backgammon's manual: a match to 9, the cube at 2 is White's, 2 to 4, 52 thrown."""
    game = hm.game("backgammon", match=9, cube=True)
    s = game.parse(f"{START}:QYkqASAAIAAA")
    assert (s.mover, s.dice, s.cube, s.owner) == (1, 52, 2, OTHER)
    assert (game.points_of(s, 0), game.points_of(s, 1)) == (2, 4)


def test_a_position_id_alone_is_to_be_thrown():
    s = GAME.parse(START)
    assert (s.dice, s.mover, pips(s.own), on_board(s.other)) == (THROW, 0, 167, 15)
    assert GAME.result(s, 31) == GAME.result(GAME.initial(), 31)


@settings(max_examples=60)
@given(s=positions(), dice=st.sampled_from([THROW, *THROWS]), mover=st.integers(0, 1))
def test_positions_come_back(s, dice, mover):
    s = s._replace(dice=dice, mover=mover)
    assert GAME.parse(GAME.position_text(s)) == s


@pytest.mark.parametrize(
    ("text", "parameters", "words"),
    [
        ("4HPwATDgc/ABM", {}, "is no position of backgammon"),
        ("//////////////", {}, "is no position of backgammon"),
        (f"{START}:cAkAAAAAAAA", {}, "is no position of backgammon"),
        ("4HPwATDgc/ABMA:cInpAAAAAAAE", {}, "of a match to 7 points, and the game is played with match=0"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAE", {"match": 5}, "is of no match"),
        ("4HPwATDgc/ABMA:QYkqASAAIAAE", {"match": 9}, "set cube=true"),
        ("4HPwATDgc/ABMA:cIkHAAAAAAAE", {}, "Dice show 1 to 6"),
        (
            "4HPwATDgc/ABMA:cAoAAAAAAAAE",
            {},
            "By its match ID the game is over, and by its chequers",
        ),
        ("AAAAAAAAAAAAAA", {}, "he has won"),
    ],
)
def test_what_cannot_be_is_refused(text, parameters, words):
    game = hm.game("backgammon", **parameters)
    with pytest.raises(BadInput, match=words):
        game.parse(text)


@settings(max_examples=200)
@given(text=st.text(alphabet=f"{ascii_letters}{digits}+/:", max_size=28))
def test_any_text_is_a_position_or_a_sentence(text):
    try:
        s = GAME.parse(text)
    except BadInput:
        return
    assert GAME.parse(GAME.position_text(s)) == s


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"match": 100}, "1 to 99 points"),
        ({"match": -1}, "1 to 99 points"),
        ({"jacoby": True}, "'jacoby' is for money play with the cube"),
        ({"beavers": True, "cube": True, "match": 3}, "'beavers' is for money play"),
    ],
)
def test_parameters_that_cannot_be(parameters, words):
    with pytest.raises(BadInput, match=words):
        hm.game("backgammon", **parameters)


# ---- the end of a game
@pytest.mark.parametrize(
    ("other", "gain"),
    [
        ([(6, 14)], 1),  # one is off
        ([(6, 15)], 2),
        ([(6, 14), (19, 1)], 3),
        ([(6, 14), (18, 1)], 2),
        ([(6, 14), (25, 1)], 3),
    ],
)
def test_single_game_gammon_and_backgammon(other, gain):
    s = placed([(1, 1)], other, 21)
    (play,) = GAME.actions(s)
    after = GAME.result(s, play)
    assert GAME.is_terminal(after)
    assert (GAME.utility(after, 0), GAME.utility(after, 1)) == (gain, -gain)


# ---- the cube
def test_a_cube_is_turned_taken_and_dropped():
    game = interpreted(hm.game("backgammon", cube=True))
    s = game.parse(f"{START}:cAkAAAAAAAAE")
    assert (s.dice, list(game.actions(s))) == (CHOICE, [ROLL, DOUBLE])
    offered = game.result(s, DOUBLE)
    assert (game.to_move(offered), list(game.actions(offered))) == (0, [TAKE, DROP])
    taken = game.result(offered, TAKE)
    assert (taken.cube, taken.owner, game.to_move(taken)) == (2, OTHER, CHANCE)
    dropped = game.result(offered, DROP)
    assert (game.is_terminal(dropped), game.utility(dropped, 1)) == (True, 1)
    thrown = game.result(taken, 31)
    turned = game.result(thrown, game.parse_action(thrown, "8/5 6/5"))
    assert (turned.dice, turned.owner, turned.mover) == (CHOICE, OWN, 0), "who took may double"
    for state in (s, offered, taken, dropped, thrown, turned, game.result(s, ROLL)):
        assert game.parse(game.position_text(state)) == state


def test_who_does_not_own_the_cube_does_not_double():
    game = interpreted(hm.game("backgammon", cube=True))
    s = placed([(6, 15)], [(6, 15)], 31, cube=2, owner=OWN)
    after = game.result(s, next(iter(game.actions(s))))
    assert (after.dice, after.owner) == (THROW, OTHER)


def test_jacoby_and_beavers():
    game = interpreted(hm.game("backgammon", cube=True, jacoby=True, beavers=True))
    s = placed([(1, 1)], [(6, 15)], 21)
    (play,) = game.actions(s)
    assert game.utility(game.result(s, play), 0) == 1, "nobody has doubled"
    s = placed([(1, 1)], [(6, 15)], 21, cube=2, owner=OTHER)
    assert game.utility(game.result(s, play), 0) == 4
    offered = placed([(6, 15)], [(6, 15)], -3)
    beavered = game.result(offered, BEAVER)
    assert (game.to_move(beavered), list(game.actions(beavered))) == (0, [TAKE, DROP])
    on_it = game.result(beavered, TAKE)
    assert (on_it.cube, on_it.owner) == (4, OTHER)
    assert game.utility(game.result(beavered, DROP), 1) == 2
    assert game.parse(game.position_text(beavered)) == beavered


def test_a_match_goes_on_until_somebody_has_the_points():
    """To 3 with the cube: 2 to nothing, then the Crawford game, and doubling after it."""
    game = interpreted(hm.game("backgammon", match=3, cube=True))
    end = placed([(1, 1)], [(6, 15)], 21, mover=1, own_points=0, other_points=0, crawford=0)
    (play,) = game.actions(end)
    s = game.result(end, play)
    assert (game.points_of(s, 0), game.points_of(s, 1), s.crawford) == (0, 2, CRAWFORD)
    thrown = game.result(s, 31)
    after = game.result(thrown, game.parse_action(thrown, "8/5 6/5"))
    assert after.dice == THROW, "nobody doubles in the Crawford game"
    lost = placed([(1, 1)], [(6, 14)], 21, own_points=0, other_points=2, crawford=CRAWFORD)
    next_game = game.result(lost, play)
    assert (next_game.own_points, next_game.other_points) == (1, 2)
    thrown = game.result(next_game, 13)  # the second player begins
    after = game.result(thrown, game.parse_action(thrown, "8/5 6/5"))
    assert (after.dice, after.mover) == (CHOICE, 0), "after it, who is behind doubles"
    won = game.result(placed([(1, 1)], [(6, 14)], 21, own_points=2, other_points=2), play)
    assert (game.is_terminal(won), game.utility(won, 0)) == (True, 1)


# ---- what is known
def test_the_race_is_symmetric_and_the_first_throw_is_worth_something():
    assert GAME.evaluate(GAME.initial(), 0) == 0
    s = GAME.parse(START)
    assert 0 < GAME.evaluate(s, 0) == -GAME.evaluate(s, 1)


def test_the_terms_add_up():
    rng = random.Random(4)
    s = GAME.initial()
    while not GAME.is_terminal(s):
        total = sum(term.worth for term in GAME.terms(s))
        assert total == pytest.approx(GAME.evaluate(s, 0) / 1e6, abs=1e-6) or total == 0
        s = GAME.result(s, rng.choice(list(GAME.actions(s))))


@given(st.integers(0, 2**20 - 1))
def test_the_root_is_whole(n):
    assert root(n) ** 2 <= n < (root(n) + 1) ** 2


def test_the_normal_distribution():
    assert normal(0) == 500_000
    assert normal(1960) == pytest.approx(975_000, abs=300)
    assert normal(-1000) + normal(1000) == 1_000_000


def test_opening_throws_are_played_as_books_have_them():
    """One ply with the evaluation by hand finds most of the plays that no book disputes."""
    undisputed = {31: "8/5 6/5", 42: "8/4 6/4", 61: "13/7 8/7", 53: "8/3 6/3"}
    start = GAME.parse(START)
    for dice, play in undisputed.items():
        s = GAME.result(start, dice)
        best = max(GAME.actions(s), key=lambda a: GAME.evaluate(GAME.result(s, a), 0))
        assert GAME.action_text(s, best) == play


def test_a_saved_game_comes_back():
    """Plays have blanks and brackets in them, which plain text divides moves and variations by."""
    record = GameRecord(GAME)
    state = record.first
    for text in ("31", "8/5 6/5", "66", "24/18(2) 13/7(2)", "21"):
        action = GAME.parse_action(state, text)
        record.moves.append(Move(action, GAME.action_text(state, action)))
        state = GAME.result(state, action)
    last, instead = record.moves[1], GAME.parse_action(GAME.result(GAME.initial(), 31), "24/20")
    last.variations.append([Move(instead, "24/20")])
    written = PlainText(GAME).text(record)
    assert '"8/5 6/5" ( 24/20 ) 66 "24/18(2) 13/7(2)" 21' in written
    (again,) = PlainText(GAME).read(written)
    assert (again.actions, again.moves[1].variations[0][0].action) == (record.actions, instead)
