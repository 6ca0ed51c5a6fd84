"""What never ends is given up at a bound that a sentence names."""

import itertools
import threading
from pathlib import Path

import pytest
from command import halfmove

import halfmove as hm
from halfmove.core import bounded_file, history, record_text, user_file
from halfmove.core.bounded_file import read_bounded
from halfmove.core.check import examiner
from halfmove.core.errors import BadInput, BrokenPromise
from halfmove.games.mnk import TicTacToe

pytestmark = pytest.mark.one_speed

DEVICE = "/dev/zero"
CATCHES = """while True:
    try:
        1
    except Exception:
        2
"""
needs_device = pytest.mark.skipif(not Path(DEVICE).exists(), reason="no device without end here")


@needs_device
@pytest.mark.parametrize(
    "words",
    [
        ["algorithms", DEVICE],
        ["games", DEVICE],
        ["check", DEVICE],
        ["tree", DEVICE],
        ["experiment", DEVICE],
        ["exploit", "kuhn", DEVICE],
        ["quiz", "--from", DEVICE],
        ["match", "random", "random", "tictactoe", "--openings", DEVICE],
    ],
    ids=" ".join,
)
def test_a_device_without_end_is_refused(words, monkeypatch):
    monkeypatch.setattr(bounded_file, "DEVICE", 2**20)
    monkeypatch.setattr(record_text, "_LONGEST_LINE", 2**20)
    outcome = halfmove(*words)
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1
    assert "is too large" in outcome.err or "a line of more than" in outcome.err


def test_a_file_up_to_its_size_is_read(tmp_path):
    file = tmp_path / "x"
    file.write_bytes(b"12345")
    assert read_bounded(file, 5) == b"12345"
    with pytest.raises(BadInput, match="is too large"):
        read_bounded(file, 4)


@pytest.mark.parametrize(
    "text",
    ["while True:\n    pass\n", CATCHES],
)
def test_a_game_file_that_never_ends_is_given_up(tmp_path, monkeypatch, text):
    monkeypatch.setattr(user_file, "SECONDS", 0.05)
    file = tmp_path / "endless.py"
    file.write_text(text)
    outcome = halfmove("games", str(file))
    assert outcome.status == 2
    assert "fails when it is run: it has not ended after 0.05 seconds" in outcome.err
    assert ", line " in outcome.err


def test_a_file_that_ended_is_left_alone():
    with user_file.limit_time(1000):
        pass
    assert not any(isinstance(t, threading.Timer) and not t.finished.is_set() for t in threading.enumerate())


class Endless(TicTacToe):
    """Its actions never end."""

    name = "endless"
    compiled = False

    def actions(self, s):
        yield from itertools.repeat(0)


def test_actions_that_never_end_are_given_up(monkeypatch):
    monkeypatch.setattr(history, "MOST_ACTIONS", 1000)
    monkeypatch.setattr(examiner, "MOST_ACTIONS", 1000)
    with pytest.raises(BadInput, match=r"gives more than 1,000 actions in one state; does it end\?"):
        hm.History(Endless()).legal()
    with pytest.raises(BrokenPromise, match="actions ends; but it gives more than 1,000 answers"):
        hm.check_game(Endless())


def test_no_moves_are_counted_without_machine_code(monkeypatch):
    def fail(*_):
        raise AssertionError("compiled")

    monkeypatch.setattr("halfmove.search.perft.count_sequences", fail)
    outcome = halfmove("perft", "monopoly", "--depth", "0", "--json")
    assert outcome.json["nodes"] == 1
