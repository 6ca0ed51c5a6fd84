"""References: what is named in text opens into a game on the board, and a game on the board has a name."""

import json
import pickle

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference, PositionReference, open_position, play_moves
from halfmove.games.registry import games

PIG = "examples/pig.py"
NAMED = [
    GameReference("connect4", {"width": 6, "height": 5}),
    GameReference("halfmove.games.nim:Nim", {"heaps": "3,4"}),
    GameReference(PIG, {"target": 30}),
    GameReference("[[3, 12], [2, 4]]"),
    GameReference("MIN\n  a: 3\n  b: MAX [1, 2]\n"),
    GameReference("[3, 12]", {"root": "min"}),
]


@pytest.mark.parametrize("reference", NAMED, ids=lambda r: r.name[:12])
def test_a_game_is_found_again_by_its_reference(reference):
    game = reference.open()
    again = GameReference.of(game)
    assert again.open() == game
    assert GameReference.from_data(json.loads(json.dumps(again.as_data()))) == again
    assert pickle.loads(pickle.dumps(again)) == again
    assert hash(pickle.loads(pickle.dumps(again))) == hash(again)


@pytest.mark.parametrize("name", list(games()))
def test_a_registered_game_has_its_name(name):
    game = hm.game(name)
    assert GameReference.of(game) == GameReference(name, dict(game.parameters))


@pytest.mark.parametrize("side", [4, 6, 8, 10])
def test_a_class_that_chooses_by_size_gives_the_name(side):
    assert GameReference.of(hm.game("othello", width=side, height=side)).name == "othello"


def test_a_reference_is_left_as_it_is():
    assert GameReference.of("nim") == GameReference("nim")
    assert GameReference.of(NAMED[0]) is NAMED[0]


def test_an_interpreted_game_has_the_name_of_its_rules():
    assert GameReference.of(hm.interpreted(hm.game("nim"))).open() == hm.game("nim")


def test_a_game_that_others_cannot_find_has_no_reference():
    class Hidden(type(hm.game("nim"))):
        pass

    with pytest.raises(BadInput, match="put it into a file of its own"):
        GameReference.of(Hidden())


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        (GameReference("nimm"), "There is no game 'nimm'; did you mean 'nim'"),
        (GameReference("nim", {"width": 3}), "nim has no parameter 'width'"),
        (GameReference("halfmove.games.nim:Nimm"), "There is no game 'halfmove.games.nim:Nimm'"),
        (GameReference("json:dumps"), "'json:dumps' is not a subclass of halfmove.Game"),
        (GameReference("nowhere/game.py"), "There is no file 'nowhere/game.py'"),
        (GameReference("[1, 2]", {"width": 3}), "A game tree has one parameter, root"),
    ],
)
def test_what_names_no_game_is_refused(reference, said):
    with pytest.raises(BadInput, match=said):
        reference.open()


POSITIONS = [
    ("connect4", None, "4 4 3"),
    ("chess", "7k/8/8/8/8/8/R7/K7 w - - 0 1", "Ra8+ Kg7"),
    ("chess", None, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"),  # drawn by repetition
    (PIG, None, "roll 3 roll 2 hold"),  # nature's outcomes are moves
    ("nim", "0,0,0 first", ""),
]


@pytest.mark.parametrize(("name", "position", "moves"), POSITIONS)
def test_a_game_on_the_board_is_opened_again_with_its_past(name, position, moves):
    game = GameReference(name).open()
    history = open_position(game, position, moves)
    reference = PositionReference.of(history)
    assert reference.position == position
    assert reference.moves == tuple(moves.split())
    data = json.loads(json.dumps(reference.as_data()))
    assert list(data) == ["game", "parameters", "position", "moves"]
    assert PositionReference.from_data(data) == reference
    again = reference.open()
    assert (again.game, again.states, again.actions) == (game, history.states, history.actions)
    assert (again.over, again.times) == (history.over, history.times)


def test_moves_may_be_run_together_in_one_text_only():
    game = hm.game("connect4")
    assert open_position(game, None, "443").actions == open_position(game, None, ["4", "4", "3"]).actions
    with pytest.raises(BadInput, match="Move 1, '443', cannot be played"):
        open_position(game, None, ["443"])


def test_play_goes_on_and_says_where_it_cannot():
    history = open_position(hm.game("tictactoe"), None, "a1 b1")
    play_moves(history, ["a2", "b2"])
    with pytest.raises(BadInput, match="Move 2, 'c3', cannot be played: the game is over after move 1"):
        play_moves(history, ["a3", "c3"])
    assert history.texts() == ["a1", "b1", "a2", "b2", "a3"]


def test_a_long_move_is_told_in_short():
    with pytest.raises(BadInput, match=f"^Move 1, '{'x' * 40}', cannot be played"):
        open_position(hm.game("connect4"), None, ["x" * 500])
