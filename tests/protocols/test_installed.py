"""Debian's engines, where they are installed: games through the referee, judged by other people's rules."""

import pytest
from engines import Watched, installed

from halfmove.arena.clock import Budget
from halfmove.arena.description import describe
from halfmove.arena.job import Adjudication, Ending, Job, Opening
from halfmove.arena.players.registry import player
from halfmove.arena.referee import play
from halfmove.arena.seat import Seat
from halfmove.core.errors import Unsuitable
from halfmove.core.history import History
from halfmove.core.limit import Limit
from halfmove.games.reference import GameReference
from halfmove.games.registry import game

pytestmark = pytest.mark.slow_interpreted
CHESS = game("chess")


def stockfish(options=""):
    return f"uci:{installed('stockfish')}" + (f"?{options}" if options else "")


def gnuchess():
    return f'uci:"{installed("gnuchess")} --uci"'


def gnugo(level=1, more=""):
    return f'gtp:"{installed("gnugo")} --mode gtp --level {level} {more}"'


def record(rules, *texts, controls=("depth=2",), opening=None, most_plies=None):
    """One game between the players, with every process gone afterwards."""
    described = [describe(text) for text in texts]
    with Watched():
        seats = [Seat(d, player(d)) for d in described]
        job = Job(
            number=0,
            pair=0,
            game=rules,
            players=tuple(range(len(texts))),
            descriptions=texts,
            controls=controls if len(controls) > 1 else controls * len(texts),
            opening=opening or Opening(),
            adjudication=Adjudication(most_plies=most_plies),
            seed=1,
            grace=10.0,  # a busy machine is nobody's fault
        )
        played = play(job, seats)
        for seat in seats:
            seat.drop()
    assert not played.faults, played.faults
    return played


@pytest.mark.parametrize("turned", [False, True])
def test_a_game_of_chess_to_its_end(turned):
    """Every move, and the end itself, as python-chess has them."""
    import chess

    texts = [stockfish("Skill Level=0"), gnuchess()]
    opening = Opening(position="4k3/8/8/8/8/8/R7/4K2R w K - 0 1", moves=("O-O",))
    played = record(
        GameReference("chess"), *(texts[::-1] if turned else texts), controls=("depth=3",), opening=opening
    )
    board = chess.Board(opening.position)
    for move in played.moves:
        board.push_san(move.text)
    assert played.ending in (Ending.RULES, Ending.REPETITION)
    outcome = board.outcome(claim_draw=True)
    assert outcome is not None
    assert played.scores == {True: (1.0, 0.0), False: (0.0, 1.0), None: (0.5, 0.5)}[outcome.winner]
    assert played.moves[1].depth is not None
    assert any("Stockfish" in title for title in played.titles)
    assert any("GNU Chess" in title for title in played.titles)


@pytest.mark.parametrize("control", ["0.02/move", "1+0.01", "20/1", "nodes=200"])
def test_every_kind_of_time_control(control):
    opening = Opening(position="8/8/8/8/8/3k4/8/3K3R b - - 90 80")
    played = record(
        GameReference("chess"), stockfish(), stockfish("Hash=1"), controls=(control,), opening=opening
    )
    assert played.ending in (Ending.RULES, Ending.REPETITION)
    assert all(move.text for move in played.moves)


def test_what_stockfish_says():
    with Watched():
        one = player(describe(stockfish()))
        one.start()
        for fen, best, mate in (
            ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", 1),
            ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", None, 3),
            ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "Kb8", -2),
        ):
            one.new_game(CHESS, 0, 1)
            history = History(CHESS, CHESS.parse(fen))
            choice = one.choose(history, Budget(Limit(depth=12), most=60.0))
            assert choice.mate == mate
            assert choice.value is None
            assert best in (None, CHESS.action_text(history.state, choice.action))
            assert choice.depth
            assert choice.nodes
        one.new_game(CHESS, 0, 1)
        queen_up = History(CHESS, CHESS.parse("4k3/pppp4/8/8/8/8/PPPP4/3QK3 b - - 0 1"))
        choice = one.choose(queen_up, Budget(Limit(depth=6), most=60.0))
        assert choice.value is not None
        assert choice.value < -3, "to the player to move, in pawns"
        one.close()


def test_chess960_with_castling():
    rules = GameReference("chess", {"chess960": True})
    opening = Opening(position="bnrbk2r/pppppppp/8/8/8/8/PPPPPPPP/BNRBK2R w HChc - 0 1", moves=("O-O", "O-O"))
    played = record(rules, stockfish(), stockfish("UCI_LimitStrength=true&UCI_Elo=1400"), opening=opening)
    assert played.moves[0].text == "O-O"
    assert played.ending in (Ending.RULES, Ending.REPETITION)
    with Watched(), pytest.raises(Unsuitable, match="does not play Chess960"):
        player(describe(gnuchess())).check(game("chess", chess960=True))


@pytest.mark.parametrize(("size", "rules"), [(7, "chinese"), (7, "aga"), (9, "japanese")])
def test_a_game_of_go_to_its_end(size, rules):
    """Both engines call the same stones dead."""
    ref = GameReference("go", {"size": size, "rules": rules})
    flags = {"japanese": "--japanese-rules"}.get(rules, "--chinese-rules --positional-superko")
    played = record(ref, gnugo(1, flags), gnugo(0, flags), controls=("",))
    assert played.ending in (Ending.RULES, Ending.RESIGNATION)
    if played.ending == Ending.RULES:
        assert [move.text for move in played.moves[-2:]] == ["pass", "pass"]
        assert played.words.startswith("result ")
    assert played.titles == ("GNU Go 3.8", "GNU Go 3.8")


def test_our_score_of_a_game_of_go_is_gnu_gos():
    rules = game("go", size=9, rules="chinese")
    with Watched():
        one = player(describe(gnugo(1, "--chinese-rules")))
        one.start()
        one.new_game(rules, 0, 7)
        history = History(rules)
        while not history.over:
            choice = one.choose(history, Budget(Limit(), most=60.0))
            if choice.resigns:
                break
            history.play(choice.action)
        if history.over:
            settled = one.settle(history)
            assert settled is not None
            assert f"result {one.running.ask('final_score')}" == settled[1]
        one.close()


def test_gnu_go_with_a_handicap_and_from_a_position():
    ref = GameReference("go", {"size": 9, "handicap": 4})
    record(ref, gnugo(), gnugo(), controls=("",), most_plies=12)
    opening = Opening(position="9/9/2X3O2/9/9/9/2O3X2/9/9 W - 0", moves=("E5", "pass"))
    played = record(
        GameReference("go", {"size": 9}),
        gnugo(),
        gnugo(),
        controls=("10+1", "0.2/move"),
        opening=opening,
        most_plies=16,
    )
    assert [move.text for move in played.moves[:2]] == ["E5", "pass"]
    with Watched(), pytest.raises(Unsuitable, match=r"^GNU Go 3.8 does not play on 21 by 21"):
        player(describe(gnugo())).check(game("go", size=21))
