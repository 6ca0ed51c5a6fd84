"""Files that are written whole or not at all."""

import pytest

from halfmove.core.atomic_file import check_writable, whole_file
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
    for path in (tmp_path, "none/a.txt"):
        with pytest.raises(BadInput, match="give the name of a file in a folder that is there"):
            check_writable(path)
