"""Whatever Halfmove keeps in files of its own: one flipped bit anywhere is refused in a sentence."""

import json
from dataclasses import asdict, fields
from random import Random

import numpy as np
import pytest

import halfmove as hm
from halfmove.core.array_file import open_arrays, write_arrays
from halfmove.core.buffer import Buffer
from halfmove.core.compile import interpreted
from halfmove.core.errors import BadInput
from halfmove.core.sealed_head import CHECKSUM, open_head, seal_head
from halfmove.core.sealed_zip import save_sealed
from halfmove.endings import files as endings
from halfmove.games.backgammon import fitting
from halfmove.games.backgammon import network as backgammon
from halfmove.games.holdem.buckets import Buckets
from halfmove.imperfect.strategy import Strategy
from halfmove.learn.runs.folder import RunFolder
from halfmove.search.alphabeta.table import Table
from halfmove.search.neural import file as network_file
from halfmove.search.proof.checkpoint import Checkpoint

pytestmark = pytest.mark.one_speed

FORM, REFUSED = "numbers 1", "It is damaged."
TICTACTOE = interpreted(hm.game("tictactoe"))
FLIPS = 60


def _arrays(folder):
    file = folder / "arrays.npz"
    write_arrays(file, FORM, {"game": "x", "seed": 7}, numbers=np.arange(30.0), more=np.zeros(3, np.int8))

    def read():
        with open_arrays(file, FORM, REFUSED) as (_, kept):
            return [kept[name] for name in kept.files]

    return file, read


def _run(folder):
    run = RunFolder(folder)
    run.save({"weights": np.arange(20, dtype=np.float32)}, {"steps": 5})
    return run.checkpoint, run.load


def _network(folder):
    file = folder / "n.safetensors"
    network = hm.Network.new(TICTACTOE, "tiny", seed=1)
    network.save(file)
    return file, lambda: network_file.read(file, TICTACTOE)


def _strategy(folder):
    file, kuhn = folder / "s.json", hm.game("kuhn")
    Strategy.uniform(kuhn).write(file, algorithm="none", iterations=3)
    return file, lambda: Strategy.read(kuhn, file)


def _ending(folder):
    file = folder / "t.ending"
    data = Buffer(2 + 5)
    data.array[2:] = [1, 2, 3, 4, 5]
    summary = endings.Summary(((1, 2, 3), (4, 5, 6)), (7, 8), 3)
    endings.write(file, "g", "rules", "t", 5 * (63 // 3), summary, data)
    return file, lambda: endings.TableFile(file).data()


def _unfinished(folder):
    file, work = folder / "t.undone", Buffer(6)
    work.array[:] = range(6)
    endings.keep_unfinished(file, {"table": "t", "pass": 3}, work)
    return file, lambda: endings.read_unfinished(file, {"table": "t"}, Buffer(6))


def _proof(folder):
    kept = Checkpoint(folder / "proof")
    kept.save(TICTACTOE, Table(0.01), 12, 3.5)
    return kept.file, lambda: Checkpoint(kept.file).load(TICTACTOE, 8.0)


def _backgammon(folder):
    file, shapes = folder / "b.safetensors", backgammon.shapes(backgammon.NETWORKS)
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes._asdict().items()}
    backgammon.write(file, backgammon.Weights(**arrays), {"run": "{}"})
    return file, lambda: backgammon.read(file)


def _buckets(folder):
    def made():
        return Buckets((2, 2, 2), file=folder / "buckets.npz")

    made().write()
    return made().file, lambda: made().read()


def _positions(folder):
    file = folder / "1.npz"
    arrays = {"positions": np.zeros((2, 4), np.uint64), "goes_on": np.zeros(2, bool)}
    told = {name: np.zeros((2, 5), np.float32) for name in ("mean", "said")}
    made = fitting.Collection(*range(len(fields(fitting.Collection))))
    with file.open("wb") as out:
        save_sealed(out, **arrays, **told, made=json.dumps(asdict(made)))
    return file, lambda: fitting._part(file)


KINDS = [_backgammon, _buckets, _positions, _arrays, _run, _network, _strategy, _ending, _unfinished, _proof]


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_one_flipped_bit_is_refused(make, tmp_path):
    file, read = make(tmp_path)
    read()
    whole, random = file.read_bytes(), Random(make.__name__)
    ends = [*range(24), *range(len(whole) - 70, len(whole))]
    places = [8 * place + random.randrange(8) for place in ends]
    places += [random.randrange(8 * len(whole)) for _ in range(FLIPS)]
    for place in places:
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        file.write_bytes(flipped)
        with pytest.raises(BadInput) as refused:
            read()
        assert str(refused.value), place
        assert "\n" not in str(refused.value)
    file.write_bytes(whole)
    read()


def test_arrays_and_runs_from_before_there_were_seals_are_read(tmp_path):
    file = tmp_path / "old.npz"
    np.savez(file, told=np.array([FORM, '{"a": 1}']), numbers=np.arange(3))
    with open_arrays(file, FORM, REFUSED) as (head, kept):
        assert head == {"a": 1}
        assert list(kept["numbers"]) == [0, 1, 2]
    run = RunFolder(tmp_path)
    told = np.frombuffer(b'{"steps": 5}', np.uint8)
    np.savez(run.checkpoint.with_suffix(".npz"), counters=told, w=np.arange(2))
    run.checkpoint.with_suffix(".npz").replace(run.checkpoint)
    assert run.load()[1] == {"steps": 5}


def test_networks_and_strategies_of_version_1_are_read(tmp_path, monkeypatch):
    file, kuhn = tmp_path / "s.json", hm.game("kuhn")
    Strategy.uniform(kuhn).write(file)
    text = file.read_text().replace('"version": 2', '"version": 1')
    file.write_text(text[: text.index(',\n "sha256"')] + "\n}\n")
    assert Strategy.read(kuhn, file)
    monkeypatch.setattr(network_file, "VERSION", "1")
    monkeypatch.setattr(network_file, "seal", lambda content: content)
    old, read = _network(tmp_path)
    assert b'"version":"1"' in old.read_bytes()
    assert read().architecture


def test_heads_from_before_there_was_a_checksum_are_read():
    assert open_head(b'{"a": 1}') == {"a": 1}
    assert open_head(seal_head({"a": 1})) == {"a": 1}
    assert CHECKSUM in seal_head({"a": 1}).decode()
    with pytest.raises(ValueError):
        open_head(seal_head({"a": 1}).replace(b"1", b"2", 1))
    with pytest.raises(ValueError):
        open_head(b"[1]")
