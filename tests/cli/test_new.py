"""`halfmove new`: its packages are installed as they are made, pass their own tests, and are found."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import halfmove
from served import served

from halfmove.cli.new import split_words
from halfmove.presentation.packages import GROUPS

pytestmark = pytest.mark.one_speed

LONG = "x_name_as_long_as_a_name_may_be_but_not_y"[:40]


def run(*command, cwd, **more):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("COVERAGE_")} | more
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a package of each kind."""
    folder = tmp_path_factory.mktemp("made")
    for kind, name in (("game", "notakto"), ("algorithm", "BestFew")):
        outcome = halfmove("new", kind, name, "--folder", str(folder / kind))
        assert outcome.status == 0, outcome.err
    return folder


@pytest.fixture(scope="module")
def site(made):
    """Where both are installed, by pip and without a network."""
    install = "pip install -q --no-build-isolation --no-deps --no-index --disable-pip-version-check --target"
    run(*install.split(), str(made / "site"), str(made / "game"), str(made / "algorithm"), cwd=made)
    return made / "site"


@pytest.fixture
def installed(site, monkeypatch):
    """Both beside Halfmove, in this process and in those that it starts."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)
    for group in GROUPS:
        group.forget()
    yield
    monkeypatch.undo()
    for name in ("notakto", "notakto.board", "notakto.notation", "notakto.rules", "best_few"):
        sys.modules.pop(name, None)
    for group in GROUPS:
        group.forget()


def test_the_game_is_found_and_played(installed):
    found = halfmove("analyze", "notakto", "--algorithm", "minimax", "--json").json
    assert (found["best"], found["value"], found["proven"]) == ("b2", 1, True)
    assert "notakto" in halfmove("games").out
    shown = halfmove("play", "notakto", "--level", "1", "--seed", "1", typed="b2\nquit\n")
    assert shown.status == 0
    assert "2  . X ." in shown.out
    assert halfmove("check", "notakto").status == 0


def test_the_algorithm_is_found_watched_and_explained(installed):
    assert halfmove("explain", "tictactoe", "--algorithm", "best-few", "--depth", "2").status == 0
    assert "best-few" in halfmove("algorithms", "notakto").out
    watched = halfmove("tree", "fig-5-2", "--algorithm", "best-few", "--option", "width=2", "--json").json
    assert (watched["value"], watched["leaf_count"]) == (3, 4)


def test_a_server_has_both(installed):
    with served("--processes", "1") as server:
        assert "/play/notakto" in server.get("/").text
        assert "best-few" in server.get("/lab").text
        assert server.post("/api/perft", {"game": "notakto", "depth": 3}).json()["nodes"] == 504
        names = [row["name"] for row in server.post("/api/packages", {}).json()["packages"]]
        assert names == ["notakto", "best-few"]


@pytest.mark.parametrize("kind", ["game", "algorithm"])
def test_a_package_passes_its_own_tests(kind, made, installed):
    run("pytest", "-q", cwd=made / kind, HALFMOVE_JIT="0")


@pytest.mark.exhaustive  # mypy reads all of Halfmove anew
def test_the_packages_pass_mypy(made):
    cache = Path(__file__).parents[2] / ".cache" / "mypy-new"
    parts = [f"{kind}/{part}" for kind in ("game", "algorithm") for part in ("src", "tests")]
    run("mypy", "--strict", "--cache-dir", str(cache), *parts, cwd=made)


@pytest.mark.parametrize("name", ["another", "board", "x", LONG])
@pytest.mark.parametrize("kind", ["game", "algorithm"])
def test_any_name_is_formatted(kind, name, tmp_path):
    assert halfmove("new", kind, name, "--folder", str(tmp_path / "here")).status == 0
    for command in ("check", "format --check"):
        run("ruff", *command.split(), "--no-cache", ".", cwd=tmp_path / "here")
    left = [path for path in (tmp_path / "here").rglob("*") if f"my_{kind}" in path.name]
    assert not left
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "There is a "),
        (["connect4"], "There is a game 'connect4' already"),
        (["json"], "There is a module 'json' of Python already"),
        (["2x"], "A name has letters from a to z"),
        (["class"], "A name has letters from a to z"),
        (["a-b"], "not 'a-b'"),
        (["ärger"], "A name has letters from a to z"),
        (["_"], "A name has letters from a to z"),
        (["x" * 41], "A name has letters from a to z"),
        (["fresh", "--folder", "none/there"], "'none/there' cannot be made: "),
        (["fresh", "--folder", "there"], "There is 'there' already; give another folder"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(words, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    outcome = halfmove("new", "game", *words)
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_the_words_of_a_name():
    assert split_words("MyOwnGame") == split_words("my_own_game") == ["my", "own", "game"]
    assert split_words("Connect6x6") == ["connect6x6"]
