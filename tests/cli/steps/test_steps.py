"""The stepper: by lines through a pipe, its commands, its frames, and the keys of a terminal."""

import json

import pytest
from command import halfmove
from lessons import FIG_5_2

import halfmove as hm
from halfmove.cli.steps.keyboard import keys_of
from halfmove.cli.steps.players import TreePlayer, tree_frame
from halfmove.search.trace import Cutoff
from halfmove.teach.tree_text import Show

pytestmark = pytest.mark.one_speed

SPEC = json.dumps(FIG_5_2)


@pytest.fixture
def player():
    return TreePlayer(hm.trace(hm.tree(FIG_5_2)))


def stepped(*lines):
    outcome = halfmove("tree", SPEC, "--steps", typed="\n".join(lines) + "\n")
    assert (outcome.status, outcome.err) == (0, "")
    return outcome.out


def test_forward_and_back():
    out = stepped("", "n 3", "b", "quit")
    places = [line.split("step ")[1] for line in out.splitlines() if line.startswith("alphabeta on tree")]
    assert places == ["0 of 45", "1 of 45", "4 of 45", "3 of 45"]


def test_to_the_next_stop_and_the_end():
    out = stepped("c", "end", "n", "q")
    assert "▸ ├─ a2: MIN C v = 2  (3, 2)  ✂ 2 ≤ 3" in out
    assert "whatever c2 and c3 are worth." in " ".join(out.split())
    assert "1 cutoff, 2 cut edges" in " ".join(out.split())
    assert "the best move for MAX is a1." in out
    assert "This is the last step." in out


def test_to_a_step_and_to_a_node():
    out = stepped("12", "/D", "find nowhere", "g 99", "goto 3")
    assert "step 12 of 45" in out
    assert "▸ └─ a3: MIN D  (3, ∞)" in out
    assert "The search enters no such node." in out
    assert "There is no such step." in out
    assert "step 3 of 45" in out


def test_what_it_does_not_know_and_the_help():
    out = stepped("dance", "help", "q")
    assert "'dance' is no command; help lists them." in out
    assert "to the next cut" in out


def test_the_end_of_the_input_ends_it():
    assert stepped("n").count("step> ") == 2 + 0 * 1


def test_boards_stand_beside_the_tree_of_a_game():
    out = halfmove("tree", "tictactoe", "--depth", "1", "--steps", typed="n 3\nq\n").out
    assert "▸ ├─ a3: MIN" in out
    assert "X" in out


def test_where_the_player_is(player):
    cuts = [i + 1 for i, event in enumerate(player.trace.events) if isinstance(event, Cutoff)]
    assert player.next_stop()
    assert player.step == cuts[0]
    assert player.next_stop()
    assert player.step == cuts[1]
    assert not player.next_stop()
    assert player.last_cut()
    assert player.step == cuts[0]
    assert not player.last_cut()
    assert player.go(10**9)
    assert player.step == player.last
    assert not player.forward()
    assert player.go(-5)
    assert player.step == 0
    assert not player.back()


def test_out_of_a_node(player):
    player.find("c")
    assert player.at == ("a2",)
    assert player.out()
    assert player.told().sentence.startswith("C returns 2")
    assert not player.out()


def test_going_back_shows_what_was_there(player):
    forward = []
    for _ in range(player.last):
        player.forward()
        forward.append(([row.plain for row in tree_frame(player, Show(), 80, None)], player.told()))
    for step in range(player.last, 0, -1):
        player.go(step)
        assert ([row.plain for row in tree_frame(player, Show(), 80, None)], player.told()) == forward[
            step - 1
        ]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (30, 10), (200, 60)])
def test_a_frame_fits_the_terminal(player, width, height):
    tall = TreePlayer(hm.trace(hm.tree([[list(range(9))] * 4] * 4), algorithm="minimax"))
    for subject in (player, tall):
        for step in range(0, subject.last, 7):
            subject.go(step)
            lines = tree_frame(subject, Show(), width, height)
            assert len(lines) <= height
            assert max(line.cell_len for line in lines) <= width
            if subject.at is not None and height > 10:
                assert any("▸" in line.plain for line in lines)


def test_keys_of_a_terminal():
    assert keys_of("n \x1b[C\x1bOD\x1b[5~q\r\x7f\x1b") == [
        "n",
        "right",
        "right",
        "left",
        "q",
        "enter",
        "backspace",
        "escape",
    ]
    assert keys_of("\x1b[1;5Cx") == ["x"]


@pytest.mark.parametrize(
    ("key", "word"),
    [("right", "forward"), ("enter", "forward"), ("left", "back"), ("backspace", "back"), ("escape", "quit")]
    + [("c", "cut"), ("C", "uncut"), ("g", "goto"), ("/", "find"), ("home", "start"), ("?", "help")],
)
def test_what_keys_mean(key, word):
    assert TreePlayer.commands.of_key(key).word == word


@pytest.mark.parametrize(
    ("line", "word", "rest"),
    [("", "forward", ""), ("n 5", "forward", "5"), ("12", "goto", "12"), ("/ B ", "find", "B")]
    + [("find a1", "find", "a1"), ("E", "end", ""), ("Quit", "quit", "")],
)
def test_what_typed_lines_mean(line, word, rest):
    command, given = TreePlayer.commands.of_line(line)
    assert (command.word, given) == (word, rest)


def test_what_is_no_command():
    assert TreePlayer.commands.of_line("jump")[0] is None
    assert TreePlayer.commands.of_key("z") is None
