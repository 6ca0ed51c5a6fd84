"""Othello: the rules beside arrays and published counts, what they are worth, symmetries, features, text."""

import itertools
import random

import pytest
from exact import check_knowledge, random_states
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_othello import Naive

import halfmove as hm
from halfmove.core.check import check_game
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.score import INFINITY
from halfmove.games.othello import LargeOthello, OneWordOthello, Othello, State, patterns, probcut
from halfmove.games.reference import position
from halfmove.operations import perft

SMALLEST = hm.game("othello", width=4, height=4)
USUAL = interpreted(Othello())


class ByHand(OneWordOthello):
    """The usual board without the tables of patterns."""

    by_tables = False


FEATURES = interpreted(ByHand())
BOARDS = [
    interpreted(Othello(width=width, height=height, start=start))
    for width, height, start in (
        (8, 8, "diagonal"), (8, 8, "parallel"), (6, 6, "diagonal"), (4, 4, "parallel"), (8, 4, "diagonal"),
        (4, 8, "parallel"), (6, 8, "diagonal"), (4, 6, "diagonal"), (10, 10, "diagonal"), (12, 4, "parallel"),
    )
]  # fmt: skip

COUNTS = (1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636)
"""Sequences of so many moves from the usual start, passes counted as moves and a finished game as one
sequence of every greater length (A. Bik, *Reversi perft*,
aartbik.com)."""


def after(game, moves):
    return position(game, moves=moves)[0]


# ---- the last squares
@pytest.mark.parametrize("score_is", ["win", "discs", "discs on the board"])
def test_the_last_squares_are_settled_as_brute_force_settles_them(score_is):
    settled = passes = 0
    for width, height in ((4, 4), (6, 4), (6, 6), (8, 8)):
        game = interpreted(Othello(width=width, height=height, score=score_is))
        known = {}
        for state in random_states(game, 7, 60 if game.squares < 36 else 8):
            empty = game.squares - (state.own | state.other).bit_count()
            if empty <= 5:
                assert check_knowledge(game, state, known) == (empty <= 2)
                settled += empty <= 2
                passes += list(game.actions(state)) == [game.squares]
                exact = known[state]
                for low, high in ((-INFINITY, INFINITY), (exact - 1, exact + 1), (exact, exact + 1)):
                    least, most = game.bounds_within(state, low, high)
                    assert empty > 4 or least == most or most <= low or least >= high
    assert settled > 50
    assert passes > 5


def test_stable_discs_are_never_turned():
    """Where a window is far from even, in random games to their ends."""
    rng, found = random.Random(3), 0
    for width, height in ((8, 8), (6, 6), (8, 4), (4, 6)):
        game = interpreted(Othello(width=width, height=height, score="discs"))
        for _ in range(12):
            states, state = [], game.initial()
            while not game.is_terminal(state):
                states.append(state)
                state = game.result(state, rng.choice(list(game.actions(state))))
            last = dict(enumerate(game.discs(state)))
            for before in states:
                for player, discs in enumerate(game.discs(before)):
                    stable = game.stable_discs(discs, before.own | before.other)
                    assert stable & ~discs == 0
                    assert stable & ~last[player] == 0, game.show(before)
                    found += stable.bit_count()
    assert found > 500


def test_full_lines_make_discs_in_the_middle_stable():
    rows = ["XXXXXXXX"] * 4 + ["OXXXXXXO", "OOXXXXOO", "--XXXX--", "---XX---"]
    state = USUAL.parse("".join(rows) + " X")
    stable = USUAL.stable_discs(state.own, state.own | state.other)
    assert stable & 0xFFFF_FFFF == 0xFFFF_FFFF
    assert stable >> 48 == 0, "no full line goes through the lowest rows in all directions"


def test_odd_quarters_come_first_near_the_end():
    game = interpreted(Othello())
    state = game.parse("-OXXXXO-" + "-OXXXXXX" + "XXXXXXXX" * 5 + "XXXXXOO-" + " X")
    assert list(game.actions(state)) == [0, 7, 8, 63]
    assert list(game.candidates(state)) == [7, 63, 0, 8]


FFO = {
    40: ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, "a2"),
    41: ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, "h4"),
    42: ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, "g2"),
    43: ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, "g3 c7"),
    44: ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, "d2 b8"),
}
"""Positions of the endgame test suite of the Fédération Française d'Othello, with their published scores and
best moves; the colours as there."""


@pytest.mark.slow_interpreted
@pytest.mark.exhaustive
@pytest.mark.parametrize("number", FFO)
def test_published_endings_of_20_to_23_squares_are_solved(number):
    text, score, best = FFO[number]
    game = hm.game("othello", score="discs")
    state = game.parse(text)
    analysis = hm.solve(game, state, weak=True)
    assert analysis.value == score
    assert game.action_text(state, analysis.best) in best.split()


# ---- rules
@pytest.mark.parametrize("depth", range(1, 5))
def test_the_published_counts_interpreted(depth):
    assert perft(USUAL, USUAL.initial(), depth) == COUNTS[depth]


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("depth", range(5, 11))
def test_the_published_counts_compiled(depth):
    game = hm.game("othello")
    assert perft(game, game.initial(), depth) == COUNTS[depth]


@pytest.mark.slow_interpreted
@pytest.mark.exhaustive
@pytest.mark.parametrize("depth", [11, 12])
def test_the_published_counts_to_twelve_plies(depth):
    game = hm.game("othello")
    assert perft(game, game.initial(), depth) == COUNTS[depth]


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_the_rules_are_those_of_an_independent_implementation(game):
    rng, passes, early = random.Random(4), 0, 0
    for _ in range(12):
        state = game.initial()
        naive = Naive(game.grid(state), "X")
        while True:
            legal = [None if a == game.squares else divmod(a, game.width) for a in game.actions(state)]
            assert legal == naive.moves()
            assert game.count_actions(state) == len(legal)
            assert game.is_terminal(state) == (not legal)
            if not legal:
                break
            place = rng.choice(legal)
            passes += place is None
            naive.play(place)
            state = game.result(state, game.squares if place is None else place[0] * game.width + place[1])
            assert (game.grid(state), "XO"[state.mover]) == (
                ["".join(row) for row in naive.rows],
                naive.mover,
            )
        early += any("." in row for row in naive.rows)
        x, o = naive.count("X"), naive.count("O")
        assert game.utility(state, 0) == (x > o) - (x < o) == -game.utility(state, 1)
        assert game.ending(state) == f"Black {x}, White {o}"
    assert passes, "a pass was among the moves"
    assert early or game.squares > 16, "on small boards a game ended before the board was full"


def test_starts():
    assert USUAL.grid(USUAL.initial())[3:5] == ["...OX...", "...XO..."]
    parallel = interpreted(Othello(start="parallel"))
    assert parallel.grid(parallel.initial())[3:5] == ["...OO...", "...XX..."]
    assert {USUAL.action_text(None, a) for a in USUAL.actions(USUAL.initial())} == {"d3", "c4", "f5", "e6"}


@pytest.mark.parametrize(
    ("score", "worth"), [("win", 1), ("discs", 13 + 51), ("discs on the board", 13)], ids=str
)
def test_the_shortest_game_and_its_scores(score, worth):
    """Black takes all discs with the ninth move, 13 to 0; the empty squares go to the winner."""
    game = interpreted(Othello(score=score))
    state = after(game, "e6f4e3f6g5d6e7f5c5")
    assert game.is_terminal(state)
    assert game.utility(state, 0) == worth == -game.utility(state, 1)
    assert game.status(state) == "Black wins"


def test_an_even_end_is_a_draw_whoever_moved():
    for score in ("win", "discs"):
        game = interpreted(Othello(width=4, height=4, score=score))
        state = game.parse("XXXXXXXXOOOOOOOO O")
        assert game.is_terminal(state)
        assert game.utility(state, 0) == 0
        assert game.status(state) == "a draw"


@pytest.mark.slow_interpreted
def test_four_by_four_is_lost_by_eight_discs():
    """11 to 3 for the second player, counted by the discs on the board."""
    game = hm.game("othello", width=4, height=4, score="discs on the board")
    assert hm.solve(game).value == -8
    assert hm.solve(SMALLEST).value == -1


@pytest.mark.parametrize(
    "parameters",
    [
        {"width": 4, "height": 4},
        {"width": 6, "height": 4, "score": "discs"},
        {"start": "parallel"},
        {"width": 10, "height": 4},
    ],
    ids=str,
)
def test_promises(parameters):
    report = check_game(interpreted(Othello(**parameters)), games=3, seed=7)
    assert any(promise.startswith("the terms add up") for promise in report.promises)


@pytest.mark.parametrize(
    "wrong", [{"width": 5}, {"height": 14}, {"width": 2}, {"start": "x"}, {"score": "x"}]
)
def test_parameters_are_checked(wrong):
    with pytest.raises(BadInput):
        Othello(**wrong)


# ---- boards of several words
@pytest.mark.parametrize("score", ["win", "discs"])
def test_several_words_say_what_one_word_says(score):
    """On the usual board, where both can: moves, what they lead to, the estimate and its terms."""
    large, word = interpreted(LargeOthello(score=score)), interpreted(ByHand(score=score))
    for state in random_states(word, 6, 6):
        wide = large.parse(word.position_text(state))
        actions = list(word.actions(state))
        assert list(large.actions(wide)) == actions
        for action in actions:
            after_word, after_wide = word.result(state, action), large.result(wide, action)
            assert large.position_text(after_wide) == word.position_text(after_word)
        assert large.is_terminal(wide) == word.is_terminal(state)
        assert large.evaluate(wide, 0) == word.evaluate(state, 0)
        assert large.terms(wide) == word.terms(state)


def test_a_board_of_ten_by_ten():
    game = interpreted(hm.game("othello", width=10, height=10))
    assert repr(game) == "Othello(width=10, height=10, start='diagonal', score='win')"
    state = after(game, "g6 E7 d6")
    assert game.parse(game.show(state)) == state == game.parse(game.position_text(state))
    assert game.show(state).splitlines()[10].startswith("10 . .")
    assert game.split_moves("f10d6PASSj9") == ["f10", "d6", "PASS", "j9"]
    with pytest.raises(BadInput, match="j10"):
        game.parse_action(state, "k1")
    with pytest.raises(BadInput, match="e7 is taken"):
        game.parse_action(state, "e7")


@pytest.mark.slow_interpreted
def test_several_words_compiled():
    large = LargeOthello()
    assert perft(large, large.initial(), 7) == COUNTS[7]
    ten = hm.game("othello", width=10, height=10)
    naive, inside = interpreted(ten), perft(ten, ten.initial(), 4)
    assert inside == perft(naive, naive.initial(), 4)
    for algorithm in ("engine", "mcts"):
        limit = hm.Limit(depth=3) if algorithm == "engine" else hm.Limit(simulations=50)
        found = [hm.analyze(g, None, limit, algorithm=algorithm, seed=1) for g in (ten, naive)]
        assert len({(a.nodes, a.best, a.value) for a in found}) == 1


# ---- symmetries
@pytest.mark.parametrize(
    ("game", "turns"),
    [(BOARDS[0], 8), (BOARDS[3], 8), (BOARDS[4], 4), (BOARDS[6], 4), (BOARDS[8], 8)],
    ids=str,
)
def test_acting_and_turning_commute(game, turns):
    rng, state = random.Random(1), game.initial()
    assert game.symmetry_count == turns
    while not game.is_terminal(state):
        actions = list(game.actions(state))
        action = rng.choice(actions)
        for k in range(turns):
            turned = game.symmetric(state, k)
            there = game.symmetric_action(action, k)
            assert sorted(game.symmetric_action(a, k) for a in actions) == list(game.actions(turned))
            assert game.result(turned, there) == game.symmetric(game.result(state, action), k)
            assert game.evaluate(turned, 0) == game.evaluate(state, 0)
        lopsided = {game.symmetric(game.placed((0, 1, 6), (), 0), k) for k in range(turns)}
        assert len(lopsided) == turns
        state = game.result(state, action)


# ---- knowledge
def terms(game, text):
    return {term.name: term for term in game.terms(game.parse(text))}


def test_features_count_what_they_say():
    rows = ["XX-----O", "X------O", "---OX---", "---XX---", "--------", "--------", "-O------", "--X-----"]
    found = terms(FEATURES, "".join(rows) + " X")
    assert found["corners"].parts == {"Black": 8, "White": 8}
    assert found["stable edge discs"].parts == {"Black": 4, "White": 2}
    assert found["X-squares"].parts == {"Black": 0, "White": -5}
    assert found["C-squares"].parts == {"Black": 0, "White": 0}
    assert found["parity"].parts == {"Black": 0, "White": 0}, "too early"
    assert found["discs"].worth == 0


def test_a_full_edge_is_stable_without_a_corner():
    rows = ["OXXXXXXO", *["--------"] * 3, "---XO---", *["--------"] * 3]
    found = terms(FEATURES, "".join(rows) + " X")
    assert found["stable edge discs"].parts == {"Black": 12, "White": 0}


def test_the_start_is_even_and_the_first_move_is_not_a_corner():
    assert FEATURES.evaluate(FEATURES.initial(), 0) == 0
    late = USUAL.parse("-XO-----" + "-" * 16 + "---OX------XO---" + "-" * 24 + " O")
    best = max(USUAL.actions(late), key=lambda a: USUAL.order(late, a))
    assert USUAL.action_text(late, best) == "a1"


def content(letters, mover):
    """A line as a number in base 3, from its first square on, square by square."""
    return sum((0 if c == "-" else 1 if c == mover else 2) * 3**n for n, c in enumerate(letters))


def naive_places(letters, mover):
    """Which table each pattern of a position is looked up in, and where, from the letters alone."""
    at = {(n // 8, n % 8): c for n, c in enumerate(letters)}
    found = []
    lines = [[(r, c) for c in range(8)] for r in range(8)]
    for line, cells in enumerate(lines):
        for turned in (False, True):
            text = "".join(at[(c, r) if turned else (r, c)] for r, c in cells)
            found.append(min(line, 7 - line) * 3**8 + content(text, mover))
    start = 4 * 3**8
    for length in (8, 7, 6, 5, 4):
        for shift in {8 - length, length - 8}:
            down = [(r, r + shift) for r in range(8) if 0 <= r + shift < 8]
            for cells in (down, [(7 - r, c) for r, c in reversed(down)]):
                cells.sort(key=lambda cell: cell[1])
                found.append(start + content("".join(at[cell] for cell in cells), mover))
        start += 3**length
    for low in (False, True):
        for late in (False, True):
            cells = [(7 - r if low else r, 7 - c if late else c) for r in range(3) for c in range(3)]
            found.append(start + content("".join(at[cell] for cell in cells), mover))
    return sorted(found)


def empty_beside(letters, side):
    """How many empty squares touch a disc of a side."""
    discs = [divmod(n, 8) for n, c in enumerate(letters) if c == side]
    empty = [divmod(n, 8) for n, c in enumerate(letters) if c == "-"]
    return sum(any(max(abs(r - y), abs(c - x)) == 1 for y, x in discs) for r, c in empty)


def test_patterns_are_looked_up_where_the_letters_say():
    for state in random_states(USUAL, 5, 6):
        letters = USUAL.position_text(state)
        places = USUAL.pattern_places(state.own, state.other)
        assert len(places) == 41
        assert sorted(places[:38]) == naive_places(letters[:64], letters[-1])
        own, other = (
            len(list(USUAL.actions(state))),
            len(list(USUAL.actions(State(state.other, state.own, 0)))),
        )
        own -= list(USUAL.actions(state)) == [64]
        other -= list(USUAL.actions(State(state.other, state.own, 0))) == [64]
        assert places[38] == patterns.MOVES + 20 * min(own, 19) + min(other, 19)
        beside = [empty_beside(letters[:64], side) for side in ("XO" if letters[-1] == "O" else "OX")]
        assert places[39] == patterns.NEIGHBOURS + 16 * (min(beside[0], 31) // 2) + min(beside[1], 31) // 2
        assert places[40] == patterns.EMPTY + letters[:64].count("-")
        stage, entries = USUAL.stage(letters[:64].count("-")), patterns.read()
        total = sum(int(entries[stage][place]) for place in places)
        assert USUAL.pattern_sum(state.own, state.other, letters[:64].count("-")) == total


def middle_game(seed):
    """A position of the usual board with some 30 empty squares."""
    rng, state = random.Random(seed), USUAL.initial()
    for _ in range(30):
        if USUAL.is_terminal(state):
            return middle_game(seed + 100)
        state = USUAL.result(state, rng.choice(list(USUAL.actions(state))))
    return state


@pytest.mark.parametrize("score_is", ["win", "discs"])
def test_a_shallow_score_foretells_a_deep_one_by_the_fitted_line(score_is):
    game = interpreted(Othello(score=score_is))
    state = middle_game(1)
    for window in (-12, 0, 7):
        low, high = window * game.unit, window * game.unit + 1
        stage = game.stage(64 - (state.own | state.other).bit_count())
        slope, offset, sigma = probcut.read()[stage, 2, 6]
        under, over = game.probcut(state, 2, 6, low, high)
        for shallow, sign in ((under, 1), (over, -1)):
            foretold = slope * shallow / game.unit + offset + sign * 1.5 * sigma
            assert foretold == pytest.approx(window, abs=0.1)


def test_nothing_is_foretold_to_the_end_of_the_game_nor_on_other_boards():
    nothing = (-INFINITY, INFINITY)
    state = middle_game(2)
    empty = 64 - (state.own | state.other).bit_count()
    assert USUAL.probcut(state, 2, 6, 0, 1) != nothing
    assert USUAL.probcut(state, empty % 2 + 2, empty, 0, 1) == nothing
    assert FEATURES.probcut(state, 2, 6, 0, 1) == nothing
    assert (USUAL.probcut_checks, FEATURES.probcut_checks, SMALLEST.probcut_checks) == (2, 0, 0)
    assert "probcut" in hm.features(USUAL)
    assert "probcut" not in hm.features(FEATURES)


def test_deeper_pairs_are_less_sure_than_those_that_were_searched():
    known = probcut.extended(probcut.read())
    for stage in range(probcut.STAGES):
        for shallow in (1, 2, 3, 4):
            sigmas = [known[stage, shallow, deep][2] for deep in range(shallow + 4, probcut.DEPTHS, 2)]
            assert sigmas[-1] > sigmas[0]
            assert all(b >= a - 0.3 for a, b in itertools.pairwise(sigmas))


@pytest.mark.slow_interpreted
def test_probcut_spares_nodes_and_solves_as_ever():
    game = Othello(score="discs")
    state = middle_game(3)
    with_it = hm.analyze(game, state, hm.Limit(depth=8), memory=hm.Engine(game, megabytes=8))
    whole = hm.analyze(
        game, state, hm.Limit(depth=8), memory=hm.Engine(game, megabytes=8, without=["probcut"])
    )
    assert with_it.nodes < 0.7 * whole.nodes
    assert abs(with_it.raw - whole.raw) < 12 * game.unit
    rng = random.Random(4)
    while 64 - (state.own | state.other).bit_count() > 11:
        state = game.result(state, rng.choice(list(game.actions(state))))
    found = {
        hm.analyze(game, state, hm.Limit(depth=30), without=without).value for without in ([], ["probcut"])
    }
    assert len(found) == 1


def test_tables_are_written_as_they_are_read(tmp_path):
    entries = patterns.read()
    patterns.write(entries, tmp_path / "tables.xz")
    assert (patterns.read(tmp_path / "tables.xz") == entries).all()
    assert entries.any(axis=1).all(), "every stage has entries"


@pytest.mark.slow_interpreted
def test_the_tables_know_the_disc_difference_better_than_the_features():
    """Ten empty squares, after random moves: the mean square error against the solver."""
    game, rng = hm.game("othello", score="discs"), random.Random(11)
    by_tables = by_hand = 0.0
    for _ in range(60):
        state = game.initial()
        while not game.is_terminal(state) and (state.own | state.other).bit_count() < 54:
            state = game.result(state, rng.choice(list(game.actions(state))))
        if game.is_terminal(state):
            continue
        exact = hm.solve(game, state, weak=True).value
        by_tables += (USUAL.evaluate(state, state.mover) / USUAL.unit - exact) ** 2
        by_hand += (FEATURES.evaluate(state, state.mover) / FEATURES.unit - exact) ** 2
    assert by_tables < by_hand / 2


@pytest.mark.slow_interpreted
def test_a_search_finds_the_disc_difference_of_an_ending():
    game = hm.game("othello", width=4, height=4, score="discs")
    state, rng = game.initial(), random.Random(3)
    for _ in range(4):
        state = game.result(state, rng.choice(list(game.actions(state))))

    def minimax(s):
        if game.is_terminal(s):
            return game.utility(s, game.to_move(s))
        return max(-minimax(game.result(s, a)) for a in game.actions(s))

    assert hm.solve(game, state).value == minimax(state)
    assert hm.solve(game).value == -10, "11 to 3, and two empty squares"


# ---- text
def test_moves_in_either_case_run_together():
    state = after(USUAL, "F5d6 c3,D3C4")
    assert USUAL.position_text(state) == USUAL.position_text(after(USUAL, "f5 d6 c3 d3 c4"))
    assert [USUAL.square_text(n) for n in (0, 7, 37, 63)] == ["a1", "h1", "f5", "h8"]


PASSING = "XO------" + "--------" * 7 + " O"


@pytest.mark.parametrize(
    ("place", "move", "words"),
    [
        (None, "j9", "'j9' is not a square of this board; the squares are a1"),
        (None, "a1", "a1 turns no disc over; the legal moves are: d3, c4, f5, e6."),
        (None, "d4", "d4 is taken"),
        (None, "pass", "Black may not pass here"),
        (PASSING, "c1", "'c1' is not legal: White has no move here and must pass."),
        ("XX" + "-" * 62 + " X", "c1", "The game is over"),
    ],
)
def test_moves_that_cannot_be_played(place, move, words):
    state = USUAL.initial() if place is None else USUAL.parse(place)
    with pytest.raises(BadInput) as caught:
        USUAL.parse_action(state, move)
    assert words in str(caught.value)


def test_who_has_no_move_passes():
    state = USUAL.parse(PASSING)
    assert [USUAL.action_text(state, a) for a in USUAL.actions(state)] == ["pass"]
    assert USUAL.position_text(after_pass := USUAL.result(state, 64)) == PASSING[:-1] + "X"
    assert USUAL.action_text(after_pass, 2) == "c1"


@given(st.text("XO*-.", min_size=64, max_size=64), st.sampled_from("XO*xo"), st.sampled_from(["", ";"]))
@settings(max_examples=60, deadline=None)
def test_any_position_is_read_and_written(letters, mover, end):
    state = USUAL.parse(f"{letters.lower() if end else letters} {mover}{end}")
    text = USUAL.position_text(state)
    assert text == letters.replace("*", "X").replace(".", "-") + " " + mover.upper().replace("*", "X")
    assert USUAL.parse(text) == state
    if not USUAL.is_terminal(state):
        assert USUAL.parse(USUAL.show(state)) == state


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-" * 63 + " X", "has 63 squares, but the board has 64"),
        ("-" * 64, "who is to move"),
        ("-" * 64 + " Q", "who is to move"),
        ("q" + "-" * 63 + " X", "'Q' in the position is none of X, O and -"),
    ],
)
def test_positions_that_are_none(text, words):
    with pytest.raises(BadInput, match=words):
        USUAL.parse(text)


def test_the_picture_marks_legal_squares():
    picture = USUAL.draw(USUAL.initial())
    assert picture.count('data-part="legal"') == 4
    assert picture.count("data-at=") == 4
    assert USUAL.draw(USUAL.parse(PASSING)).count('data-part="legal"') == 0
