"""What `make quick` runs: the tests of what was changed."""

from pathlib import Path

from affected import MOST, affected, beside, long_files, module_of

GO = Path("src/halfmove/games/go/rules.py")


def test_a_module_has_the_tests_that_mirror_it_and_those_that_import_it():
    found = affected([GO])
    assert found[0] == "tests/games/go/test_rules.py"
    assert "tests/games/test_nim.py" not in found


def test_a_file_that_takes_long_runs_where_it_lies_beside_the_change():
    warm = Path("tests/search/test_warm.py")
    assert warm in long_files()
    assert str(warm) not in affected([Path("src/halfmove/games/nim.py")])
    assert affected([warm]) == [str(warm)]


def test_a_test_is_its_own_and_a_page_has_the_examples_run():
    assert affected([Path("tests/games/test_nim.py")]) == ["tests/games/test_nim.py"]
    links, examples = affected([Path("docs/speed.md")])
    assert links == "tests/docs/test_documents.py::test_links_lead_somewhere[docs/speed.md]"
    assert examples == "tests/docs/test_documents.py::test_examples_run[docs/speed.md]"
    assert affected([Path("LICENSE")]) == []


def test_a_module_that_all_import_has_a_bounded_number():
    assert len(affected([Path("src/halfmove/__init__.py")])) == MOST


def test_a_module_without_tests_of_its_name_has_those_of_its_folder():
    assert module_of(Path("src/halfmove/games/hex/__init__.py")) == "halfmove.games.hex"
    assert all("hex" in path for path in beside(Path("src/halfmove/games/hex/__init__.py")))
    assert list(beside(Path("src/halfmove/games/hex/__init__.py")))
