"""Entry points of other packages are found, and nothing is imported for them where there are none."""

import sys

from halfmove.core.entry_points import entry_points


def test_a_package_beside(tmp_path, monkeypatch):
    group = "halfmove.test_entry_points"
    assert entry_points(group) == ()
    folder = tmp_path / "other-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[{group}]\nfirst = json:loads\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "not_there.zip"), *sys.path])
    assert [point.name for point in entry_points(group)] == ["first"]


def test_an_archive_is_asked_by_pythons_own_module(tmp_path, monkeypatch):
    archive = tmp_path / "some.zip"
    archive.write_bytes(b"PK\x05\x06" + bytes(18))
    monkeypatch.setattr(sys, "path", [str(archive), *sys.path])
    assert entry_points("halfmove.test_entry_points") == ()
