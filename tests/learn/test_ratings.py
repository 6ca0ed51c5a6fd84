"""Generations that meet, their ratings, and the files for TensorBoard."""

import json
import struct

import numpy as np
import pytest
from learn_small import SMALL

import halfmove as hm
from halfmove.games.reference import GameReference
from halfmove.learn.gate import Gate
from halfmove.learn.runs import run as run_module
from halfmove.learn.runs.events import Events, crc32c, mask_checksum
from halfmove.learn.runs.folder import RunFolder
from halfmove.learn.runs.matches import MatchResult, choose_opponents, meet
from halfmove.learn.runs.report import scalars
from halfmove.learn.selfplay import Options
from halfmove.learn.train import make_settings
from halfmove.presentation.training import rated
from halfmove.search.encoding import Encoding
from halfmove.search.neural.network import Network

GAME = hm.game("tictactoe")


# ---- matches
def test_a_generation_meets_the_one_before_and_one_halfway_back():
    assert [choose_opponents(n) for n in (1, 2, 3, 4, 9)] == [[], [1], [2], [2, 3], [5, 8]]


@pytest.mark.slow_interpreted
def test_a_match_of_a_network_with_itself_is_even(tmp_path):
    file = tmp_path / "one.safetensors"
    Network.new(GAME, "tiny", seed=1).save(file)
    encoding = Encoding(GAME)
    told = (encoding, (file, file), (5, 4), Options(), 60, "numpy")
    result = meet(*told, lambda: False)
    assert result[:2] == (5, 4)
    assert result.won + result.drawn + result.lost == 60
    assert 15 < result.won + result.drawn / 2 < 45
    assert meet(*told, lambda: True) is None


def test_a_game_counts_as_won_drawn_or_lost_however_many_points_it_brings():
    game = hm.game("othello", width=4, height=4)
    encoding = Encoding(game)

    def nothing(planes):
        return np.zeros((len(planes), encoding.policy), np.float32), np.zeros((len(planes), 1), np.float32)

    gate = Gate(encoding, nothing, nothing, Options(simulations=2, opening_plies=2), games=20, share=1.0)
    while gate.played < 20:
        gate.step()
    won, drawn, lost = gate.results
    assert won + drawn + lost == 20
    assert gate.points == won + drawn / 2
    assert min(won, lost) > 0


# ---- ratings
def test_ratings_hang_together_and_have_intervals():
    matches = [MatchResult(2, 1, 30, 0, 10), MatchResult(3, 2, 20, 10, 10), MatchResult(3, 1, 35, 0, 5)]
    first, second, third = rated(matches)
    assert (first.generation, first.elo) == (1, 0)
    assert 0 < second.elo < third.elo
    for one in (second, third):
        assert one.low < one.elo < one.high
    assert second.elo == pytest.approx(190, abs=60)  # 75 % of the points
    assert rated([]) == []


def test_who_wins_all_has_a_rating_too():
    first, second = rated([MatchResult(2, 1, 32, 0, 0)])
    assert first.elo == 0
    assert 300 < second.elo < 2000


# ---- TensorBoard
def test_the_checksum_is_castagnolis():
    """RFC 3720, B.4."""
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"\xff" * 32) == 0x62A8AB43
    assert crc32c(bytes(range(32))) == 0x46DD794E


def records(content):
    """Each record's bytes, its checksums having been compared."""
    while content:
        (length,) = struct.unpack("<Q", content[:8])
        assert content[8:12] == mask_checksum(content[:8])
        body = content[12 : 12 + length]
        assert content[12 + length : 16 + length] == mask_checksum(body)
        yield body
        content = content[16 + length :]


def fields(message):
    """The fields of a protocol buffer: number and value."""
    at = 0
    while at < len(message):
        key, at = varint(message, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(message, at)
        elif kind == 2:
            length, at = varint(message, at)
            value, at = message[at : at + length], at + length
        else:
            size, form = {1: (8, "<d"), 5: (4, "<f")}[kind]
            (value,) = struct.unpack(form, message[at : at + size])
            at += size
        yield key >> 3, value


def varint(message, at):
    value = shift = 0
    while True:
        byte = message[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def test_event_files_hold_the_numbers(tmp_path):
    events = Events(tmp_path / "events")
    events.write(3, {"loss/policy": 0.5, "pace/rate": 0.25})
    events.write(300, {"loss/policy": -1.5})
    events.close()
    [file] = (tmp_path / "events").iterdir()
    assert file.name.startswith("events.out.tfevents.")
    version, *told = [dict(fields(body)) for body in records(file.read_bytes())]
    assert version[3] == b"brain.Event:2"
    found = []
    for event in told:
        for _, value in fields(event[5]):
            named = dict(fields(value))
            found.append((event[2], named[1].decode(), named[2]))
    assert found == [(3, "loss/policy", 0.5), (3, "pace/rate", 0.25), (300, "loss/policy", -1.5)]


# ---- a run
@pytest.mark.parametrize(
    ("share", "minutes", "steps", "asked"),
    [(0.1, 1.0, 3, [False]), (0.0, 1.0, 3, [True]), (0.0, 0.0, 3, [False]), (0.1, 1.0, 0, [])],
)
def test_a_match_that_takes_too_much_of_the_minutes_is_given_up(
    share, minutes, steps, asked, tmp_path, monkeypatch
):
    """A generation that has learnt nothing meets nobody; a run by positions waits for its matches."""
    given = {"minutes": minutes} if minutes else {"positions": 100}
    settings = make_settings(
        GameReference.of(hm.game("tictactoe")), {**given, "workers": 0}, None, SMALL, None
    )
    settings = settings.with_settings({"rating_games": "8"})
    folder = RunFolder(tmp_path / "run")
    folder.prepare(settings)
    found = []
    monkeypatch.setattr(run_module, "MATCH_SHARE", share)
    monkeypatch.setattr(run_module, "meet", lambda *given: found.append(given[-1]()))
    with run_module.Run(folder, settings) as run:
        run.counters.steps, run.counters.generation = steps, 2
        folder.network_of(1).touch()
        assert run._matches() == []
    assert found == asked


@pytest.mark.slow_interpreted
def test_a_run_rates_its_generations_and_writes_events(tmp_path):
    seen = []
    options = {**SMALL, "rating_games": "8", "generations": "4"}
    done = hm.train(
        "tictactoe", folder=tmp_path / "run", positions=400, workers=0, options=options, see=seen.append
    )
    matches = [match for report in seen for match in report.matches]
    assert matches
    assert all(match.won + match.drawn + match.lost == 8 for match in matches)
    assert all(1 <= match.opponent < match.generation <= 4 for match in matches)
    lines = [json.loads(line) for line in (done.folder / "log.jsonl").read_text().splitlines()]
    assert [tuple(m) for line in lines for m in line.get("matches", [])] == matches
    [file] = (done.folder / "events").iterdir()
    assert len(list(records(file.read_bytes()))) == len(lines) + 1
    assert scalars(seen[-1])["run/generation"] == 4
