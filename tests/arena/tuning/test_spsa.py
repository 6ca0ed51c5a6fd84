"""SPSA finds what wins, and its trials can be stopped and taken up."""

import json
import math
import random

import pytest
from command import halfmove

from halfmove.arena.job import MoveRecord, Record
from halfmove.arena.tuning.spsa import Gains, Search
from halfmove.arena.tuning.trials import Trials, Tuning
from halfmove.arena.workers.pool import GameInProgress, Pool
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference
from halfmove.search.alphabeta.selective.parameters import BY_NAME, PARAMETERS, read_parameters

BEST = {"static-ply": 700, "razor-ply": 3300}
"""Where a made-up strength has its peak; both begin some steps away."""


def strength(values):
    """Elo below the peak."""
    return sum(-8 * ((values[name] - best) / BY_NAME[name].step) ** 2 for name, best in BEST.items())


def tuning(trials=40, names=tuple(BEST), seed=3):
    start = {p.name: p.value for p in PARAMETERS}
    return Tuning(GameReference("connect4"), 500, trials, names, seed, start)


class MadeUp(Pool):
    """Games that the strengths of the two settings decide, by lot."""

    def __init__(self, seed=1, most=None):
        self.random, self.jobs, self.most = random.Random(seed), [], most

    capacity = 3

    def submit(self, job):
        self.jobs.append(job)

    def wait(self, timeout=None):
        if self.most is not None:
            self.most -= 1
            if self.most < 0:
                raise KeyboardInterrupt
        job = self.jobs.pop(self.random.randrange(len(self.jobs)))
        elo = [strength(read_parameters(text.partition("parameters=")[2])) for text in job.descriptions]
        chance = 1 / (1 + math.pow(10, (elo[1] - elo[0]) / 400))
        first = float(self.random.random() < chance)
        moves = (MoveRecord("4", 0.0),)
        scores = (first, 1 - first)
        return [Record(job.number, job.pair, job.players, scores, "rules", "", moves)]

    def playing(self):
        return [GameInProgress(job) for job in self.jobs]

    def close(self, *, at_once=False):
        self.jobs.clear()


def test_what_wins_is_found_by_games_alone():
    search = Search([BY_NAME[name] for name in BEST], Gains(20_000), 5)
    lot = random.Random(2)
    before = strength(search.values)
    for trial in range(20_000):
        up, down = search.propose(trial)
        chance = 1 / (1 + math.pow(10, (strength(down) - strength(up)) / 400))
        search.learn(trial, sum(1 if lot.random() < chance else -1 for _ in range(2)))
    assert strength(search.found()) > before / 10, search.found()


def test_signs_and_reach_of_a_trial():
    search = tuning(100).search()
    up, down = search.propose(0)
    assert {name: up[name] + down[name] for name in BEST} == {name: 2 * BY_NAME[name].value for name in BEST}
    assert abs(up["static-ply"] - 1024) > BY_NAME["static-ply"].step
    last, _ = search.propose(99)
    assert abs(last["static-ply"] - 1024) == BY_NAME["static-ply"].step
    assert {search.signs(n)["static-ply"] for n in range(20)} == {-1, 1}


def test_values_stay_within_their_ranges():
    search = Search([BY_NAME["static-ply"]], Gains(3), 0, {"static-ply": 2048.0})
    for trial in range(3):
        search.learn(trial, 2 * search.signs(trial)["static-ply"])
        assert max(p["static-ply"] for p in search.propose(trial)) <= BY_NAME["static-ply"].most
    assert search.found() == {"static-ply": 2048}


def test_trials_are_pairs_with_the_seats_exchanged():
    trials = Trials(tuning(4), tuning(4).open_file(None))
    first, second = trials._pair(2)
    assert first.descriptions == second.descriptions[::-1]
    assert first.opening == second.opening
    assert (first.players, second.players) == ((0, 1), (1, 0))
    trials.play(MadeUp())
    assert trials.done
    assert trials.kept.trials.keys() == {0, 1, 2, 3}


def test_a_run_that_was_stopped_goes_on(tmp_path):
    file = tmp_path / "trials.jsonl"
    kept = tuning().open_file(file)
    with pytest.raises(KeyboardInterrupt):
        Trials(tuning(), kept).play(MadeUp(most=31))
    kept.close()
    known = dict(kept.trials)
    assert 5 < len(known) < 40
    with file.open("a") as out:
        out.write('{"trial": 39, "poi')  # killed in the middle of a line
    again = tuning().open_file(file)
    assert again.trials == known
    trials = Trials(tuning(), again)
    assert trials.search.done == len(known)
    trials.play(MadeUp(seed=7))
    again.close()
    assert trials.done
    assert len(file.read_text().splitlines()) == 41
    whole = tuning().open_file(file)
    assert Trials(tuning(), whole).search.values == trials.search.values
    whole.close()


def test_a_file_of_something_else_is_refused(tmp_path):
    file = tmp_path / "trials.jsonl"
    tuning().open_file(file).close()
    text = file.read_text()
    with pytest.raises(BadInput, match="another tuning"):
        tuning(seed=4).open_file(file)
    file.write_text(text + '{"trial": "x"}\n')
    with pytest.raises(BadInput, match="no trial"):
        tuning().open_file(file)
    assert file.read_text() == text + '{"trial": "x"}\n'
    with pytest.raises(BadInput, match="Cannot use"):
        tuning().open_file(tmp_path)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "Give files with games to fit an evaluation, or --search."),
        (("chess", "x.pgn", "--search"), "is not for tuning a search"),
        (("chess", "x.pgn", "--trials", "3"), "--trials is not for fitting an evaluation"),
        (("tictactoe", "--search"), "is not searched selectively"),
        (("chess", "--search", "--only", "razor"), "The search has no parameter 'razor'"),
        (("chess", "--search", "--parameters", "razor-ply:9"), "from 500 to 5120, not '9'"),
        (("chess", "--search", "--parameters", "nowhere.toml"), "There is no file 'nowhere.toml'"),
    ],
)
def test_misuse(words, sentence):
    answer = halfmove("tune", *words)
    assert answer.status == 2
    assert sentence in " ".join(answer.err.split())


@pytest.mark.slow_interpreted
def test_the_search_of_checkers_is_tuned(tmp_path):
    out, file = tmp_path / "search.toml", tmp_path / "trials.jsonl"
    words = (
        "tune",
        "checkers",
        "--search",
        "--trials",
        "2",
        "--nodes",
        "100",
        "--only",
        "static-ply,razor-ply",
    )
    answer = halfmove(*words, "--file", str(file), "--output", str(out), "--at-once", "1", "--json")
    assert answer.status == 0, answer.err
    found = json.loads(answer.out)
    assert (found["played"], [p["name"] for p in found["parameters"]]) == (2, ["static-ply", "razor-ply"])
    assert read_parameters(str(out)) == {p["name"]: p["after"] for p in found["parameters"]}
    assert len(file.read_text().splitlines()) == 3
