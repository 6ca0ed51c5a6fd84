"""Go games written as SGF and read back with sgfmill, and by our own reader of openings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf

import halfmove as hm
from halfmove.arena.export import export, format_games
from halfmove.arena.job import Ending, MoveRecord, Record
from halfmove.arena.openings import load_book, parse_source
from halfmove.arena.plan import Plan
from halfmove.core.errors import BadInput
from halfmove.core.history import History
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.one_speed


def written(plan, records):
    return format_games(plan, records, ".sgf")


def plan(players=("random?name=Ann", "random?name=Bob"), **parameters):
    return Plan(GameReference("go", {"width": 9, "height": 9, **parameters}), players)


def record(moves, *, scores=(1.0, 0.0), ending=Ending.RULES, words="Black wins", players=(0, 1), **rest):
    told = tuple(MoveRecord(m, 0.25, seat=k % 2) for k, m in enumerate(moves))
    return Record(4, 2, players, scores, ending, words, told, **rest)


def read(the_plan, one):
    [text] = written(the_plan, [one])
    return sgf.Sgf_game.from_bytes(text.encode())


def moves_of(game):
    return [node.get_move() for node in game.get_main_sequence()[1:]]


def test_moves_names_and_rules():
    one = record(["E5", "J1", "A9", "pass"], players=(1, 0), round=1)
    game = read(plan(komi=6.5, rules="japanese"), one)
    assert game.get_size() == 9
    assert game.get_komi() == 6.5
    assert (game.get_player_name("b"), game.get_player_name("w")) == ("Bob", "Ann")
    assert game.get_root().get("RU") == "Japanese"
    assert game.get_root().get("RO") == "2.5"
    assert moves_of(game) == [("b", (4, 4)), ("w", (0, 8)), ("b", (8, 0)), ("w", None)]
    assert game.get_main_sequence()[1].get("C") == "0.250s"


@pytest.mark.parametrize(
    ("ending", "scores", "words", "result"),
    [
        (Ending.RESIGNATION, (1.0, 0.0), "White resigns", "B+R"),
        (Ending.TIME, (0.0, 1.0), "Black loses on time", "W+T"),
        (Ending.FAULT, (0.0, 1.0), "Black hangs", "W+F"),
        (Ending.ADJUDICATION, (0.0, 1.0), "Black gives up", "W+"),
        (Ending.LENGTH, (0.5, 0.5), "draw: 9 plies", "0"),
        (Ending.VOID, (0.5, 0.5), "lost", "Void"),
        (Ending.RULES, (1.0, 0.0), "Black wins", "B+73.5"),  # a stone owns the board: 81 less 7.5
        (Ending.RULES, (0.0, 1.0), "result W+12.5", "W+12.5"),  # as the engines have agreed
    ],
)
def test_results(ending, scores, words, result):
    game = read(plan(), record(["E5", "pass", "pass"], scores=scores, ending=ending, words=words))
    assert game.get_root().get("RE") == result
    winner = {"B": "b", "W": "w"}.get(result[0]) if result != "Void" else None
    assert game.get_winner() == winner


def test_handicap():
    game = read(plan(handicap=2), record(["E5"]))
    assert game.get_handicap() == 2
    black, white, _ = game.get_root().get_setup_stones()
    assert (black, white) == ({(2, 2), (6, 6)}, set())
    assert game.get_root().get("PL") == "w"
    assert moves_of(game) == [("w", (4, 4))]


def test_from_a_position():
    start = "O8/9/9/9/4X4/9/9/9/8X W"
    game = read(plan(), record(["B2"], position=start))
    black, white, _ = game.get_root().get_setup_stones()
    assert (black, white) == ({(4, 4), (0, 8)}, {(8, 0)})
    assert moves_of(game) == [("w", (1, 1))]


@pytest.mark.parametrize("size", [5, 13, 19, 21])
def test_sizes(size):
    game = hm.game("go", size=size)
    corner = game.action_text(game.initial(), size - 1)
    the_plan = plan(width=size, height=size)
    back = read(the_plan, record([corner]))
    assert back.get_size() == size
    assert moves_of(back) == [("b", (size - 1, size - 1))]


@pytest.mark.parametrize("name", ["a ] bracket", "back\\slash", "two%0Alines", "Zoë; (1)"])
def test_names_that_are_awkward(name):
    game = read(plan(players=(f"random?name={name}", "random?name=Bob")), record(["E5"]))
    assert game.get_player_name("b") == name.replace("%0A", " ")


@settings(max_examples=15)
@given(st.randoms(use_true_random=False), st.sampled_from([0, 2]))
def test_random_games_come_back_as_openings(tmp_path_factory, random, handicap):
    game = hm.game("go", size=7, handicap=handicap)
    history = History(game)
    for _ in range(random.randrange(1, 40)):
        history.play(random.choice(history.legal()))
        if history.over:
            history.undo()
            break
    the_plan = plan(width=7, height=7, handicap=handicap)
    file = tmp_path_factory.mktemp("games") / "games.sgf"
    assert export(the_plan, [record(history.texts())], file) == 1
    found = load_book(parse_source(str(file)), game, 0)
    assert found[0].position is None
    assert found[0].moves == tuple(history.texts())
    assert found[0].open(game).state == history.state


def test_refused(tmp_path):
    with pytest.raises(BadInput, match=r"Games of tictactoe are written as \.txt, not as '\.sgf'"):
        export(Plan(GameReference("tictactoe"), ("random", "random")), [], tmp_path / "games.sgf")
    assert list(tmp_path.iterdir()) == []
