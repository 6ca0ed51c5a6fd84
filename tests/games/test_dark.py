"""Phantom tic-tac-toe and dark hex: beside a naive referee with sets, and beside OpenSpiel."""

import random
from collections import defaultdict

import pytest
from peer_open_spiel import Beside

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.core.view import View
from halfmove.games.dark import DarkHex, PhantomTicTacToe
from halfmove.games.reference import open_position

PHANTOM, HEX = interpreted(PhantomTicTacToe()), interpreted(DarkHex())
SMALL = interpreted(DarkHex(rows=2, columns=2))


def three_in_a_line(cells):
    lines = [{(r, c) for c in range(3)} for r in range(3)] + [{(r, c) for r in range(3)} for c in range(3)]
    lines += [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]
    return any(line <= cells for line in lines)


def joined(cells, player, rows, columns):
    """Whether a chain of cells leads from side to side."""
    waiting = [cell for cell in cells if cell[player] == 0]
    reached = set(waiting)
    while waiting:
        r, c = waiting.pop()
        for beside in ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, c + 1), (r + 1, c - 1)):
            if beside in cells and beside not in reached:
                reached.add(beside)
                waiting.append(beside)
    return any(cell[player] == (rows, columns)[player] - 1 for cell in reached)


def referee(rows, columns, wins, tries):
    """What a person who sees everything says: stones of both, what each knows, who is to try, who has won."""
    stones, knows, mover, winner = [set(), set()], [set(), set()], 0, None
    for square in tries:
        cell = divmod(square, columns)
        if cell in stones[1 - mover]:
            knows[mover].add(cell)
        else:
            stones[mover].add(cell)
            winner = mover if wins(stones[mover], mover) else None
            mover = 1 - mover
    return stones, knows, mover, winner


CASES = [
    (PHANTOM, 3, 3, lambda cells, player: three_in_a_line(cells)),
    (HEX, 3, 3, lambda cells, player: joined(cells, player, 3, 3)),
    (interpreted(DarkHex(rows=4, columns=3)), 4, 3, lambda cells, player: joined(cells, player, 4, 3)),
]


@pytest.mark.parametrize(("game", "rows", "columns", "wins"), CASES, ids=lambda x: repr(x)[:22])
def test_random_games_beside_a_referee(game, rows, columns, wins):
    draw = random.Random(4)
    for _ in range(60):
        state, tries = game.initial(), []
        while True:
            stones, knows, mover, winner = referee(rows, columns, wins, tries)
            assert game.history(state) == tries
            for player in (0, 1):
                got = {q for q in range(game.squares) if game.stones(state, player) >> q & 1}
                assert {divmod(q, columns) for q in got} == stones[player]
            full = len(stones[0] | stones[1]) == rows * columns
            assert game.is_terminal(state) == (winner is not None or full)
            if game.is_terminal(state):
                assert game.utility(state, 0) == {None: 0, 0: 1, 1: -1}[winner]
                break
            assert game.to_move(state) == mover
            unknown = [
                q for q in range(rows * columns) if divmod(q, columns) not in stones[mover] | knows[mover]
            ]
            assert list(game.actions(state)) == unknown
            tries.append(draw.choice(unknown))
            state = game.result(state, tries[-1])
        assert game.parse(game.position_text(state)) == state


def histories(game):
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        yield state
        if not game.is_terminal(state):
            waiting += [game.result(state, a) for a in game.actions(state)]


def test_what_is_drawn_is_everything_that_a_player_cannot_tell_apart_and_no_more():
    """All histories of dark hex, two by two."""
    for player in (0, 1):
        alike = defaultdict(set)
        for state in histories(SMALL):
            if not SMALL.is_terminal(state):
                alike[SMALL.information(state, player)].add(state)
        assert max(map(len, alike.values())) == 4
        for group in alike.values():
            first, *others = group
            drawn = [SMALL.resample(first, player, stream(seed)) for seed in range(30 * len(group))]
            assert set(drawn) == group
            for other in others:
                assert SMALL.resample(other, player, stream(3)) == drawn[3]


@pytest.mark.parametrize(
    ("game", "text", "games"),
    [
        (PhantomTicTacToe(), "phantom_ttt(obstype=reveal-numturns)", 80),
        (DarkHex(), "dark_hex(obstype=reveal-numturns,num_rows=3,num_cols=3)", 60),
        (DarkHex(rows=3, columns=4), "dark_hex(obstype=reveal-numturns,num_rows=3,num_cols=4)", 40),
        (DarkHex(rows=4, columns=3), "dark_hex(obstype=reveal-numturns,num_rows=4,num_cols=3)", 40),
    ],
)
def test_random_games_as_open_spiel_plays_them(game, text, games):
    assert Beside(game, text).some(games).sets > 100


def test_every_game_of_two_by_two_as_open_spiel_plays_it():
    assert (
        Beside(DarkHex(rows=2, columns=2), "dark_hex(obstype=reveal-numturns,num_rows=2,num_cols=2)")
        .all()
        .sets
        == 134
    )


def test_two_by_two_is_won_by_the_first_player():
    """Whoever begins takes a cell of the short diagonal, and then one of two that join it to a side."""
    assert hm.regret(SMALL, algorithm="linear-programme").value == pytest.approx(1)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", [PhantomTicTacToe(), DarkHex()])
def test_both_speeds_say_the_same(game):
    hm.check_game(game, games=3)


def test_a_player_sees_his_stones_and_those_he_ran_into():
    history = open_position(HEX, None, "b2 b2 a1 c1 c3 a1")
    assert View(history, 0).text.splitlines() == [
        "   a b c", "1  B . R", "2   . R .", "3    . . .", "6 tries", "Red to try again",
    ]  # fmt: skip
    assert View(history, 1).text.splitlines()[1:4] == ["1  B . .", "2   . R .", "3    . . B"]
    assert View(history, SPECTATOR).text.splitlines()[1:4] == ["1  . . .", "2   . . .", "3    . . ."]
    assert View(history, 0).moves() == ["b2", "a try in vain", "a stone", "c1", "a stone", "a1"]
    assert View(history, SPECTATOR).moves() == ["a stone", "a try in vain", *["a stone"] * 3, "a try in vain"]
    assert [p.name for p in HEX.surface().points(history.state)] == ["b1", "a2", "c2", "a3", "b3", "c3"]
    over = open_position(PHANTOM, None, "b2 b2 a1 c1 c3 a3")
    assert View(over, 1).text == View(over, None).text
    assert View(over, 1).text.endswith("X wins")
    assert View(over, 1).moves()[-1] == "a3"


@pytest.mark.parametrize(
    ("text", "words"),
    [("d9", "'d9' is no square"), ("a1 b1 a1", "a1 comes"), ("a1 a1 a1", "was known to be taken")],
)
def test_what_cannot_be_is_refused(text, words):
    if text == "a1 b1 a1":
        text, words = "a1 b1 a2 b2 a3 b3", "b3 comes after the end"
    with pytest.raises(BadInput, match=words):
        PHANTOM.parse(text)


def test_sizes_that_cannot_be_are_refused():
    with pytest.raises(BadInput, match="2 to 8 rows, not 1"):
        DarkHex(rows=1)
    with pytest.raises(BadInput, match="2 to 8 columns, not 9"):
        DarkHex(columns=9)
