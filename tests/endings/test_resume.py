"""A table whose making was ended in the middle: begun again it goes on, and no file passes for whole."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.core.sealed_head import open_head, seal_head
from halfmove.endings.build import BuildStopped
from halfmove.endings.database import Database

EXAMPLE = str(Path(__file__).parents[2] / "examples/hexapawn.py")
KILLED_IN = 3

SCRIPT = """
import os, signal, sys
import halfmove as hm
from halfmove.endings.database import Database

def see(doing):
    if doing.startswith("all: 3 plies"):
        os.kill(os.getpid(), signal.SIGKILL)

Database(hm.load(sys.argv[1], width=2), sys.argv[2]).build("all", see=see, every=0)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    database = Database(hm.load(EXAMPLE, width=2), tmp_path_factory.mktemp("whole"))
    seen = []
    database.build("all", see=seen.append)
    assert any(doing.startswith(f"all: {KILLED_IN + 1} plies") for doing in seen)
    return database


@pytest.fixture
def killed(tmp_path):
    """The database of a process that was killed in its third pass."""
    run = subprocess.run([sys.executable, "-c", SCRIPT, EXAMPLE, str(tmp_path)], check=False, timeout=300)
    assert run.returncode == -signal.SIGKILL
    return Database(hm.load(EXAMPLE, width=2), tmp_path)


def gone_on(database):
    """The passes of a table that is gone on with, and what was told."""
    seen, told = [], []
    database.build("all", see=seen.append, tell=told.append)
    return [int(doing.split()[1]) if "plies" in doing else 0 for doing in seen], told


def same(database, whole):
    assert database.path("all").read_bytes() == whole.path("all").read_bytes()
    assert [file.name for file in database.folder.iterdir()] == ["all.ending"]


def test_a_killed_process_leaves_nothing_that_passes_for_whole(killed, whole):
    assert killed.there() == []
    with pytest.raises(BadInput, match="There is no table all in "):
        killed.open("all")
    passes, told = gone_on(killed)
    assert (passes[0], told) == (KILLED_IN, [])
    same(killed, whole)
    assert killed.verify("all") == 648


@pytest.mark.parametrize("slices", [1, 4, 7, 9])
def test_stopped_anywhere_it_comes_to_the_same(tmp_path, whole, slices, monkeypatch):
    monkeypatch.setattr("halfmove.endings.build._SLICE", 200)
    database = Database(hm.load(EXAMPLE, width=2), tmp_path)
    stops = 0
    while database.there() == []:
        looks = iter(range(slices + 8 * stops))
        try:
            database.build("all", stop=lambda looks=looks: next(looks, None) is None)
        except BuildStopped:
            stops += 1
    assert stops > 1
    same(database, whole)


def spoilt(data):
    return data[:-9] + bytes(9)


def of_other_rules(data):
    length = int.from_bytes(data[12:16], "little")
    told = open_head(data[16 : 16 + length])
    head = seal_head(json.loads(json.dumps(told).replace("hexapawn", "hexapwan")))
    return data[:12] + len(head).to_bytes(4, "little") + head + data[16 + length :]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoilt, "is damaged. It is begun anew."),
        (lambda data: data[:11], "is damaged. It is begun anew."),
        (of_other_rules, "is of another table or of other rules. It is begun anew."),
    ],
)
def test_one_that_cannot_be_gone_on_with_is_told_of_and_begun_anew(tmp_path, whole, spoil, words):
    database = Database(hm.load(EXAMPLE, width=2), tmp_path)
    calls = iter(range(10))
    with pytest.raises(BuildStopped):
        database.build("all", stop=lambda: next(calls) > 3)
    (file,) = database.folder.iterdir()
    file.write_bytes(spoil(file.read_bytes()))
    passes, told = gone_on(database)
    assert passes[0] == 0
    assert len(told) == 1
    assert str(file) in told[0]
    assert told[0].endswith(words)
    same(database, whole)


def test_what_was_left_half_written_long_ago_is_removed(tmp_path, whole):
    database = Database(hm.load(EXAMPLE, width=2), tmp_path)
    old, new = (database.folder / f".all.ending.{name}.part" for name in ("0", "1"))
    database.folder.mkdir()
    for part in (old, new):
        part.write_bytes(b"HMENDING")
    os.utime(old, (0, 0))
    database.build("all")
    assert (old.exists(), new.exists()) == (False, True)
    assert database.path("all").read_bytes() == whole.path("all").read_bytes()


def test_where_nothing_can_be_kept_the_work_goes_on(tmp_path, whole, monkeypatch):
    def full(path, said, work):
        raise BadInput("The file 'x' cannot be written: no space left.")

    monkeypatch.setattr("halfmove.endings.database.keep_unfinished", full)
    database = Database(hm.load(EXAMPLE, width=2), tmp_path)
    told = []
    database.build("all", every=0, tell=told.append)
    assert told[0].endswith("no space left. The work goes on, but if it is ended it begins anew.")
    same(database, whole)
