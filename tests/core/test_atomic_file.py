"""Files that are written whole or not at all."""

import os
import time
from pathlib import Path

import pytest

from halfmove.core.atomic_file import LEFT, check_writable, whole_bytes, whole_file
from halfmove.core.errors import BadInput


def test_whole_or_not_at_all(tmp_path):
    path = tmp_path / "a.txt"
    with whole_file(path) as out:
        out.write("é")
        assert not path.exists()
    assert path.read_bytes() == "é".encode()
    with pytest.raises(KeyError), whole_file(path) as out:  # noqa: PT012
        out.write("another")
        raise KeyError
    assert path.read_text(encoding="utf-8") == "é"
    assert list(tmp_path.iterdir()) == [path]
    with (
        pytest.raises(BadInput, match=r"b\.txt' cannot be written: No such file or directory"),
        whole_file(tmp_path / "none" / "b.txt"),
    ):
        pass


def test_what_no_file_can_be(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_writable("a.txt")
    check_writable(tmp_path / "a.txt")
    with pytest.raises(BadInput, match="is a folder; give the name of a file"):
        check_writable(tmp_path)
    with pytest.raises(BadInput, match=r"There is no folder 'none' to write 'a\.txt' into"):
        check_writable("none/a.txt")
    if Path("/sys").is_dir():  # where nobody makes files, root neither
        with pytest.raises(BadInput, match=r"The file '/sys/a\.txt' cannot be written: "):
            check_writable("/sys/a.txt")
    assert list(tmp_path.iterdir()) == []


def test_a_file_keeps_its_permissions_and_a_link_stays_one(tmp_path):
    (tmp_path / "a.txt").write_text("before")
    (tmp_path / "a.txt").chmod(0o640)
    (tmp_path / "link.txt").symlink_to("a.txt")
    with whole_file(tmp_path / "link.txt") as out:
        out.write("after")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "a.txt").read_text() == "after"
    assert (tmp_path / "a.txt").stat().st_mode & 0o777 == 0o640


def test_two_that_write_one_file_do_not_write_into_each_other_s(tmp_path):
    path = tmp_path / "a.txt"
    with whole_bytes(path) as one, whole_bytes(path) as other:
        one.write(b"one" * 1000)
        other.write(b"another")
    assert path.read_bytes() == b"one" * 1000, "who ends last"
    assert list(tmp_path.iterdir()) == [path]


def test_what_was_left_half_written_long_ago_is_removed(tmp_path):
    old, new, others = (tmp_path / name for name in (".[a].1.part", ".[a].2.part", ".b.1.part"))
    for part in (old, new, others):
        part.write_bytes(b"half")
    for part in (old, others):
        os.utime(part, (time.time() - 2 * LEFT,) * 2)
    with whole_file(tmp_path / "[a]") as out:
        out.write("whole")
    assert (old.exists(), new.exists(), others.exists()) == (False, True, True)
