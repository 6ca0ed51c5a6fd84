"""Where a run's time goes, and what is said of it."""

from contextlib import suppress

import pytest
from made_runs import report

from halfmove.learn.runs.clock import OTHER, Clock, find_shares
from halfmove.learn.runs.report import Report, scalars
from halfmove.presentation.bottleneck import TimeShares, find_time, list_shares, name_bottleneck, time_rows

pytestmark = pytest.mark.one_speed


class Time:
    now = 0.0

    def __call__(self):
        return self.now


def test_each_second_is_in_one_part():
    time = Time()
    clock = Clock(time)
    time.now = 1.0
    with clock.part("publishing"):
        time.now = 3.0
        with clock.part("batches"):
            time.now = 3.5
        time.now = 4.0
    with suppress(ValueError), clock.part("steps"):
        time.now = 6.0
        raise ValueError("what happens in a part ends it")
    time.now = 7.0
    assert clock.take() == {OTHER: 2.0, "publishing": 2.5, "batches": 0.5, "steps": 2.0}
    with clock.part("steps"):
        time.now = 8.0
        assert clock.take() == {OTHER: 0.0, "steps": 1.0}  # a part goes on when it is taken
        time.now = 10.0
    assert clock.take() == {OTHER: 0.0, "steps": 2.0}
    assert find_shares({"steps": 3.0, "batches": 1.0}) == {"steps": 0.75, "batches": 0.25}
    assert find_shares({"steps": 0.0}) == {}


PLAY = {"network": 0.6, "search": 0.4}


@pytest.mark.parametrize(
    ("learner", "play", "said"),
    [
        ({"waiting for games": 0.7, "steps": 0.3}, PLAY,
         "Self-play: the learner waits for games 70% of its time, and 60% of self-play's goes"),
        ({"waiting for games": 0.7}, {"new networks": 0.9, "search": 0.1}, "taking over new networks"),
        ({"steps": 0.8, "batches": 0.2}, {"waiting for the learner": 0.5, "network": 0.5},
         "The learner: those that play wait for it 50% of their time, and 80% of its own goes to steps."),
        ({"waiting for games": 0.05, "steps": 0.55, "publishing": 0.4}, PLAY,
         "Neither waits long for the other: 55% of the learner's time goes to steps, 60% of self"),
        ({"waiting for games": 0.7}, {"waiting for leaves": 0.9, "search": 0.1},
         "90% of self-play's goes to waiting for the server of leaves."),
        ({"self-play": 0.5, "steps": 0.5}, PLAY, "One process plays and learns: 50% of its time goes to st"),
        ({"self-play": 0.9, "steps": 0.1}, PLAY, "54% of its time goes to the network's outputs in self"),
        ({"what a later version measures": 0.9, "steps": 0.1}, PLAY, "checkpoints, reports and the rest"),
        ({}, {}, ""),
        ({"steps": 1.0}, {}, ""),
    ],
)  # fmt: skip
def test_the_bottleneck_is_named(learner, play, said):
    assert said in name_bottleneck(TimeShares(learner, play))
    if not said:
        assert name_bottleneck(TimeShares(learner, play)) == ""


def test_of_the_newest_reports_the_mean_is_told():
    with_time = [timed({"steps": 0.2 * n, "other": 1 - 0.2 * n}, PLAY, 10.0 * n) for n in (1, 2, 3)]
    spent = find_time([report(1, seconds=0.0), *with_time, timed({"steps": 1.0}, {}, 50.0)])
    assert spent.learner == pytest.approx({"steps": (0.2 + 0.4 + 0.6 + 2) / 5, "other": 1.8 / 5})
    assert spent.play == pytest.approx(PLAY)
    assert list_shares({"steps": 0.204, "other": 0.001, "batches": 0.795}) == "batches 80%, steps 20%"
    rows = dict(time_rows(with_time))
    assert rows["time of self-play"] == "network 60%, search 40%"
    assert rows["bottleneck"].startswith("Neither waits")


def test_runs_of_older_versions_say_nothing_of_it():
    old = report(1).to_dict()
    old.pop("learner_time", None)
    old.pop("play_time", None)
    assert Report.of_data(old).learner_time == {}
    assert time_rows([Report.of_data(old)]) == []


def test_it_is_kept_in_the_log_and_in_the_events():
    told = timed({"steps": 0.123456, "other": 0.876544}, PLAY)
    again = Report.of_data(told.to_dict())
    assert again.learner_time == {"steps": 0.123, "other": 0.877}
    assert scalars(again)["time of self-play/network"] == 0.6
    with pytest.raises(ValueError, match="'play_time' is wrong"):
        Report.of_data({**told.to_dict(), "play_time": {"network": "much"}})


def timed(learner, play, seconds=10.0):
    return report(1, seconds=seconds, learner_time=learner, play_time=play)


@pytest.mark.parametrize(
    ("server", "said"),
    [
        ({"network": 0.7, "copying": 0.2, "waiting for leaves": 0.1},
         "the server of leaves, 70% of whose time goes to the network's outputs."),
        ({"copying": 0.8, "network": 0.2}, "80% of whose time goes to copying states and answers."),
        ({"waiting for leaves": 0.9, "network": 0.1},
         "which itself waits 90% of its time: more games at once would fill it."),
    ],
)  # fmt: skip
def test_the_server_of_leaves_is_named(server, said):
    play = {"waiting for leaves": 0.8, "search": 0.2}
    assert name_bottleneck(TimeShares({"waiting for games": 0.7}, play, server)).endswith(said)
    found = find_time(
        [report(1, seconds=2.0, learner_time={"steps": 1.0}, play_time=play, server_time=server)]
    )
    assert found.server == server
    assert ("time of the server", list_shares(server)) in time_rows(
        [report(1, seconds=2.0, learner_time={"steps": 1.0}, server_time=server)]
    )
