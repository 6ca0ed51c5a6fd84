"""Hex, beside an implementation in sets; openings that are known to win; files."""

import random

import pytest
from naive_hex import Naive
from surfaces import examine, states

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.core.score import INFINITY, loss_in, win_in
from halfmove.games.hex import Hex

WINNING = {
    3: "c1 a2 b2 c2 a3",
    4: "d1 c2 b3 a4",
}
"""The first moves that win where nobody may swap, as HexWiki has them: on 4 by 4 the short diagonal."""


def told(game, s):
    """A state as the naive implementation has it."""
    red, blue = (
        frozenset(
            (r, c) for r, row in enumerate(game.grid(s)) for c, letter in enumerate(row) if letter == side
        )
        for side in "RB"
    )
    return red, blue, s.mover


def move_of(game, a):
    """An action as the naive implementation has it."""
    return "swap" if a == game.squares else divmod(a, game.size)


@pytest.mark.parametrize(("size", "swap"), [(3, True), (4, False), (8, True), (11, True)])
def test_moves_results_and_ends_are_the_naive_ones(size, swap):
    game, naive, rng = interpreted(Hex(size=size, swap=swap)), Naive(size, swap), random.Random(1)
    winners = set()
    for number in range(12):
        s = game.initial()
        while not game.is_terminal(s):
            actions = list(game.actions(s))
            position = told(game, s)
            assert naive.winner(position) is None
            assert [move_of(game, a) for a in actions] == list(naive.moves(position))
            action = actions[-1] if game.may_swap(s) and number % 2 else rng.choice(actions)
            s = game.result(s, action)
            assert told(game, s) == naive.after(position, move_of(game, action))
            assert s == game.state_of(s.red, s.blue, s.mover) == game.parse(game.position_text(s))
        winner = naive.winner(told(game, s))
        assert game.utility(s, winner) == 1
        winners.add(winner)
    assert winners == {0, 1}


def test_three_by_three_is_as_the_definition_has_it():
    """Every position that games come to, with the swap rule: whoever may swap wins."""
    game, naive = Hex(size=3), Naive(3, True)
    wins = naive.wins()
    assert wins(naive.initial()) is False
    for a in game.actions(game.initial()):
        s = game.result(game.initial(), a)
        assert hm.solve(game, s, megabytes=1).value == (1 if wins(told(game, s)) else -1)


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.slow_interpreted)])
def test_the_first_moves_that_win_are_the_known_ones(size):
    game = Hex(size=size, swap=False)
    start = game.initial()
    found = [
        game.action_text(start, a)
        for a in game.actions(start)
        if hm.solve(game, game.result(start, a), weak=True, megabytes=16).value < 0
    ]
    assert found == WINNING[size].split()


@pytest.mark.exhaustive
def test_the_middle_of_five_by_five_wins():
    game = Hex(size=5, swap=False)
    s = game.result(game.initial(), game.parse_action(game.initial(), "c3"))
    assert hm.solve(game, s, weak=True, megabytes=256).value < 0


def test_a_swap_mirrors_the_stone():
    game = interpreted(Hex(size=5))
    s, _ = hm.position(game, moves="c2 swap")
    assert game.position_text(s) == "5/5/1B3/5/5 R"
    assert (s.empty, game.may_swap(s)) == (24, False)
    s, _ = hm.position(game, moves="c2 a1")
    assert not game.may_swap(s)
    with pytest.raises(BadInput, match="Only Blue may swap"):
        game.parse_action(s, "swap")
    with pytest.raises(BadInput, match="Only Blue may swap"):
        hm.position(interpreted(Hex(size=5, swap=False)), moves="c2 swap")


def test_chains_of_bridges_are_proven():
    """Top to c2 to b4 to bottom: three bridges, no cell of which is Blue's."""
    game = interpreted(Hex(size=5, swap=False))
    s = game.parse("5/2R2/5/1R3/3BB R")
    assert game.bounds(s) == (win_in(5), INFINITY)
    s = game.parse("4R/2R2/5/1R3/3BB B")
    assert game.bounds(s) == (-INFINITY, loss_in(6))


@pytest.mark.slow_interpreted
def test_a_chain_of_bridges_wins_when_it_is_said_to():
    game = Hex(size=5, swap=False)
    assert hm.solve(game, game.parse("4R/2R2/5/1R3/3BB B"), megabytes=4).distance == 6


def test_a_playout_keeps_a_bridge():
    game = interpreted(Hex(size=5, swap=False))
    s, _ = hm.position(game, moves="c2 e5 b4 b3")  # between c2 and b4 lie b3 and c3
    assert (
        game.action_text(s, game.playout(s, game.parse_action(game.parse("5/5/5/5/5 R"), "b3"), stream(1)))
        == "c3"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("11 R", "5 rows of 5 cells"),
        ("hello", "looks like"),
        ("RR3/5/5/5/5 B", "not Blue's turn"),
        ("R4/R4/R4/R4/R4 B", "not Blue's turn"),
    ],
)
def test_positions_that_no_game_comes_to_are_refused(text, words):
    with pytest.raises(BadInput, match=words):
        Hex(size=5).parse(text)


def test_a_game_that_was_over_before_is_refused():
    with pytest.raises(BadInput, match="Red has joined his sides, so"):
        Hex(size=3).parse("R1B/R1B/R1B R")
    with pytest.raises(BadInput, match="joined his sides twice"):
        Hex(size=4, swap=False).parse("RBBR/RBBR/RBBR/R1BR B")


@pytest.mark.one_speed
@pytest.mark.parametrize("size", [3, 7])
def test_the_board_can_be_touched(size):
    game = interpreted(Hex(size=size))
    for number, s in enumerate(states(game, seed=1, games=2, plies=60)):
        if number % 7 == 0 or game.is_terminal(s):
            examine(game, s)


# ---- files
FILE = r"""(;FF[4]GM[11]CA[UTF-8]SZ[5]DT[2020-01-02]PB[Ann]PW[Bo\]b]RE[B+R]C[a start]XX[q\]][r]
;B[C2]TR[a1];W[swap-pieces]C[hm \] ha]TE[1];B[c3](;W[d4];B[resign])(;W[b5](;B[a1];W[zz])(;B[a2]))
(;AB[a1]))"""


def test_a_file_is_written_as_it_was_read():
    game = interpreted(Hex())
    [sgf] = game.record_formats()
    [record] = sgf.read(FILE)
    assert [move.text for move in record.moves] == ["c2", "swap", "c3", "d4"]
    assert record.headers["Red"] == "Ann"
    assert (record.headers["Result"], record.headers["Termination"]) == ("1-0", "resignation")
    assert sgf.share(record) == 1.0
    assert record.repairs == []
    assert record.moves[3].variations[0][0].text == "b5"
    written = sgf.text(record)
    assert "".join(written.split()) == "".join(FILE.split())
    [again] = sgf.read(written)
    assert again == record


def test_a_position_can_be_set_up_and_a_result_is_told_by_the_rules():
    [sgf] = interpreted(Hex(size=3)).record_formats()
    [record] = sgf.read("(;GM[11]SZ[3]AB[a1][a2]AW[b2]PL[W];W[c1];B[a3])")
    assert record.first == record.rules.parse("R2/RB1/3 B")
    assert record.by_rules == record.headers["Result"] == "1-0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[1]SZ[9];B[aa])", "another game than Hex"),
        ("(;GM[11]SZ[9:11];B[a1])", "equal sides"),
        ("(;GM[11]SZ[40];B[a1])", "3 to 19 cells"),
        ("(;GM[11]SZ[5]AB[zz];B[a1])", "not cells of the board"),
        ("(;GM[11]SZ[5]AB[a1]AW[a1];B[a1])", "two stones are set up on one cell"),
        ("hello", "no game in it"),
    ],
)
def test_files_of_other_games_and_boards_are_refused(text, words):
    [sgf] = interpreted(Hex()).record_formats()
    with pytest.raises(BadInput, match=words):
        list(sgf.read(text))


def test_a_move_that_cannot_be_played_ends_the_game_and_is_kept():
    [sgf] = interpreted(Hex(size=5)).record_formats()
    text = "(;FF[4]GM[11]CA[UTF-8]SZ[5];B[a1];B[a2];W[a3])"
    [record] = sgf.read(text)
    assert [move.text for move in record.moves] == ["a1"]
    assert "cannot be played" in record.repairs[0]
    assert sgf.text(record).strip() == text
    sgf.strict = True
    with pytest.raises(BadInput, match="cannot be played"):
        list(sgf.read(text))


def test_random_games_come_back_from_files():
    game, rng = interpreted(Hex(size=7)), random.Random(5)
    [sgf] = game.record_formats()
    for _ in range(5):
        s, moves = game.initial(), []
        while not game.is_terminal(s) and rng.random() < 0.97:
            a = rng.choice(list(game.actions(s)))
            moves.append(game.action_text(s, a))
            s = game.result(s, a)
        sides = "".join(
            f";{'BW'[i % 2]}[{move.replace('swap', 'swap-pieces')}]" for i, move in enumerate(moves)
        )
        [record] = sgf.read(f"(;FF[4]GM[11]CA[UTF-8]SZ[7]{sides})")
        assert [move.text for move in record.moves] == moves
        [again] = sgf.read(sgf.text(record))
        assert again == record
