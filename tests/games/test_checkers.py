"""Checkers: the rules beside arrays and published counts, draws, features, text, planes."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_checkers import Naive

import halfmove as hm
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.core.packed_weights import end_of_game, middle_of, pack_weight
from halfmove.games.checkers import Checkers
from halfmove.games.checkers.geometry import NUMBERS, PLACES, cell
from halfmove.games.checkers.rules import jumps_of
from halfmove.games.checkers.weights import FEATURES, OFFSETS, WEIGHTS
from halfmove.games.reference import position
from halfmove.learn.tuning.tune import tune
from halfmove.operations import perft

USUAL = interpreted(Checkers())
COUNTS = (1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564)
"""Sequences of so many moves from the start (A. Bik, *Checkers perft*, aartbik.com)."""
RING = "W:WK11:B15,23,24,16,8,7"
"""Two ways round from 11 back to 11, and one that leads elsewhere."""


SIZE = len(WEIGHTS)


def rows(state):
    found = [["."] * 8 for _ in range(8)]
    for number, letter in USUAL.letters(state).items():
        r, c = cell(number)
        found[r][c] = letter
    return found


def naive_of(state):
    return Naive(rows(state), "bw"[state.mover])


def cells(state, action):
    return tuple(cell(number) for number in USUAL.path(state, action))


# ---- rules
@pytest.mark.parametrize("depth", range(1, 6))
def test_the_published_counts_interpreted(depth):
    assert perft(USUAL, USUAL.initial(), depth) == COUNTS[depth]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("depth", range(6, 11))
def test_the_published_counts_compiled(depth):
    game = hm.game("checkers")
    assert perft(game, game.initial(), depth) == COUNTS[depth]


@pytest.mark.slow_interpreted
@pytest.mark.exhaustive
@pytest.mark.parametrize(("depth", "count"), [(11, 85_242_128), (12, 388_623_673), (13, 1_766_623_630)])
def test_the_published_counts_to_thirteen_plies(depth, count):
    game = hm.game("checkers")
    assert perft(game, game.initial(), depth) == count


def compared(state, rng, plies):
    """Play at random with the oracle beside; the largest number of jumps, and of kings."""
    naive, most, kings = naive_of(state), 0, 0
    for _ in range(plies):
        legal = {cells(state, a): a for a in USUAL.actions(state)} if not USUAL.is_terminal(state) else {}
        assert sorted(legal) == sorted(naive.moves())
        assert len(legal) == USUAL.count_actions(state)
        if not legal:
            assert USUAL.utility(state, state.mover) == -1
            break
        move = rng.choice(sorted(legal))
        most = max(most, jumps_of(legal[move]))
        state = USUAL.result(state, legal[move])
        naive.play(move)
        assert (rows(state), "bw"[state.mover]) == (naive.rows, naive.mover)
        kings = max(kings, state.kings.bit_count())
    return most, kings


def test_the_rules_are_those_of_an_independent_implementation():
    rng = random.Random(5)
    found = [compared(USUAL.initial(), rng, 78) for _ in range(25)]
    assert max(most for most, _ in found) >= 2
    assert max(kings for _, kings in found) >= 2


def test_the_rules_are_so_in_crowded_positions_too():
    """Kings among many men, where a move has many jumps."""
    rng = random.Random(6)
    found = []
    for _ in range(400):
        inner = [n for n in range(1, 33) if 0 < cell(n)[0] < 7]
        black = rng.sample(inner, rng.randint(2, 9))
        rest = [n for n in range(1, 33) if n not in black]
        white = rng.sample(rest, rng.randint(1, 3))
        text = f"W:W{','.join(f'K{n}' for n in white)}:B{','.join(map(str, black))}"
        found.append(compared(USUAL.parse(text), rng, 3))
    assert max(most for most, _ in found) >= 4


def test_a_piece_may_come_back_to_where_it_started():
    state = USUAL.parse(RING)
    moves = {USUAL.action_text(state, a) for a in USUAL.actions(state)}
    assert moves == {text for text in moves if text.startswith("11x")}
    round_trips = [a for a in USUAL.actions(state) if len(set(p := USUAL.path(state, a))) < len(p)]
    assert round_trips
    for action in USUAL.actions(state):
        assert USUAL.parse_action(state, USUAL.action_text(state, action)) == action


def test_a_man_that_becomes_a_king_stops():
    state = USUAL.parse("W:W11:B7,6,8")
    (action,) = [a for a in USUAL.actions(state) if USUAL.path(state, a)[-1] == 2]
    assert jumps_of(action) == 1
    after = USUAL.result(state, action)
    assert USUAL.position_text(after) == "B:WK2:B6,8"


def test_forty_moves_without_progress_are_a_draw():
    start = "B:WK1:BK32:H79"
    state = USUAL.parse(start)
    after = USUAL.result(state, next(iter(USUAL.actions(state))))
    assert USUAL.is_terminal(after)
    assert USUAL.is_drawn(after)
    assert USUAL.utility(after, 0) == 0
    assert USUAL.ending(after) == "40 moves without a capture or a man's move"
    endless = interpreted(Checkers(draws="none"))
    assert not endless.is_terminal(after)


def test_the_third_occurrence_is_a_draw():
    moves = ["32-27", "1-6", "27-32", "6-1"]
    for draws, over in (("rules", True), ("none", False)):
        game = interpreted(Checkers(draws=draws))
        history = History(game, game.parse("B:WK1:BK32"))
        for move in moves * 2:
            assert not history.over
            history.play(game.parse_action(history.state, move))
        assert history.over is over


def test_who_cannot_move_has_lost():
    stuck = USUAL.parse("B:W9,14:B5")
    assert USUAL.is_terminal(stuck)
    assert USUAL.utility(stuck, 0) == -1
    assert USUAL.status(stuck) == "White wins: Black has no move"
    assert USUAL.status(USUAL.parse("B:W9:B")) == "White wins: Black has no piece"


def test_promises():
    report = check_game(USUAL, games=3, seed=7)
    assert any(promise.startswith("the terms add up") for promise in report.promises)


@pytest.mark.slow_interpreted
def test_promises_compiled():
    check_game(hm.game("checkers"), games=3, seed=3)


def test_parameters_are_checked():
    with pytest.raises(BadInput, match="draws"):
        Checkers(draws="sometimes")


# ---- knowledge
def counted(text):
    """How often each feature counts, Black's less White's, asked of the evaluation with unit weights."""
    state = USUAL.parse(text)
    found = {}
    for feature in FEATURES:
        at = OFFSETS[feature.name]
        for case in range(feature.size):
            w = tuple(int(i == at + case) for i in range(SIZE))
            name = feature.name if feature.size == 1 else f"{feature.name} {case + 1}"
            if count := USUAL.weighed(state, w):
                found[name] = count
    return found


def test_features_count_what_they_say():
    assert counted("B:W29,24,K32:B1,3,K5,14") == {
        "men": 3 - 2,
        "bridge": 1,  # 1 and 3
        "back row": 2 - 1,
        "advancement 2": -1,  # 24
        "advancement 3": 1,  # 14
        "centre 1": 1,  # 14
        "edge 1": -1,  # 29
        "edge 2": 1,  # 5
        "backed men": 2 - 1,  # those of the back rows
        "mobility 1": 5 - 3,
        "mobility 2": 1 - 2,
        "turn": 1,
        "exchanges": 2 * 24 // 7,
    }


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("B:WK4:B8,3,12,11", "trapped kings", -1),
        ("B:WK4:B8,3,12,11", "runaway men", 2 + 3),  # 11 and 12, two and three rows gone
        ("B:WK4:B8,3,12,11", "exchanges", (2 * 3 - 1) * 24 // 5),
        ("W:W18:B12", "edge 1", 1),
        ("W:W18:B12", "the move", 1),
        ("W:WK32,K28,K14:BK4,K29", "double corner", -2),
        ("W:WK32,K28,K14:BK4,K29", "centre 2", -1),
        ("B:W30:B20", "runaway men", 4),
        ("B:W30:B1,5", "backed men", 2 - 1),
        ("B:W30:B6", "backed men", -1),
        ("B:W30:B1,2,6", "backed men", 3 - 1),
    ],
)
def test_a_feature_counts(text, name, count):
    assert counted(text).get(name, 0) == count


def test_the_terms_are_the_weights_times_the_counts():
    state = USUAL.parse("B:W29,24,K32:B1,3,K5,14")
    found = {term.name: term for term in USUAL.terms(state)}
    middle, end = middle_of(WEIGHTS[0]), end_of_game(WEIGHTS[0])
    man = (middle * 7 + end * 17) / 24 / 1000
    assert found["men"].parts == pytest.approx({"Black": 3 * man, "White": 2 * man})
    assert found["turn"].parts["White"] == 0, "Black is to move"
    assert USUAL.evaluate(USUAL.initial(), 0) == -USUAL.evaluate(USUAL.initial(), 1)


def test_other_weights_evaluate_otherwise():
    class Material(Checkers):
        weights = tuple(pack_weight(1000, 1000) if i == 0 else 0 for i in range(SIZE))

    state = USUAL.parse("B:W29:B1,3,14")
    assert interpreted(Material()).evaluate(state, 0) == 2 * 10_000


@pytest.mark.slow_interpreted
def test_the_tuner_fits_the_weights_to_games(tmp_path):
    games = tmp_path / "games.pdn"
    rng, text = random.Random(4), ""
    for number in range(12):
        history = History(USUAL)
        while not history.over and len(history.actions) < 60:
            history.play(rng.choice(history.legal()))
        moves = " ".join(history.texts())
        text += f'[Event "?"]\n[Result "{("1-0", "0-1", "1/2-1/2")[number % 3]}"]\n\n{moves} *\n\n'
    games.write_text(text)
    found = tune(hm.game("checkers"), [games], of_each=5, steps=5)
    assert found.games == 12
    assert {change.name for change in found.changes} == {feature.name for feature in FEATURES}
    assert len(found.words) == SIZE


def test_the_weights_survive_their_file(tmp_path):
    tunable = USUAL.tunable()
    words = tunable.read()
    assert tuple(words) == WEIGHTS
    assert tunable.size == SIZE
    assert (tunable.packed(*tunable.phases(words)) == words).all()
    path = tmp_path / "weights.toml"
    path.write_text(tunable.written(words, "a heading"))
    assert (tunable.read(path) == words).all()
    path.write_text(path.read_text().replace('["turn"]', '["turned"]'))
    with pytest.raises(BadInput, match="have no 'turn'"):
        tunable.read(path)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_a_position_turned_round_is_worth_the_same_to_who_moves(seed):
    rng = random.Random(seed)
    state = USUAL.initial()
    for _ in range(rng.randint(1, 70)):
        if USUAL.is_terminal(state):
            break
        state = USUAL.result(state, rng.choice(list(USUAL.actions(state))))
    other = {"b": "w", "w": "b"}
    letters = {33 - n: other[x.lower()].upper() if x.isupper() else other[x]
               for n, x in USUAL.letters(state).items()}  # fmt: skip
    fields = [
        side.upper()
        + ",".join(("K" if x.isupper() else "") + str(n) for n, x in letters.items() if x.lower() == side)
        for side in "wb"
    ]
    turned = USUAL.parse(f"{'WB'[state.mover]}:{':'.join(fields)}:H{state.quiet}")
    assert USUAL.evaluate(turned, turned.mover) == USUAL.evaluate(state, state.mover)
    assert USUAL.count_actions(turned) == USUAL.count_actions(state)


def test_quiet_is_neither_capture_nor_king():
    state = USUAL.parse("W:W11:B7,6,8")
    assert not any(USUAL.quiet(state, a) for a in USUAL.actions(state))
    state = USUAL.parse("W:W7,15:B1")
    assert {USUAL.action_text(state, a): USUAL.quiet(state, a) for a in USUAL.actions(state)} == {
        "7-2": False, "7-3": False, "15-10": True, "15-11": True,
    }  # fmt: skip


ENDINGS = """
W:WK11,K27:B3,25 D
W:W15,28,K8:B19 W
B:W31,K2:B12,K21 D
W:WK9,K23,K31:BK10 W
W:W13,16:B26,K7 D
B:WK11:B8,K22,K27 W
B:WK27:B4,K19,K22 W
B:W7,21:BK10,K31 W
W:W6,18:B4,16 D
B:W19:B13,K9,K10 W
W:W15,K6,K30:B19 W
B:W25,28,K4:BK26 L
B:WK20:B8,13,16 W
W:W10,18,25:B13 W
B:W29:BK4,K30 W
W:W32,K25:B5,K3 D
B:W25,28:B23,K15 W
W:W29,32,K16:BK7 W
B:W26:BK7,K28,K29 W
W:W14:B24,K5,K30 L
W:W24,26,K23:BK14 W
W:W19:B4,27,K23 L
B:W10:B1,17,K31 W
W:W17,K5:B19,K18 D
B:W18,30,K4:BK14 L
W:W10,21,K27:B9 W
W:W8:B1,K2,K27 L
W:W23,K7,K25:B3 W
B:W5,12,18:BK6 L
B:W5,31,K11:B24 L
W:WK3,K10,K30:BK27 W
B:WK20:B15,K8,K27 W
W:W15,K21:B14,K13 D
B:W26,28,K13:BK12 L
W:WK8,K18:B20,K27 D
W:W19,K11,K31:BK28 W
"""
"""Endings of a few pieces, each with what it is to the player to move: won, lost or drawn."""


@pytest.mark.slow_interpreted
def test_what_the_engine_proves_of_endings_is_true():
    game, proven = hm.game("checkers"), 0
    for line in ENDINGS.split("\n")[1:-1]:
        text, worth = line.split()
        found = hm.analyze(game, game.parse(text), hm.Limit(depth=15))
        if found.proven:
            proven += 1
            assert found.value == {"W": 1, "D": 0, "L": -1}[worth], line
    assert proven >= 12


def test_policy_places_differ():
    rng = random.Random(2)
    for _ in range(6):
        state = USUAL.initial()
        while not USUAL.is_terminal(state):
            actions = list(USUAL.actions(state))
            assert len({USUAL.policy_index(state, a) for a in actions}) == len(actions)
            state = USUAL.result(state, rng.choice(actions))
    state = USUAL.parse(RING)
    actions = list(USUAL.actions(state))
    places = {USUAL.policy_index(state, a) for a in actions}
    assert len(places) == len(actions)
    assert max(places) < USUAL.policy_size


# ---- text
@pytest.mark.parametrize(
    ("place", "move", "words"),
    [
        (None, "e4", "'e4' is not a move; a move is two squares"),
        (None, "11-33", "names the square 33, and the squares are 1 to 32"),
        (None, "22-18", "Black has no piece on 22; the legal moves are: "),
        (None, "11-20", "'11-20' is not legal; the legal moves are"),
        ("B:W18:B14,1", "1-5", "Black must capture, to the end of the jumps; the legal moves are: 14x23."),
        ("B:W:B1:H3", "1-5", None),
        ("B:W9,14:B5", "5-1", "The game is over"),
        ("W:W31:B18,19,26,27", "31x15", "can be several moves; write one of: 31x22x15, 31x24x15."),
    ],
)
def test_moves_that_cannot_be_played(place, move, words):
    state = USUAL.initial() if place is None else USUAL.parse(place)
    if words is None:
        assert USUAL.action_text(state, USUAL.parse_action(state, move)) == move
        return
    with pytest.raises(BadInput) as caught:
        USUAL.parse_action(state, move)
    assert words in str(caught.value)


def test_moves_with_numbers_and_all_squares():
    state = position(USUAL, moves="1. 11-15 23-19 2. 8-11 22-17")[0]
    assert USUAL.position_text(state) == USUAL.position_text(
        position(USUAL, moves="11-15 23-19 8-11 22-17")[0]
    )
    state = USUAL.parse("B:W18,26:B14")
    assert [USUAL.action_text(state, a) for a in USUAL.actions(state)] == ["14x30"]
    assert USUAL.parse_action(state, "14x23x30") == USUAL.parse_action(state, "14-30")


BOARDS = st.lists(st.sampled_from(["", "", "b", "w", "B", "W"]), min_size=32, max_size=32)


@given(BOARDS, st.sampled_from("BW"), st.integers(0, 79))
@settings(max_examples=80, deadline=None)
def test_any_position_is_read_and_written(letters, mover, quiet):
    sides = {"w": [], "b": []}
    for number, letter in enumerate(letters, 1):
        if letter and not (letter == "b" and number > 28) and not (letter == "w" and number < 5):
            sides[letter.lower()].append(f"{'K' if letter.isupper() else ''}{number}")
    text = f"{mover}:W{','.join(sides['w'])}:B{','.join(sides['b'])}" + (f":H{quiet}" if quiet else "")
    state = USUAL.parse(text)
    assert USUAL.position_text(state) == text
    assert USUAL.parse(text.lower() + ".") == state


def test_ranges_and_either_order():
    text = "B:B1-12:W21-32"
    assert USUAL.parse(text) == USUAL.initial()
    assert [PLACES.index(place) + 1 for place in sorted(NUMBERS)] == list(range(1, 33))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "A position is who is to move"),
        ("B:W1", "A position is who is to move"),
        ("Q:W21:B1", "A position is who is to move"),
        ("B:W21:X1", "neither W and White's"),
        ("B:W21:W22", "neither W and White's"),
        ("B:W:W22", "one side's pieces twice"),
        ("B:W33:B1", "'33' is no piece"),
        ("B:W21,x:B1", "'x' is no piece"),
        ("B:W21,K21:B1", "Two pieces stand on the square 21"),
        ("B:W21:B21", "Two pieces stand on the square 21"),
        ("B:W3:B1", "White's man on 3 would be a king there"),
        ("B:W30:B31", "Black's man on 31 would be a king there"),
        ("B:W30:B1:Z3", "'Z3' behind the pieces"),
        ("B:W30:B1:H3000", "H3000 is more than"),
    ],
)
def test_positions_that_are_none(text, words):
    with pytest.raises(BadInput, match=words):
        USUAL.parse(text)


@given(st.text("BWK:,-0123456789H. x", max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(text):
    try:
        state = USUAL.parse(text)
    except BadInput:
        return
    assert USUAL.parse(USUAL.position_text(state)) == state


def test_the_picture_marks_pieces_that_may_move():
    picture = USUAL.draw(USUAL.initial())
    assert picture.count('data-part="legal"') == 4
    assert picture.count("data-at=") == 24


def test_the_board_turns():
    surface, state = USUAL.surface(), USUAL.initial()
    (black,) = [p for p in surface.points(state, below=0) if p.name == "1"]
    (white,) = [p for p in surface.points(state, below=1) if p.name == "1"]
    assert (black.x, black.y) == (6 * 48, 7 * 48)
    assert (white.x, white.y) == (48, 0)
    state = USUAL.parse("B:W18,26:B14")
    assert [surface.touches(state, a) for a in USUAL.actions(state)] == [("14", "23", "30")]
