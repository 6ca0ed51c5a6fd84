"""The rules of Go against sets of coordinates, known counts, and positions made for one rule each."""

import random

import pytest
from naive_go import PASS, NaiveGo

from halfmove.core import bits
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted, kernel
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.go import Go
from halfmove.games.reference import position

SIZES = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 5),
    (2, 2),
    (3, 2),
    (3, 3),
    (4, 4),
    (5, 3),
    (5, 5),
    (7, 6),
    (8, 8),
    (9, 9),
]
RULES = ["tromp-taylor", "chinese", "aga", "japanese"]


def oracle(game):
    superko = game.repetition == "forbidden"
    return NaiveGo(game.width, game.height, game.suicide, game.situational, superko)


def stones_of(game, state):
    grid = game.grid(state)
    return {(r, c): "XO".index(x) for r, row in enumerate(grid) for c, x in enumerate(row) if x != "."}


def play_and_compare(game, rng, plies):
    """One random game, move for move the oracle's; passes are rare, so that captures are many."""
    history, naive = History(game), oracle(game)
    while not history.over and len(history.actions) < plies:
        legal = history.legal()
        points = [divmod(a, game.width) for a in legal if a != game.points]
        assert legal[-1] == game.points
        assert points == naive.legal()
        assert history.mover == naive.mover
        action = rng.choice(legal[:-1]) if len(legal) > 1 and rng.random() < 0.97 else game.points
        history.play(action)
        naive.play(PASS if action == game.points else divmod(action, game.width))
        assert stones_of(game, history.state) == naive.stones
    state = history.state
    expected = naive.area()
    if game.territory:
        expected = naive.territory() + naive.prisoners[0] - naive.prisoners[1]
        assert state.prisoners == naive.prisoners[0] - naive.prisoners[1]
    assert game.score(state) == expected - game.komi
    return history


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_random_games_are_move_for_move_those_of_sets_of_points(width, height, rules):
    game = interpreted(Go(width=width, height=height, rules=rules, komi=0.5))
    rng = random.Random(width * 100 + height)
    for _ in range(4 if width * height < 40 else 1):
        play_and_compare(game, rng, 120)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("rules", RULES)
def test_on_nineteen_lines(rules):
    play_and_compare(interpreted(Go(rules=rules)), random.Random(1), 40)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize(
    ("width", "height", "rules"), [(4, 5, "japanese"), (4, 5, "chinese"), (9, 9, "tromp-taylor")]
)
def test_the_contract_is_kept_at_both_speeds(width, height, rules):
    check_game(Go(width=width, height=height, rules=rules), games=2, seed=1)


@kernel
def legal_boards(game, s, points):
    """How many of the 3 ** points colourings of the board leave no chain without a liberty."""
    legal = 0
    for number in range(3**points):
        black, white, rest = game.nothing, game.nothing, number
        for point in range(points):
            if rest % 3 == 1:
                black = bits.wide_with(black, game.place(point))
            elif rest % 3 == 2:
                white = bits.wide_with(white, game.place(point))
            rest //= 3
        near = game.neighbours(game.empty(black, white))
        black_breathes = game.flood(bits.wide_and(near, black), black) == black
        if black_breathes and game.flood(bits.wide_and(near, white), white) == white:
            legal += 1
    return legal


LEGAL = {1: 1, 2: 57, 3: 12_675, 4: 24_318_165}
"""Legal positions on n x n: J. Tromp and G. Farnebäck, *Combinatorics of Go* (2007), table 1."""


@pytest.mark.parametrize(
    "size",
    [
        1,
        2,
        pytest.param(3, marks=pytest.mark.slow_interpreted),
        pytest.param(4, marks=[pytest.mark.slow_interpreted, pytest.mark.exhaustive]),  # 43 million boards
    ],
)
def test_legal_positions_are_as_many_as_published(size):
    game = Go(size=size)
    assert legal_boards(game, game.initial(), size * size) == LEGAL[size]


def test_play_reaches_all_legal_positions_and_no_other():
    game = interpreted(Go(size=2, rules="tromp-taylor"))
    seen, waiting = set(), [game.initial()]
    while waiting:
        state = waiting.pop()
        for action in game.actions(state):
            for mover in (0, 1):  # a pass hands over the turn, and the ko is forgotten
                after = game.result(state, action)._replace(ko=-1, passes=0, mover=mover)
                if (after.black, after.white, mover) not in seen:
                    seen.add((after.black, after.white, mover))
                    waiting.append(after)
    assert len({(black, white) for black, white, _ in seen}) == LEGAL[2]


def after(game, text, moves=""):
    return position(game, text, moves)[0]


def test_a_single_ko_may_not_be_retaken_at_once_but_later():
    for rules in RULES:
        game = interpreted(Go(size=5, rules=rules))
        taken = after(game, ".XO../X1XO./.XO../5/5 W", "B4")
        point = game.parse_point("C4")
        assert point not in list(game.actions(taken))
        later = after(game, ".XO../X1XO./.XO../5/5 W", "B4 E1 A1")
        history = History(game, game.parse(".XO../X1XO./.XO../5/5 W"))
        for text in ("B4", "E1", "A1"):
            history.play(game.parse_action(history.state, text))
        history.play(point)  # the other stones have changed: no position comes back
        assert point in list(game.actions(later))


def test_a_stone_that_takes_two_is_no_ko():
    game = interpreted(Go(size=5))
    state = after(game, ".XXO./XOO1./.XX../5/5 B", "D4")
    assert state.ko == -1
    assert game.position_text(state) == "1XXO1/X2X1/1XX2/5/5 W - 0"


def test_suicide_is_as_the_rules_say():
    text = "1OX2/OOX2/XXX2/5/5 W"
    for rules, allowed in (("tromp-taylor", True), ("chinese", False), ("aga", False), ("japanese", False)):
        game = interpreted(Go(size=5, rules=rules))
        state = game.parse(text)
        assert (0 in list(game.actions(state))) == allowed
    game = interpreted(Go(size=5, rules="tromp-taylor"))
    assert game.position_text(game.result(game.parse(text), 0)) == "2X2/2X2/XXX2/5/5 B - 0"
    alone = game.parse("1X3/X4/5/5/5 W")  # a single stone would leave the board as it was
    assert 0 not in list(game.actions(alone))


def test_two_passes_end_the_game_and_a_play_between_does_not():
    game = interpreted(Go(size=3))
    assert not game.is_terminal(after(game, None, "pass B2 pass"))
    assert game.is_terminal(after(game, None, "pass B2 pass pass"))


@pytest.mark.parametrize("rules", ["tromp-taylor", "chinese", "aga"])
def test_every_game_with_superko_is_finite_on_two_by_two(rules):
    """No game on 2 x 2 repeats, so the longest is no longer than the legal positions allow."""
    game = interpreted(Go(size=2, rules=rules))
    rng, longest = random.Random(3), 0
    for _ in range(30):
        history = History(game)
        while not history.over:
            legal = history.legal()
            history.play(rng.choice(legal[:-1]) if len(legal) > 1 else legal[-1])
        longest = max(longest, len(history.actions))
    assert 6 < longest <= 2 * 57 * 2


def test_positional_superko_looks_at_the_stones_alone_and_situational_at_the_mover_too():
    """On three points in a row: X.O with Black to move, then XX. and ..O; A1 would make X.O again, with
    White to move."""
    for rules, texts in (("chinese", ["B1", "pass"]), ("aga", ["A1", "B1", "pass"])):
        game = interpreted(Go(width=3, height=1, rules=rules))
        history = History(game)
        for text in ("A1", "C1", "B1", "C1"):
            history.play(game.parse_action(history.state, text))
        assert game.position_text(history.state) == "2O B - 0"
        assert [game.action_text(history.state, a) for a in history.legal()] == texts
        if rules == "chinese":
            with pytest.raises(BadInput, match="'A1' is not allowed here"):
                history.play(0)


def test_in_japanese_rules_a_position_that_stands_three_times_ends_the_game_without_result():
    game, rng = interpreted(Go(width=4, height=1, rules="japanese")), random.Random(0)
    ends = 0
    for _ in range(50):
        history = History(game)
        while not history.over:
            legal = history.legal()
            history.play(rng.choice(legal[:-1]) if len(legal) > 1 else legal[-1])
        if history.repeated and not game.is_terminal(history.state):
            ends += 1
            assert history.times == 3
            assert [history.utility(p) for p in (0, 1)] == [0, 0]
    assert ends > 0
