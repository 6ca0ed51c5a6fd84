"""Processes that make machine code take turns: whoever is waited for goes first."""

import os
import sys
import threading

import pytest

from halfmove.core.code.turns import LOW, Turns, _lock

pytestmark = [
    pytest.mark.one_speed,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no turns without file locks"),
]


class Place(Turns):
    def __init__(self, folder, waited_for):
        super().__init__(folder, os.getppid())
        self.waited_for = waited_for

    def is_waited_for(self):
        return self.waited_for


def is_taken(folder, name):
    with (folder / name).open("ab") as file:
        return not _lock(file)


def test_whoever_is_waited_for_goes_before_the_others(tmp_path):
    order = []

    def make(place):
        with place.turn():
            assert is_taken(tmp_path, "compiler.turn")
            order.append(place.waited_for)

    with Place(tmp_path, False).turn():
        threads = [
            threading.Thread(target=make, args=(Place(tmp_path, waited_for),)) for waited_for in (0, 0, 1)
        ]
        threads[2].start()
        while not is_taken(tmp_path, "waiting.turn"):  # until it has said that it waits
            pass
        for thread in threads[:2]:
            thread.start()
        assert order == []
    for thread in threads:
        thread.join()
    assert order == [1, 0, 0]
    assert not is_taken(tmp_path, "compiler.turn")
    assert not is_taken(tmp_path, "waiting.turn")


def test_a_folder_that_cannot_be_written_has_no_turns(tmp_path):
    (tmp_path / "file").write_text("")
    with Turns(tmp_path / "file", os.getppid()).turn():
        pass


def test_nobody_waits_for_a_process_whose_parent_is_gone_or_of_low_priority(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "nice", lambda more: 0)
    assert Turns(tmp_path, os.getppid()).is_waited_for()
    assert not Turns(tmp_path, os.getpid()).is_waited_for()
    monkeypatch.setattr(os, "nice", lambda more: LOW)
    assert not Turns(tmp_path, os.getppid()).is_waited_for()
