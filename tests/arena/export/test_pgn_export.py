"""Chess games written as PGN and read back with python-chess."""

import io

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.arena.export import export, format_games
from halfmove.arena.job import Ending, FaultRecord, MoveRecord, Record
from halfmove.arena.openings import load_book, parse_source
from halfmove.arena.plan import Plan
from halfmove.core.errors import BadInput
from halfmove.core.formats import format_of
from halfmove.games.reference import GameReference, open_position

pytestmark = pytest.mark.one_speed

CHESS = GameReference("chess")
FISCHER = GameReference("chess", {"chess960": True})


def written(plan, records):
    return format_games(plan, records, ".pgn")


def plan(game=CHESS, players=("random?name=Ann", "random?name=Bob"), **options):
    return Plan(game=game, players=players, **options)


def record(moves, *, number=0, scores=(0.5, 0.5), ending=Ending.RULES, words="draw", players=(0, 1), **rest):
    told = tuple(
        m if isinstance(m, MoveRecord) else MoveRecord(m, 0.25, seat=k % 2) for k, m in enumerate(moves)
    )
    return Record(number, number // 2, players, scores, ending, words, told, **rest)


def read(text):
    stream = io.StringIO(text)
    found = []
    while (one := chess.pgn.read_game(stream)) is not None:
        assert not one.errors
        found.append(one)
    return found


def test_moves_result_and_headers():
    mate = record(
        ["f3", "e5", "g4", "Qh4#"], number=2, scores=(0.0, 1.0), words="Black wins", players=(1, 0), round=1
    )
    [game] = read("".join(written(plan(controls=("10+0.1", "depth=3")), [mate])))
    assert [move.uci() for move in game.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert game.end().board().is_checkmate()
    assert dict(game.headers) == {
        "Event": "Halfmove match",
        "Site": "?",
        "Date": "????.??.??",
        "Round": "2.3",
        "White": "Bob",
        "Black": "Ann",
        "Result": "0-1",
        "PlyCount": "4",
        "TimeControl": "depth=3 10+0.1",
        "Termination": "normal",
    }


def test_what_players_said_stands_in_the_comments():
    moves = [
        MoveRecord("e4", 0.0, opening=True),
        MoveRecord("e5", 0.1234, 0.314, depth=12, seat=1),
        MoveRecord("Bc4", 1.0, 3.0, mate=5, depth=9, seat=0),
        MoveRecord("d6", 2.0, mate=-4, seat=1),
        MoveRecord("a3", 0.5, seat=0),
    ]
    [game] = read("".join(written(plan(), [record(moves)])))
    said = [node.comment for node in game.mainline()]
    assert said == [
        "book",
        "[%eval -0.31,12] +0.31/12 0.123s",
        "[%eval #2,9] +M5/9 1.000s",
        "[%eval #2] -M4 2.000s",
        "0.500s",
    ]
    assert [str(node.eval().white()) for node in game.mainline() if node.eval()] == ["-31", "#+2", "#+2"]


def test_a_mate_is_counted_from_the_position_after_the_move():
    """Engines look at the position before it; a mate on the board needs no evaluation."""
    evaluation = format_of(hm.game("chess"), ".pgn").evaluation
    told = [evaluation(None, mate, None, 0) for mate in (1, 3, 5, -2, -4)]
    assert told[0] is None
    assert [worth.mate for worth in told[1:]] == [1, 2, -1, -2]
    assert evaluation(None, 3, None, 1).mate == -1
    assert evaluation(None, None, None, 1) is None


@pytest.mark.parametrize(
    ("ending", "scores", "termination", "result"),
    [
        (Ending.RULES, (1.0, 0.0), "normal", "1-0"),
        (Ending.REPETITION, (0.5, 0.5), "normal", "1/2-1/2"),
        (Ending.RESIGNATION, (0.0, 1.0), "normal", "0-1"),
        (Ending.TIME, (0.0, 1.0), "time forfeit", "0-1"),
        (Ending.FAULT, (1.0, 0.0), "rules infraction", "1-0"),
        (Ending.ADJUDICATION, (1.0, 0.0), "adjudication", "1-0"),
        (Ending.LENGTH, (0.5, 0.5), "adjudication", "1/2-1/2"),
        (Ending.VOID, (0.5, 0.5), "abandoned", "*"),
    ],
)
def test_how_it_ended(ending, scores, termination, result):
    [game] = read("".join(written(plan(), [record(["e4"], scores=scores, ending=ending, words="so it did")])))
    assert (game.headers["Termination"], game.headers["Result"]) == (termination, result)
    on_the_board = ending in (Ending.RULES, Ending.REPETITION)
    assert game.end().comment == ("0.250s" if on_the_board else "0.250s, so it did")


def test_a_fault_before_the_first_move():
    fault = FaultRecord(0, "start", 0, "does not start: {odd}\nthings")
    one = record([], scores=(0.0, 1.0), ending=Ending.FAULT, words=f"White {fault.words}", faults=(fault,))
    text = "".join(written(plan(), [one]))
    [game] = read(text)
    assert list(game.mainline_moves()) == []
    assert game.headers["Result"] == "0-1"
    [ours] = format_of(CHESS.open(), ".pgn").read(text)
    assert "does not start: {odd} things" in ours.comment


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ('the "best"', r"the \"best\""),
        ("back\\slash", r"back\\slash"),
        ("two%0Alines", "two lines"),
        ("Zoë [1]", "Zoë [1]"),
    ],
)
def test_names_that_are_awkward(name, header, tmp_path):
    the_plan = plan(players=(f"random?name={name}", "random?name=Bob"))
    file = tmp_path / "games.pgn"
    assert export(the_plan, [record(["e4"])], file) == 1
    [game] = read(file.read_text(encoding="utf-8"))
    assert (game.headers["White"], game.headers["Black"]) == (header, "Bob")
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4"]


def test_two_players_of_one_name_can_be_told_apart():
    [game] = read("".join(written(plan(players=("random", "random")), [record(["e4"])])))
    assert (game.headers["White"], game.headers["Black"]) == ("random (1)", "random (2)")


def test_a_game_from_a_position():
    start = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 17"
    one = record(["O-O-O", "O-O"], position=start)
    [game] = read("".join(written(plan(), [one])))
    assert game.headers["FEN"] == start
    assert game.headers["SetUp"] == "1"
    assert [move.uci() for move in game.mainline_moves()] == ["e8c8", "e1g1"]
    assert "17... O-O-O" in str(game)


def test_chess960():
    start = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"
    one = record(["O-O", "O-O-O"], position=start)
    [game] = read("".join(written(plan(FISCHER), [one])))
    assert game.headers["Variant"] == "Chess960"
    board = game.end().board()
    assert board.chess960
    assert board.board_fen() == "2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1"


@settings(max_examples=15)
@given(st.randoms(use_true_random=False), st.booleans())
def test_random_games_come_back(tmp_path_factory, random, fischer):
    """From a random position of Chess960 or of chess, whatever happens: promotions, en passant, castling."""
    board = chess.Board.from_chess960_pos(random.randrange(960)) if fischer else chess.Board()
    start = board.fen()
    for _ in range(random.randrange(1, 60)):
        if board.is_game_over():
            break
        board.push(random.choice(list(board.legal_moves)))
    game = hm.game("chess", chess960=fischer)
    state, moves = game.parse(start), []
    for move in board.move_stack:
        from halfmove.games.chess import uci_action

        action = uci_action(game, state, move.uci())
        moves.append(game.action_text(state, action))
        state = game.result(state, action)
    reference = FISCHER if fischer else CHESS
    text = "".join(written(plan(reference), [record(moves, position=start)]))
    [back] = read(text)
    assert back.end().board().fen() == board.fen()
    if not board.is_game_over():
        file = tmp_path_factory.mktemp("games") / "games.pgn"
        file.write_text(text)
        opening = load_book(parse_source(str(file)), game, 0)[0]
        assert opening.moves == tuple(moves)


def test_many_games_in_one_file(tmp_path):
    file = tmp_path / "games.pgn"
    records = [record(["e4", "e5"], number=k, players=(k % 2, 1 - k % 2)) for k in range(5)]
    assert export(plan(), iter(records), file) == 5
    found = read(file.read_text())
    assert [game.headers["Round"] for game in found] == ["1.1", "1.2", "1.3", "1.4", "1.5"]
    assert [game.headers["White"] for game in found] == ["Ann", "Bob", "Ann", "Bob", "Ann"]


def test_refused(tmp_path):
    with pytest.raises(BadInput, match=r"Games of tictactoe are written as \.txt, not as '\.pgn'"):
        export(plan(GameReference("tictactoe")), [], tmp_path / "games.pgn")
    with pytest.raises(BadInput, match=r"Games of chess are written as \.pgn or \.txt, not as '\.doc'"):
        export(plan(), [], tmp_path / "games.doc")
    with pytest.raises(BadInput, match="not as a file without ending"):
        export(plan(), [], tmp_path / "games")
    with pytest.raises(BadInput, match="cannot be written: No such file or directory"):
        export(plan(), [], tmp_path / "nowhere" / "games.pgn")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text("what was there")
    with pytest.raises(BadInput):
        export(plan(), [record(["e4"]), record(["Ke4"])], file)
    assert [path.name for path in tmp_path.iterdir()] == ["games.pgn"]
    assert file.read_text() == "what was there"


def test_a_kept_game_is_not_asked_whether_it_was_over(monkeypatch):
    """It was, move by move, when it was played; of chess that is most of the time that opening it takes.  A
    record that the rules do not allow is refused as ever."""
    game = CHESS.open()
    line = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]
    assert record(line).open(game).states == open_position(game, None, line).states
    monkeypatch.setattr(type(game), "is_terminal", lambda self, s: pytest.fail("asked"))
    assert record(line).open(game).actions == record([*line, "b5"]).open(game).actions[:-1]
    with pytest.raises(BadInput, match="Move 2, 'Ke4', cannot be played: 'Ke4' is not a legal move here"):
        record(["e4", "Ke4"]).open(game)
