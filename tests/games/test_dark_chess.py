"""Dark chess: beside a naive referee of lists, beside OpenSpiel, and what each player sees."""

import random

import pytest

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.contract import SPECTATOR
from halfmove.core.errors import BadInput
from halfmove.core.randomness import stream
from halfmove.core.view import View
from halfmove.games.chess.notation.fen import letter_on
from halfmove.games.dark_chess import DarkChess
from halfmove.games.reference import open_position

GAME = interpreted(DarkChess())

STEPS = {
    "N": ([(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)], 1),
    "B": ([(1, 1), (1, -1), (-1, 1), (-1, -1)], 8),
    "R": ([(1, 0), (-1, 0), (0, 1), (0, -1)], 8),
}
STEPS["Q"] = (STEPS["B"][0] + STEPS["R"][0], 8)
STEPS["K"] = (STEPS["Q"][0], 1)


def squares(state):
    return {(q % 8, q // 8): letter for q in range(64) if (letter := letter_on(state.board, q)) != "."}


def name(file, rank):
    return f"{'abcdefgh'[file]}{rank + 1}"


def naive(board, side, passed):
    """The moves of a side's pieces as text, castling left out, and the squares that it sees, by hand."""
    moves, seen = set(), set()
    forward, first = (1, 1) if side == 0 else (-1, 6)
    for (file, rank), letter in board.items():
        if letter.isupper() != (side == 0):
            continue
        seen.add((file, rank))
        goals = []
        if letter.upper() == "P":
            if (file, rank + forward) not in board:
                goals.append((file, rank + forward))
                if rank == first and (file, rank + 2 * forward) not in board:
                    goals.append((file, rank + 2 * forward))
            for beside in (file - 1, file + 1):
                goal = (beside, rank + forward)
                if goal in board and board[goal].isupper() != (side == 0):
                    goals.append(goal)
                if goal == passed:
                    goals.append(goal)
                    seen.add((beside, rank))
        else:
            directions, far = STEPS[letter.upper()]
            for df, dr in directions:
                for n in range(1, far + 1):
                    goal = (file + n * df, rank + n * dr)
                    if not (0 <= goal[0] < 8 and 0 <= goal[1] < 8):
                        break
                    if goal not in board or board[goal].isupper() != (side == 0):
                        goals.append(goal)
                    if goal in board:
                        break
        for goal in goals:
            last = letter.upper() == "P" and goal[1] in (0, 7)
            moves |= {name(file, rank) + name(*goal) + what for what in ("nbrq" if last else [""])}
        seen |= set(goals)
    return moves, seen


def random_states(games, seed=3, plies=160):
    draw = random.Random(seed)
    for _ in range(games):
        state = GAME.initial()
        for _ in range(plies):
            if GAME.is_terminal(state):
                break
            yield state
            state = GAME.result(state, draw.choice(list(GAME.actions(state))))


@pytest.mark.slow_interpreted
def test_random_games_beside_lists_of_pieces():
    castled = 0
    for state in random_states(8):
        p, board = state.board, squares(state)
        passed = (p.passed % 8, p.passed // 8) if p.passed < 64 else None
        texts = {GAME.action_text(state, a) for a in GAME.actions(state)}
        for side in (0, 1):
            moves, seen = naive(board, side, passed if side == p.mover else None)
            found = int(GAME.vision(p, side))
            assert {(q % 8, q // 8) for q in range(64) if found >> q & 1} == seen
            if side == p.mover:
                assert moves <= texts
                assert texts - moves <= {"e1g1", "e1c1", "e8g8", "e8c8"}
                castled += len(texts - moves)
    assert castled


@pytest.mark.slow_interpreted
def test_what_is_drawn_looks_the_same_and_has_what_is_left():
    for number, state in enumerate(random_states(6, seed=9)):
        for player in (0, 1):
            drawn = GAME.resample(state, player, stream(number))
            assert GAME.observation(drawn, player) == GAME.observation(state, player)
            assert GAME.information(drawn, player) == GAME.information(state, player)
            own, other = ((s.white, s.black)[player] for s in (state.board, drawn.board)), None
            assert len(set(own)) == 1
            other = [squares(s) for s in (state, drawn)]
            assert [len(x) for x in other].count(len(other[0])) == 2
            theirs = [x for x in other[1].values() if x.isupper() != (player == 0)]
            assert sum(x.upper() == "K" for x in theirs) == 1
            assert not drawn.board.pawns & 0xFF00_0000_0000_00FF


def test_the_white_queen_gives_check_and_nobody_says_so():
    history = open_position(GAME, None, "e2e4 f7f6 d1h5")
    assert View(history, 1).text.splitlines()[4:8] == [
        "4  ? ? ? ? ? ? ? ?", "3  ? ? ? ? ? ? ? ?", "2  ? ? ? ? ? ? ? ?", "1  ? ? ? ? ? ? ? ?",
    ]  # fmt: skip
    assert View(history, 1).moves() == ["a pawn moves", "f7f6", "a move: ?h5"]
    assert View(history, SPECTATOR).moves() == ["a pawn moves", "a pawn moves", "a move"]
    history.play(GAME.parse_action(history.state, "a7a6"))
    assert View(history, 0).text.splitlines()[0] == "8  ? ? ? ? k ? ? ?"
    history.play(GAME.parse_action(history.state, "h5e8"))
    assert (history.over, history.utility(0), GAME.status(history.state)) == (
        True, 1, "White wins: the king is taken",
    )  # fmt: skip
    assert View(history, 1).text == View(history, None).text
    assert View(history, 1).moves()[-1] == "h5e8"


def test_who_loses_a_piece_is_told_where():
    history = open_position(GAME, None, "e2e4 d7d5 e4d5")
    assert View(history, 1).moves() == ["a pawn moves", "d7d5", "takes a pawn on d5: ?d4 ?e4 Pd5"]
    assert View(history, SPECTATOR).moves()[-1] == "takes a pawn"
    passing = open_position(GAME, None, "e2e4 a7a6 e4e5 d7d5 e5d6")
    assert View(passing, 1).moves()[-1] == "takes a pawn on d5: ?d4 ?d5 -e5 Pd6"
    assert GAME.position_text(passing.state).split()[6] == "p"


def test_fog_is_drawn_from_what_is_seen_and_nothing_else():
    history = open_position(GAME, None, "e2e4 e7e5 g1f3")
    white, black = (GAME.draw_to(history.state, viewer) for viewer in (0, 1))
    assert 'data-at="e5"' in white  # the knight sees it
    assert "black" not in white.replace('data-at="e5" data-part="black"', "")
    assert 'data-at="f3"' not in black
    assert white.count('data-part="fog"') == 64 - int(GAME.seen(history.state, 0)).bit_count()
    nobody = GAME.draw_to(history.state, SPECTATOR)
    assert nobody.count('data-part="fog"') == 64
    assert "data-at=" not in nobody
    words = GAME.surface().occupied_to(history.state, 0)
    assert (words["e5"], words["f3"], len(words)) == ("black pawn", "white knight", 17)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8/8", "six fields"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no king"),
        ("kk6/8/8/8/8/8/8/7K w - - 0 1", "more than one king"),
        ("k6P/8/8/8/8/8/8/7K w - - 0 1", "No pawn stands"),
        ("k7/8/8/8/8/8/8/7K w K - 0 1", "'K' fits no king"),
        ("k7/8/8/8/8/8/8/7K w - e6 0 1", "passed e6"),
        ("k7/8/8/8/8/8/8/7K w - e3 0 1", "not 'e3'"),
        ("k7/8/8/8/8/8/8/7K x - - 0 1", "w or b"),
        ("k7/8/8/8/8/8/8/7K w - - z 1", "not 'z'"),
        ("k7/8/8/8/8/8/8/7K w - - 0 1 X 0 0", "letters such as PPn"),
        ("k7/8/8/8/8/8/8/7K w - - 0 1 - q 0", "hexadecimal"),
        ("k7/8/8/8/8/8/8/7K w X - 0 1", "none of KQkq"),
    ],
)
def test_what_cannot_be_is_refused(text, words):
    with pytest.raises(BadInput, match=words):
        GAME.parse(text)


def test_a_king_may_walk_into_check_and_be_left_there():
    state = GAME.parse("k7/8/8/8/8/8/6r1/7K w - - 0 1")
    assert {GAME.action_text(state, a) for a in GAME.actions(state)} == {"h1g1", "h1g2", "h1h2"}
    drawn = GAME.parse("k7/8/8/8/8/8/6r1/7K w - - 100 80")
    assert (GAME.is_terminal(drawn), GAME.utility(drawn, 0)) == (True, 0)
    assert GAME.ending(drawn) == "50 moves without a capture or a pawn's move"
    stuck = GAME.parse("kb6/pp6/8/8/8/8/8/K7 b - - 0 1")
    assert not GAME.is_terminal(stuck)
    blocked = GAME.parse("8/8/8/8/8/pp6/Pp6/Kb5k w - - 0 1")
    assert [GAME.action_text(blocked, a) for a in GAME.actions(blocked)] == ["a1b1", "a1b2", "a2b3"]


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_both_speeds_say_the_same():
    hm.check_game(DarkChess(), games=2)


@pytest.mark.slow_interpreted
def test_perft_compiled():
    """Chess's numbers at first; from four plies on there are those that leave a king in check."""
    game = DarkChess()
    assert [int(hm.perft(game, game.initial(), depth)) for depth in range(1, 5)] == [20, 400, 8902, 197_742]


@pytest.mark.exhaustive
@pytest.mark.slow_interpreted
def test_plays_too_unlikely_to_be_told_from_none_are_broken_off():
    """Online outcome sampling divides by the probability of a play, which of a long one is below 1e-308."""
    found = hm.analyze(DarkChess(), None, hm.Limit(simulations=200), algorithm="oos", seed=1)
    assert sum(found.policy.values()) == pytest.approx(1)
