"""What is missing without the extras: each use of a package that is not there is refused in one sentence. It
names the package and the command that installs it.  The packages are hidden in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from without_extras import python_path

import halfmove as hm
from halfmove.core.extras import PACKAGES, command, is_installed, need

pytestmark = pytest.mark.one_speed

TOURNAMENT = ("tournament", "tictactoe", "random", "random", "random", "--games", "2")


@pytest.fixture
def hidden(tmp_path):
    """An environment without the extras, and in the folder of the test what commands read."""
    (tmp_path / "game.pgn").write_text("1. e4 e5 *\n")
    (tmp_path / "book.bin").write_bytes(bytes(16))
    return {**os.environ, "PYTHONPATH": python_path(tmp_path / "path")}


def without_extras(hidden, tmp_path, *arguments):
    program = "import sys; from halfmove.cli.main import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=tmp_path,
        env=hidden,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("nicegui", ("serve", "--port", "0")),
        ("chess", ("match", "uci:stockfish", "random", "chess", "--games", "2")),
        ("chess", ("book", "show", "book.bin")),
        ("chess", ("book", "make", "game.pgn", "-o", "new.bin")),
        ("networkx", (*TOURNAMENT, "--format", "swiss")),
        ("matplotlib", (*TOURNAMENT, "--plot", "plot.svg")),
        ("matplotlib", ("growth", "-b", "2", "-d", "3", "-o", "growth.svg")),
        ("typst", ("tree", "[[3, 12], [2, 4]]", "-o", "tree.png")),
        ("typst", ("quiz", "--seed", "7", "--count", "1", "-o", "week.pdf")),
        ("ray", ("match", "random", "random", "tictactoe", "--games", "2", "--ray", "local")),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else value,
)
def test_a_missing_package_is_named_with_what_installs_it(module, arguments, hidden, tmp_path):
    ended = without_extras(hidden, tmp_path, *arguments)
    assert ended.returncode == 2, ended.stderr
    assert ended.stdout == ""
    package = PACKAGES[module]
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert f"{package.name}, which is not installed; install it with: " in ended.stderr
    assert f"pip install 'halfmove[{package.extra}]'" in ended.stderr


def test_without_the_extras_games_are_played_and_searched(hidden, tmp_path):
    ended = without_extras(hidden, tmp_path, "analyze", "tictactoe", "--depth", "9", "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["value"] == 0
    ended = without_extras(hidden, tmp_path, "tree", "[[3, 12], [2, 4]]", "-o", "tree.svg")
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "tree.svg").read_text().count("<svg") == 1


def test_without_onnx_runtime_numpy_plays_with_networks_and_says_so(hidden, tmp_path):
    hm.Network.new(hm.interpreted(hm.game("tictactoe")), "tiny").save(tmp_path / "ttt.safetensors")
    asked = ("analyze", "tictactoe", "--network", "ttt.safetensors", "--simulations", "0", "--json")
    ended = without_extras(hidden, tmp_path, *asked)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["backend"] == "numpy"
    ended = without_extras(hidden, tmp_path, *asked, "--option", "backend=onnx")
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr
    assert "needs ONNX Runtime, which is not installed" in ended.stderr
    assert "pip install 'halfmove[network]'" in ended.stderr


def test_each_package_belongs_to_an_extra_that_declares_it():
    project = Path(__file__).parents[2] / "pyproject.toml"
    declared = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for module, package in PACKAGES.items():
        assert any(line.startswith(f"{module}>=") for line in declared[package.extra]), module


def test_a_module_that_is_installed_is_imported():
    pytest.importorskip("networkx")
    assert is_installed("networkx")
    assert need("networkx", "This needs").Graph().number_of_nodes() == 0


def test_the_command_names_the_pip_of_this_environment(tmp_path, monkeypatch):
    def pip(folder):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "pip").touch(0o755)
        return tmp_path / folder

    own, other = pip("own"), pip("another one")
    monkeypatch.setattr(sys, "executable", str(own / "python"))
    monkeypatch.setenv("PATH", f"{own}{os.pathsep}{other}")
    assert command("web") == "pip install 'halfmove[web]'"
    monkeypatch.setenv("PATH", str(other))
    monkeypatch.chdir(other)
    assert command("web") == f"{own}/pip install 'halfmove[web]'"
    monkeypatch.chdir(tmp_path)
    assert command("web") == "own/pip install 'halfmove[web]'"
    monkeypatch.setattr(sys, "executable", str(other / "python"))
    monkeypatch.setenv("PATH", str(own))
    assert command("web") == "'another one/pip' install 'halfmove[web]'"
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))  # an environment without pip
    assert command("web") == "pip install 'halfmove[web]'"


def test_a_small_game_is_solved_without_the_extras_too(hidden, tmp_path):
    found = without_extras(hidden, tmp_path, "analyze", "kuhn", "--json")
    assert found.returncode == 0, found.stderr
    told = json.loads(found.stdout)
    assert told["value"] == pytest.approx(-1 / 18, abs=1e-3)
    assert not told["proven"]
    assert "approximate" in told["caution"]
    assert "halfmove[equilibrium]" in told["caution"]
    solved = without_extras(hidden, tmp_path, "solve", "kuhn", "--json")
    assert solved.returncode == 0, solved.stderr
    assert json.loads(solved.stdout)["algorithm"] == "cfr+"
