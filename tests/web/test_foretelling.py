"""The attack on a table's dice: try all seeds against the throws that were seen, and know those to come.

It succeeds on what every table once had, a seed of few bits in the public stream (here 14, for a short test;
of 32 it takes a minute of machine code), and finds nothing where the table has a secret.
"""

from types import SimpleNamespace

import pytest

from halfmove.core.keyed_stream import MARK, KeyedStream, is_secret
from halfmove.core.nature import draw_outcome
from halfmove.core.randomness import stream
from halfmove.web import server
from halfmove.web.board.clock import Clock
from halfmove.web.board.engine_seat import EngineSeats
from halfmove.web.board.page import open_table
from halfmove.web.board.table import Link, Table
from halfmove.web.catalogue import Catalogue
from halfmove.web.seal import Seal

pytestmark = pytest.mark.one_speed

SEEDS, SEEN, MORE = 2**14, 8, 6


@pytest.fixture(autouse=True)
def shared(monkeypatch):
    made = SimpleNamespace(catalogue=Catalogue(), seal=Seal(bytes(32)), books=())
    monkeypatch.setattr(server, "_server", made)
    return made


def throws(table, number):
    """So many throws as a player sees them: the ply, the position, and what came of it."""
    found = []
    while len(found) < number:
        if table.mover == -1:
            found.append((table.record.here.ply, table.state, table.draw_outcome()))
            table.play(found[-1][2])
        else:
            table.play_text("roll")
    return found


def public(seed, ply):
    return stream(seed * 4096 + ply)


def fitting(game, seen, source, seeds=range(SEEDS)):
    """The seeds that bring all that was seen."""

    def fits(seed):
        return all(draw_outcome(game, state, source(seed, ply)) == drawn for ply, state, drawn in seen)

    return [seed for seed in seeds if fits(seed)]


def test_a_public_seed_is_singled_out_and_all_throws_to_come_with_it():
    table = Table("pig", {"target": "200"}, Link(seed=9_876))
    assert fitting(table.game, throws(table, SEEN), public) == [9_876]
    for ply, state, drawn in throws(table, MORE):
        assert draw_outcome(table.game, state, public(9_876, ply)) == drawn


def test_a_table_of_its_own_luck_is_not_singled_out():
    table = Table("pig", {"target": "200"}, Link())
    assert is_secret(table.seed)
    seen = throws(table, SEEN + MORE)
    assert fitting(table.game, seen, public) == []
    assert fitting(table.game, seen, lambda seed, ply: public(table.seed % 2**32 ^ seed, ply)) == []


def test_it_is_the_bits_of_the_secret_that_protect_it():
    """Where all but 10 of them are known the same attack succeeds: nothing else is hoped for."""
    table = Table("pig", {"target": "200"}, Link())
    table.seed = MARK | 777
    candidates = [MARK | low for low in range(2**10)]
    found = fitting(
        table.game, throws(table, SEEN), lambda seed, ply: KeyedStream(seed, f"nature {ply}"), candidates
    )
    assert found == [MARK | 777]


def test_an_engine_is_given_nothing_of_the_secret():
    table = Table("kuhn", {}, Link(moves="K J", seats="5,5"))
    seats = EngineSeats(table, Clock(2), lambda: None)
    first = seats._arguments(0)["seed"]
    assert first < 2**32
    assert first not in (table.seed, table.seed % 2**32, table.seed >> 96 & 0xFFFF_FFFF)
    table.play_text("check")
    assert seats._arguments(1)["seed"] != first


def test_a_sealed_link_keeps_the_secret_and_an_old_one_its_seed(shared):
    table = Table("kuhn", {}, Link(moves="K J", seats="5,5"))
    sealed = table.url().partition("sealed=")[2].replace("%3D", "=")
    assert open_table("kuhn", {"sealed": sealed}, "play").seed == table.seed
    said = {**shared.seal.opened(sealed), "seed": 123}
    again = open_table("kuhn", {"sealed": shared.seal.closed(said)}, "play")
    assert (again.seed, again.given_seed) == (123, None)


def test_another_game_has_another_secret():
    table = Table("pig", {}, Link())
    before = table.seed
    table.restart()
    assert is_secret(table.seed)
    assert table.seed != before
