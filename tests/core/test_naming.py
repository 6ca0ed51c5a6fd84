"""Games by their names and positions by their texts, wherever a public function takes one."""

import inspect
from dataclasses import is_dataclass

import pytest

import halfmove as hm
from halfmove.core.naming import open_game, open_state

FEN = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def takes_a_game(name):
    found = getattr(hm, name)
    result = isinstance(found, type) and (is_dataclass(found) or issubclass(found, tuple))
    if not callable(found) or result or name in ("Network", "SimulationTrace", "Trace"):  # hold one
        return None
    try:
        parameter = inspect.signature(found).parameters.get("game")
    except ValueError:
        return None
    return parameter and parameter.annotation


@pytest.mark.parametrize("name", [name for name in hm.__all__ if takes_a_game(name)])
def test_every_public_function_that_takes_a_game_takes_its_name(name):
    assert "str" in takes_a_game(name) or takes_a_game(name) == "Tree"


def test_names_are_opened():
    assert open_game("chess") == hm.game("chess")
    game = hm.game("nim")
    assert open_game(game) is game
    assert open_game("((3 5) (2 9))").explicit
    assert hm.check_game("nim", games=2).games == 2
    with pytest.raises(hm.BadInput, match="did you mean 'chess'"):
        open_game("ches")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (type(hm.game("nim")), r"^Give a game, Nim\(\) say, not its class Nim\.$"),
        (3, r'^Give a game: an object such as hm.game\("chess"\), or its name as text, not 3\.$'),
        (None, "not None"),
    ],
)
def test_anything_else_is_a_sentence(given, sentence):
    for function in (open_game, hm.analyze, hm.minimax, hm.Session, hm.History, hm.perft):
        with pytest.raises(hm.BadInput, match=sentence):
            function(given)


def test_states_are_opened():
    chess = hm.game("chess")
    state, _ = hm.position(chess, FEN)
    assert open_state(chess, FEN) == state
    assert open_state(chess, state) is state
    assert open_state(chess, None) == chess.initial()
    with pytest.raises(hm.BadInput):
        open_state(chess, "no FEN")


class Spell(hm.Game):
    """A game whose states are texts."""

    players = 2

    def initial(self):
        return ""

    def to_move(self, s):
        return len(s) % 2

    def actions(self, s):
        return (0, 1)

    def result(self, s, a):
        return s + str(a)

    def is_terminal(self, s):
        return len(s) == 3

    def utility(self, s, player):
        return (1 if s.count("1") > 1 else -1) * (1 if player == 0 else -1)


def test_a_text_is_a_state_where_states_are_texts():
    assert open_state(Spell(), "01") == "01"
    assert hm.minimax(hm.interpreted(Spell()), "11").value == 1


def test_the_answers_are_those_of_the_objects():
    game = hm.game("tictactoe")
    start = game.initial()
    assert hm.minimax("tictactoe", depth=3) == hm.minimax(game, depth=3)
    assert hm.perft("tictactoe", depth=4) == hm.perft(game, start, 4) == 3024
    assert hm.count_games("tictactoe").games == 255_168
    assert hm.position("chess", FEN) == hm.position(hm.game("chess"), FEN)
    assert hm.History("tictactoe", None, (4,)).state == hm.History(game, start, [4]).state
    assert (
        hm.analyze("chess", FEN, hm.Limit(depth=3)).score
        == hm.analyze(hm.game("chess"), hm.position("chess", FEN)[0], hm.Limit(depth=3)).score
    )
    assert hm.solve("tictactoe").value == 0
    assert hm.features("nim") == hm.features(hm.game("nim"))
    assert hm.regret("kuhn", iterations=3).values == hm.regret(hm.game("kuhn"), iterations=3).values
    assert hm.trace("((3 5) (2 9))").outcome.value == 3


def test_perft_counts_first_moves_apart():
    for depth in range(5):
        steps = []
        count = hm.perft("connect4", depth=depth, progress=steps.append)
        assert count == 7**depth
    assert steps[-1].total == 7
    with pytest.raises(hm.BadInput, match="from 0 to 1000, not -1"):
        hm.perft("nim", depth=-1)
