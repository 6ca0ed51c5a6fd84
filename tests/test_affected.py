"""What `make quick` runs: the tests of what was changed."""

from pathlib import Path

from affected import MOST, affected, beside, module_of

GO = Path("src/halfmove/games/go/rules.py")


def test_a_module_has_the_tests_that_mirror_it_and_those_that_import_it():
    found = affected([GO])
    assert found[0] == Path("tests/games/go/test_rules.py")
    assert Path("tests/games/nim/test_nim.py") not in found


def test_a_test_is_its_own_and_a_page_has_the_examples_run():
    assert affected([Path("tests/games/test_nim.py")]) == [Path("tests/games/test_nim.py")]
    assert affected([Path("docs/speed.md")]) == [Path("tests/docs/test_documents.py")]
    assert affected([Path("LICENSE")]) == []


def test_a_module_that_all_import_has_a_bounded_number():
    assert len(affected([Path("src/halfmove/__init__.py")])) == MOST


def test_a_module_without_tests_of_its_name_has_those_of_its_folder():
    assert module_of(Path("src/halfmove/games/hex/__init__.py")) == "halfmove.games.hex"
    assert all("hex" in str(path) for path in beside(Path("src/halfmove/games/hex/__init__.py")))
    assert list(beside(Path("src/halfmove/games/hex/__init__.py")))
