"""A file of Stockfish's says what an independent sum says, and what Stockfish itself says of its own."""

import random
import shutil
import struct
import subprocess

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.words import write_rows
from halfmove.games.chess.evaluation.stockfish_network import INPUTS, WIDTH, StockfishJudge
from halfmove.learn.evaluation.judges import UNJUDGED, open_judge

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
ROLES = "PpNnBbRrQqKk"


@pytest.fixture(scope="module")
def game():
    return hm.game("chess")


@pytest.fixture(scope="module")
def positions(game):
    """Of one game after another, so that sums are changed as well as made anew."""
    drawn, found = random.Random(4), []
    for _ in range(4):
        state = game.initial()
        while len(found) % 12 != 11 and not game.is_terminal(state):
            state = game.result(state, drawn.choice(list(game.actions(state))))
            found.append(state)
        found.append(game.initial())
    return found


@pytest.fixture(scope="module")
def parts():
    """Random weights, as large as they are in files that play well."""
    drawn = np.random.default_rng(3)
    first = [
        drawn.integers(-50, 120, WIDTH).astype("<i2"),
        drawn.integers(-40, 40, (INPUTS, WIDTH), dtype="<i2"),
        drawn.integers(-3000, 3000, (INPUTS, 8)).astype("<i4"),
    ]
    layers = [
        (
            drawn.integers(-3000, 3000, 16).astype("<i4"),
            drawn.integers(-9, 9, (16, WIDTH), dtype="i1"),
            drawn.integers(-2000, 2000, 32).astype("<i4"),
            drawn.integers(-60, 60, (32, 32), dtype="i1"),
            drawn.integers(-3000, 3000, 1).astype("<i4"),
            drawn.integers(-90, 90, 32, dtype="i1"),
        )
        for _ in range(8)
    ]
    return first, layers


@pytest.fixture(scope="module")
def file(parts, tmp_path_factory):
    first, layers = parts
    name = b"random"
    head = struct.pack("<III", 0x7AF32F20, 1, len(name)) + name + struct.pack("<I", 2)
    tail = [b"".join([struct.pack("<I", 3), *(part.tobytes() for part in layer)]) for layer in layers]
    made = tmp_path_factory.mktemp("network") / "random.nnue"
    made.write_bytes(b"".join([head, *(part.tobytes() for part in first), *tail]))
    return made


def towards_zero(value, by):
    return int(value / by)  # small enough to be exact


def evaluate_from_text(fen, first, layers):
    """The evaluation from the text of a position, all of it added up anew, in hundredths of a pawn."""
    board, mover = fen.split()[:2]
    pieces = []
    for rank, row in enumerate(board.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                pieces.append((letter, 8 * (7 - rank) + file))
                file += 1
    bias, rows, material = first
    sums, counted = [], []
    for own in "wb" if mover == "w" else "bw":
        king = next(square for letter, square in pieces if letter == ("K" if own == "w" else "k"))
        turn = (0 if own == "w" else 56) ^ (7 if king % 8 < 4 else 0)
        rank, column = divmod(king ^ turn, 8)
        bucket = 31 - 4 * rank - (column - 4)
        chosen = []
        for letter, square in pieces:
            role = ROLES.index(letter)
            if own == "b":
                role ^= 1
            chosen.append(704 * bucket + 64 * min(role, 10) + (square ^ turn))
        sums.append(bias.astype(int) + rows[chosen].astype(int).sum(0))
        counted.append(material[chosen].astype(int).sum(0))
    layer = layers[(len(pieces) - 1) // 4]
    second_bias, second, third_bias, third, last_bias, last = (part.astype(int) for part in layer)
    clipped = [np.clip(each, 0, 127) for each in sums]
    coming = np.concatenate([each[:512] * each[512:] >> 7 for each in clipped])
    z = second_bias + second @ coming
    into = np.concatenate([np.minimum(127, z[:15] ** 2 >> 19), np.clip(z[:15] >> 6, 0, 127), [0, 0]])
    y = np.clip(third_bias + third @ into >> 6, 0, 127) @ last + last_bias[0]
    y += towards_zero(z[15] * 9600, 127 * 64)
    bucket = (len(pieces) - 1) // 4
    worth = towards_zero(counted[0][bucket] - counted[1][bucket], 2)
    left = sum({"n": 781, "b": 825, "r": 1276, "q": 2538}.get(letter.lower(), 0) for letter, _ in pieces)
    delta = 24 - left // 9560
    value = towards_zero((1024 - delta) * worth + (1024 + delta) * y, 16384)
    return towards_zero(towards_zero(value * (1076 + 96 * left // 5120), 1024) * 100, 361)


def test_a_file_says_what_an_independent_sum_says(game, positions, parts, file):
    few = positions[::4]
    found = StockfishJudge(game, file).judge(write_rows(few))
    assert found.tolist() == [evaluate_from_text(game.position_text(state), *parts) for state in few]
    assert len(set(found.tolist())) > len(few) // 2


def test_a_file_is_a_teacher(game, positions, file):
    teacher, rows = open_judge(game, str(file), 0), write_rows(positions[:8])
    judged = teacher.judge(rows)
    assert ((judged == StockfishJudge(game, file).judge(rows)) | (judged == UNJUDGED)).all()
    assert (judged != UNJUDGED).any()
    with pytest.raises(BadInput, match="does not search: leave out 'depth'"):
        open_judge(game, str(file), 3)


def test_what_holds_no_such_network_is_refused_in_a_sentence(game, file, tmp_path):
    for name, content in (
        ("short", file.read_bytes()[:1000]),
        ("text", b"text"),
        ("long", file.read_bytes() + b"1"),
    ):
        other = tmp_path / f"{name}.nnue"
        other.write_bytes(content)
        with pytest.raises(BadInput, match=r"holds no network of Stockfish 15\.1"):
            open_judge(game, str(other), 0)
    with pytest.raises(BadInput, match="cannot be read"):
        open_judge(game, str(tmp_path / "none.nnue"), 0)


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed")
def test_the_file_that_stockfish_writes_says_what_stockfish_says(game, positions, tmp_path):
    file = tmp_path / "own.nnue"
    quiet = [state for state in positions if not game.in_check(state)]
    asked = [f"position fen {game.position_text(state)}\neval\n" for state in quiet]
    said = subprocess.run(
        [STOCKFISH], input="".join(["uci\n", f"export_net {file}\n", *asked, "quit\n"]),
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    if "id name Stockfish 15.1" not in said:
        pytest.skip("another version of Stockfish is installed")
    finals = [float(line.split()[2]) for line in said.splitlines() if line.startswith("Final evaluation")]
    assert len(finals) == len(quiet)
    found = StockfishJudge(game, file).judge(write_rows(quiet))
    for state, ours, final in zip(quiet, found.tolist(), finals, strict=True):
        white = ours if game.to_move(state) == 0 else -ours
        # Stockfish takes the rule of fifty moves off, and counts won positions by hand
        if abs(white) < 300:
            assert white * (195 - state.quiet) / 211 / 100 == pytest.approx(
                final, abs=0.03 + abs(white) / 2000
            )
