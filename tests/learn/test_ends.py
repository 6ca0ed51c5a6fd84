"""Ends of searches: sampled, written, read again, and learnt from."""

from itertools import islice

import pytest
from command import halfmove
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.history import History
from halfmove.learn.tuning.ends import DECIDED, End, format_end, read_ends, sample_ends
from halfmove.learn.tuning.samples import read_samples
from halfmove.learn.tuning.tune import fit_slope, make_data

CHESS = hm.game("chess")
LINES = """rnbqk2r/pp1p1pp1/3ppn2/7p/3P4/2P1P3/PP3PPP/RN1QKBNR b KQkq - ce -33; id "0-1";
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - ce 6; id "0-1";

8/8/4k3/8/2p5/8/B2K4/8 w - - ce 120; id "0-2";
"""


def written(tmp_path, text=LINES):
    path = tmp_path / "ends.epd"
    path.write_text(text)
    return path


def test_games_stay_together_and_values_are_white_s(tmp_path):
    first, second = read_ends(CHESS, written(tmp_path))
    assert [pawns for _, pawns in first] == [0.33, 0.06]
    assert [pawns for _, pawns in second] == [1.2]
    assert CHESS.position_text(second[0][0]) == "8/8/4k3/8/2p5/8/B2K4/8 w - - 0 1"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 10**6), max_size=30), st.integers(-1000, 1000), st.integers(0, 99))
def test_what_is_written_is_read_again(tmp_path_factory, picks, hundredths, number):
    history = History(CHESS)
    for pick in picks:
        legal = history.legal()
        if history.over or not legal:
            break
        history.play(legal[pick % len(legal)])
    state = history.state
    path = tmp_path_factory.mktemp("ends") / "e.epd"
    path.write_text(format_end(CHESS, End(state, hundredths / 100, f"7-{number}")) + "\n")
    [[(again, pawns)]] = read_ends(CHESS, path)
    assert CHESS.position_text(again).split()[:4] == CHESS.position_text(state).split()[:4]
    assert pawns == pytest.approx((1 if CHESS.to_move(state) == 0 else -1) * hundredths / 100)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8/8/4k3/8/2p5/8/B2K4/8 w - -\n", "line 1: a position with 'ce' and 'id' was expected"),
        (LINES + '8/8/8/8/8/8/8/8 w - - ce 1; id "x";\n', "line 5: "),
        ("\xff", "cannot be read"),
    ],
)
def test_bad_files(tmp_path, text, said):
    path = tmp_path / "ends.epd"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(hm.BadInput, match=said):
        list(read_ends(CHESS, path))


@pytest.mark.slow_interpreted
def test_ends_are_at_rest_judged_and_repeatable():
    asked = []

    def judge(history):
        asked.append(history.state)
        return 0.25 if len(asked) % 3 else 99.0

    found = list(islice(sample_ends(CHESS, judge, seed=5, nodes=(400,)), 40))
    assert len(found) == 40
    assert {end.pawns for end in found} == {0.25}, f"nothing beyond {DECIDED} pawns"
    assert len({CHESS.position_text(end.state) for end in found}) == 40
    assert not any(CHESS.in_check(end.state) for end in found)
    # something may be won and yet not be worth it
    hanging = [
        end for end in found if any(CHESS.exchange(end.state, a) > 0 for a in CHESS.forcing(end.state))
    ]
    assert len(hanging) < len(found) // 4
    asked.clear()
    assert list(islice(sample_ends(CHESS, judge, seed=5, nodes=(400,)), 40)) == found


@pytest.mark.slow_interpreted
def test_an_opponent_has_one_side():
    moved = []

    def opponent(history):
        moved.append(history.mover)
        return history.legal()[0]

    list(islice(sample_ends(CHESS, lambda history: 0.0, opponent=opponent, seed=2, nodes=(300,)), 300))
    assert set(moved) == {0, 1}, "in turn White and Black"


@pytest.mark.slow_interpreted
def test_what_was_judged_counts_in_full_and_results_as_trusted(tmp_path):
    path = written(tmp_path, "".join(LINES.replace("0-", f"{n}-") for n in range(20)))
    drawn = read_samples(CHESS, [path], evaluated=False, seed=1)
    assert drawn.games == 40
    assert all(sample.result is None for sample in drawn.learnt)
    aim = make_data(CHESS, drawn.learnt[:4], 0.0, fit_slope(drawn.learnt)).result
    expected = [1 / (1 + 10 ** (-100 * sample.pawns / 400)) for sample in drawn.learnt[:4]]
    assert list(aim) == pytest.approx(expected, abs=1e-5)
    told = halfmove("tune", "chess", str(path), "--steps", "5")
    assert told.status == 0, told.err
    assert "40 games" in told.out


# ---- the command
@pytest.mark.slow_interpreted
def test_the_command_writes_and_goes_on(tmp_path):
    path = tmp_path / "new.epd"
    words = ["sample", "chess", str(path), "--judge", "engine", "--nodes", "200"]
    told = halfmove(*words, "--positions", "30")
    assert told.status == 0, told.err
    assert "30 positions" in told.out
    first = path.read_text()
    data = halfmove(*words, "--positions", "45", "--json").json
    assert data == {"positions": 45, "new": 15, "interrupted": False}
    assert path.read_text().startswith(first)
    assert sum(len(group) for group in read_ends(CHESS, path)) == 45


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nim", "e.epd", "--judge", "engine"], "'nim' has no weights to tune"),
        (["chess", "e.txt", "--judge", "engine"], "should end in .epd"),
        (["chess", "e.epd", "--judge", "nobody"], "nobody"),
        (["chess", "/none/e.epd", "--judge", "engine"], "cannot be written"),
        (["chess", "e.epd", "--judge", "engine", "--positions", "few"], "--positions must be a whole number"),
    ],
)
def test_bad_input(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = halfmove("sample", *words)
    assert told.status == 2
    assert said in told.err
    assert not list(tmp_path.iterdir())


def test_ends_of_another_game_are_read_again(tmp_path):
    game = hm.game("checkers")
    state = game.parse("W:W21,K5:B1,14:H3")
    path = tmp_path / "ends.epd"
    path.write_text(format_end(game, End(state, 0.75, "7-1")) + "\n")
    assert list(read_ends(game, path)) == [[(state, -0.75)]], "to Black, who is the first player"
