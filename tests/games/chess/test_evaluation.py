"""The evaluation: a position and its mirror image, terms that add up, weights that survive their file."""

import random

import numpy as np
import pytest

import halfmove as hm
from halfmove.core import packed_weights
from halfmove.core.buffer import Buffer
from halfmove.core.history import History
from halfmove.games.chess.evaluation import weights
from halfmove.games.chess.evaluation.weights import FEATURES, OFFSETS, TUNABLE

CHESS = hm.game("chess")


def positions(number, seed):
    dice = random.Random(seed)
    for _ in range(number):
        history = History(CHESS)
        for _ in range(dice.randint(1, 120)):
            legal = history.legal()
            if not legal:
                break
            history.play(dice.choice(legal))
        yield history.state


def mirrored(state):
    """The same with the colours exchanged."""
    board, mover, castling, *_ = CHESS.position_text(state).split()
    rows = "/".join(row.swapcase() for row in reversed(board.split("/")))
    rights = castling if castling == "-" else "".join(sorted(castling.swapcase()))
    return CHESS.parse(f"{rows} {'b' if mover == 'w' else 'w'} {rights} - 0 1")


def test_a_position_and_its_mirror_image_are_worth_the_same():
    for state in positions(25, 1):
        assert CHESS.evaluate(state, 0) == -CHESS.evaluate(state, 1)
        assert CHESS.evaluate(state, 0) == CHESS.evaluate(mirrored(state), 1)


def alone(feature):
    """The weights with all but one feature's at zero."""
    part = slice(OFFSETS[feature.name], OFFSETS[feature.name] + feature.size)
    words = np.zeros(TUNABLE.size, np.int64)
    words[part] = weights.WEIGHTS[part]
    return words


def test_the_terms_add_up_to_the_whole():
    for state in positions(6, 2):
        total = sum(int(CHESS.weighed(state, alone(feature))) for feature in FEATURES)
        assert total == CHESS.weighed(state, weights.WEIGHTS)


def count(name, state, case=0):
    """How often a feature counts, White's less Black's."""
    words = np.zeros(TUNABLE.size, np.int64)
    words[OFFSETS[name] + case] = 1
    return int(CHESS.weighed(state, words))


@pytest.mark.parametrize(
    ("fen", "name", "case", "times"),
    [
        ("4k3/8/8/8/8/8/8/QRBNK3 w - - 0 1", "material", 4, 1),
        ("4k3/pp6/8/8/8/8/8/4K3 w - - 0 1", "material", 0, -2),
        ("4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1", "doubled pawns", 0, 1),
        ("4k3/p6p/8/8/8/8/PP6/4K3 w - - 0 1", "isolated pawns", 0, -2),
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "connected pawns", 1, 2),
        ("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "passed pawns", 4, 1),
        ("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", "passed pawns", 4, 0),
        ("4k3/8/4n3/4P3/8/8/8/4K3 w - - 0 1", "passed pawns blocked", 4, 1),
        ("k7/8/8/4P3/8/8/8/4K3 w - - 0 1", "passed pawns free", 4, 1),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop pair", 0, 1),
        ("k7/8/3N4/4P3/8/8/8/4K3 w - - 0 1", "outposts", 0, 1),
        ("k7/p7/3B4/2P5/8/8/8/4K3 w - - 0 1", "outposts", 1, 1),
        ("k7/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "outposts", 0, 0),
        ("k7/8/8/3N4/8/8/8/4K3 w - - 0 1", "outposts", 0, 0),
        ("r3k3/p7/8/8/8/8/8/3RK3 w - - 0 1", "rook files", 0, 1),
        ("r3k3/8/8/8/8/P7/8/4K3 w - - 0 1", "rook files", 1, -1),
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "threats by pawns", 0, 1),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "tempo", 0, -1),
    ],
)
def test_features_are_what_their_words_say(fen, name, case, times):
    assert count(name, CHESS.parse(fen), case) == times


def test_mobility_of_a_knight_in_the_corner_and_in_the_middle():
    assert count("knight mobility", CHESS.parse("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), 2) == 1
    assert count("knight mobility", CHESS.parse("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1"), 8) == 1
    assert count("knight mobility", CHESS.parse("4k3/8/2p5/8/3N4/8/8/4K3 w - - 0 1"), 7) == 1, (
        "b5, d5: guarded, c6 not"
    )


def test_what_material_does_not_win():
    drawish = CHESS.parse("4k3/8/8/8/8/8/8/2B1K2N b - - 0 1")
    bishop = CHESS.parse("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1")
    assert abs(CHESS.evaluate(bishop, 0)) < 6_000
    assert CHESS.evaluate(drawish, 0) > 30_000, "bishop and knight win"
    opposite = CHESS.parse("4k3/2b5/8/8/8/8/2B1P3/4K3 w - - 0 1")
    same = CHESS.parse("4k3/3b4/8/8/8/8/2B1P3/4K3 w - - 0 1")
    assert CHESS.evaluate(opposite, 0) < CHESS.evaluate(same, 0)


@pytest.mark.parametrize("pieces", ["Q", "R", "BB", "BN"])
def test_a_bare_king_is_worse_off_at_the_edge_and_near_the_other(pieces):
    board = {"Q": "3Q4", "R": "3R4", "BB": "2BB4", "BN": "2BN4"}[pieces]
    far = CHESS.parse(f"8/8/8/4k3/8/8/K7/{board} b - - 0 1")
    edge = CHESS.parse(f"4k3/8/8/8/8/8/K7/{board} b - - 0 1")
    assert CHESS.evaluate(edge, 0) > CHESS.evaluate(far, 0)


def test_a_bishop_mates_in_its_own_corner():
    light, dark = (CHESS.parse(f"{king}/8/8/8/8/8/8/2BNK3 b - - 0 1") for king in ("k7", "7k"))
    assert CHESS.evaluate(dark, 0) > CHESS.evaluate(light, 0), (
        "the bishop of c1 goes on dark squares, as h8 is"
    )


# ---- the file of weights
def test_weights_survive_their_file(tmp_path):
    path = tmp_path / "w.toml"
    path.write_text(TUNABLE.written(weights.WEIGHTS, "two\nlines"))
    assert (TUNABLE.read(path) == weights.WEIGHTS).all()
    assert path.read_text().startswith("# two\n# lines\n")


@pytest.mark.parametrize("pair", [(0, 0), (5, -7), (-5, 7), (-30_000, -30_000), (30_000, 30_000)])
def test_two_numbers_to_a_word(pair):
    word = packed_weights.pack_weight(*pair)
    assert (packed_weights.middle_of(word), packed_weights.end_of_game(word)) == pair
    both = word + packed_weights.pack_weight(3, -4)
    assert (packed_weights.middle_of(both), packed_weights.end_of_game(both)) == (pair[0] + 3, pair[1] - 4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.replace('["tempo"]', '["haste"]'), "have no 'tempo'"),
        (lambda t: t.replace("middle = [", "middle = [0.5, ", 1), "no whole numbers 'middle'"),
        (lambda t: t.replace("middle = [", "middle = [9999999, ", 1), "'middle' beyond ±1,000,000"),
        (lambda t: t.replace("end = [", f"end = [-{10**21}, ", 1), "'end' beyond ±1,000,000"),
        (
            lambda t: t.replace('["tempo"]\nmiddle = [', '["tempo"]\nmiddle = [1, '),
            "has 2 numbers 'middle', not 1",
        ),
        (lambda t: "]" + t, "are not TOML"),
    ],
)
def test_a_file_that_is_none(change, words, tmp_path):
    path = tmp_path / "w.toml"
    path.write_text(change(TUNABLE.written(weights.WEIGHTS, "")))
    with pytest.raises(hm.BadInput, match=words):
        TUNABLE.read(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(hm.BadInput, match="cannot be read"):
        TUNABLE.read(tmp_path / "none.toml")


@pytest.mark.slow_interpreted
def test_the_tuner_is_told_the_same_counts():
    from halfmove.learn.tuning.coefficients import compute_coefficients

    states = list(positions(5, 3))
    matrix = compute_coefficients(CHESS, states, TUNABLE.size)
    words = [int(word) for word in weights.WEIGHTS]
    for state, row in zip(states, matrix, strict=True):
        assert sum(int(c) * w for c, w in zip(row, words, strict=True)) == CHESS.weighed(
            state, weights.WEIGHTS
        )
    assert Buffer(1)[0] == 0
