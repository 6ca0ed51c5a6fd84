"""The same games on a Ray cluster, made here for the test."""

from importlib.util import find_spec

import pytest
from misbehaving import by_lot, misbehaving

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.games.reference import GameReference

pytestmark = [
    pytest.mark.slow_interpreted,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]


def told(results):
    return [
        (n, record.scores, record.ending, [m.text for m in record.moves])
        for n, record in results.records.items()
    ]


def test_a_match_is_the_same_there_faults_and_all():
    players = (misbehaving("exit", 2), by_lot())
    game = GameReference("nim", {"heaps": "3,4,5"})
    here = hm.match(*players, game=game, games=6, seed=4)
    there = hm.match(*players, game=game, games=6, seed=4, ray="local")
    assert told(here) == told(there)
    assert (here.done, there.done) == (True, True)
    assert here.faults == there.faults > 0


def test_a_cluster_that_is_not_there():
    with pytest.raises(BadInput, match=r"There is no Ray cluster at 'ray\.example\.invalid:6379'"):
        hm.match("random", "random", game="nim", games=2, ray="ray.example.invalid:6379")
