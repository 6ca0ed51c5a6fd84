"""Engines that go wrong in a game with a referee: how it is scored, and how the next game goes."""

import pytest
from engines import Watched, scripted

from halfmove.arena.description import describe
from halfmove.arena.job import Ending, Job, Opening
from halfmove.arena.player import Fault
from halfmove.arena.players.registry import player
from halfmove.arena.referee import play
from halfmove.arena.seat import Seat
from halfmove.games.reference import GameReference

pytestmark = pytest.mark.slow_interpreted
GO, CHESS = GameReference("go", {"size": 9}), GameReference("chess")


def job(game, texts, *, number=0, control="", opening=None):
    return Job(
        number=number,
        pair=0,
        game=game,
        players=(0, 1),
        descriptions=texts,
        controls=(control, control),
        opening=opening or Opening(),
        grace=20.0,  # a busy machine is nobody's fault
        patience=20.0,
    )


def played(game, *texts, games=1, **told):
    """So many games between the players, who stay in their seats; nothing is left in the end."""
    with Watched():
        seats = [Seat(describe(text), player(describe(text))) for text in texts]
        records = [play(job(game, texts, number=n, **told), seats) for n in range(games)]
        for seat in seats:
            seat.drop()
    return records


@pytest.mark.parametrize("seat", [0, 1])
def test_a_fault_loses_the_game_and_the_next_is_played_by_a_new_process(seat, tmp_path):
    faulty = scripted("gtp", tmp_path, fault="crash", at="genmove", time=3)
    texts = [scripted("gtp", tmp_path)] * 2
    texts[seat] = faulty
    records = played(GO, *texts, games=2)
    for record in records:
        assert record.ending == Ending.FAULT
        assert record.scores == ((0.0, 1.0), (1.0, 0.0))[seat]
        assert len(record.moves) == 4 + seat
        [fault] = record.faults
        assert (fault.seat, fault.fault, fault.ply) == (seat, Fault.CRASH, 4 + seat)
        assert fault.words == "ended with exit status 3 (out of memory, said the engine)"
        assert record.words == f"{('Black', 'White')[seat]} {fault.words}"
        assert [move.text for move in record.moves[:4]] == ["A1", "B1", "C1", "D1"]


def test_an_engine_that_does_not_start_loses_each_game(tmp_path):
    texts = (scripted("uci", tmp_path, fault="crash", at="uci"), scripted("uci", tmp_path))
    for record in played(CHESS, *texts, games=2, control="depth=1"):
        assert (record.ending, record.scores, record.moves) == (Ending.FAULT, (0.0, 1.0), ())
        assert record.words.startswith("White ended with exit status 3")


def test_a_repetition_is_a_draw_that_nobody_need_claim(tmp_path):
    """Both knights go out and back: the position of the beginning stands for the third time after 8 plies."""
    [record] = played(CHESS, scripted("uci", tmp_path), scripted("uci", tmp_path), control="depth=1")
    assert (record.ending, record.scores, len(record.moves)) == (Ending.REPETITION, (0.5, 0.5), 8)
    assert record.titles == ("Scripted 1", "Scripted 1")
    assert [move.value for move in record.moves] == [0.25] * 8


def test_superko_is_the_referees(tmp_path):
    """An engine that knows none plays what brings back a position: a move, but against the rules."""
    opening = Opening(moves=("B1", "B2", "A2", "C2", "C1", "A1"))  # now B1 would restore what stood before A1
    black = scripted("gtp", tmp_path, answers={"genmove": "= B1"})
    game = GameReference("go", {"size": 3})
    [record] = played(game, black, scripted("gtp", tmp_path), opening=opening)
    assert (record.ending, record.scores) == (Ending.FAULT, (0.0, 1.0))
    assert record.faults[0].fault == Fault.ILLEGAL
    assert "brings back a position" in record.words


def test_resigning_is_no_fault(tmp_path):
    white = scripted("gtp", tmp_path, answers={"genmove": ["= E5", "= resign"]})
    records = played(GO, scripted("gtp", tmp_path), white, games=2)
    assert (records[0].ending, records[0].scores) == (Ending.RESIGNATION, (1.0, 0.0))
    assert records[0].words == "White resigns"
    assert not records[0].faults


def test_two_passes_end_a_game_and_engines_that_disagree_leave_it_to_the_rules(tmp_path):
    passes = {"genmove": ["= A1", "= pass"]}
    black = scripted("gtp", tmp_path, answers=passes | {"final_status_list": "= A1"})
    others = {
        "agrees": ({"final_status_list": "= a1"}, (0.0, 1.0), "result W+7.5"),
        "differs": ({"final_status_list": "="}, (1.0, 0.0), "Black wins"),
        "cannot": ({"final_status_list": "? cannot"}, (0.0, 1.0), "result W+7.5"),
    }
    for answers, scores, words in others.values():
        white = scripted("gtp", tmp_path, answers={"genmove": "= pass"} | answers)
        [record] = played(GO, black, white)
        assert (record.ending, record.scores, record.words) == (Ending.RULES, scores, words)
