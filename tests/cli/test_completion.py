"""What a shell completes: commands, options, games, choices."""

import shlex
import shutil
import subprocess
import sys

import pytest
from command import halfmove

from halfmove.cli.completion import candidates
from halfmove.cli.verbs import lines
from halfmove.core.operations import load, own

pytestmark = pytest.mark.one_speed


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["ana"], ["analyze"]),
        (["analyze", "connect"], ["connect4"]),
        (["analyze", "connect4", "--al"], ["--algorithm"]),
        (["analyze", "connect4", "--algorithm", "alphab"], ["alphabeta"]),
        (["book", "sh"], ["show"]),
        (["completion", "f"], ["fish"]),
        (["match", "--sp"], ["--sprt"]),
        (["growth", "--count", "ev"], ["evaluations"]),
        (["analyze", "connect4", "--position", ""], []),
        (["no-such-command", "x"], []),
    ],
)
def test_what_the_last_word_may_become(words, found):
    assert candidates(words) == found


def test_nothing_typed_is_every_command_and_an_option_every_option():
    assert {*lines()} < {*candidates([""])}
    assert candidates(["endgame", ""]) == ["build", "probe", "show", "verify"]
    for name in own():
        shown = candidates([*name.split(), "-"])
        fields = load(name).request.fields().values()
        assert {n for one in fields if "terminal" in one.faces for n in one.option_names} < {*shown}


def test_bash_completes():
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    script = halfmove("completion", "bash").out
    python = shlex.quote(sys.executable)
    lines_of_bash = [
        f'halfmove() {{ {python} -m halfmove "$@"; }}',
        script,
        "COMP_WORDS=(halfmove analyze connect4 --algor); COMP_CWORD=3; _halfmove",
        'printf "%s\\n" "${COMPREPLY[@]}"',
    ]
    done = subprocess.run(
        ["bash", "-c", "\n".join(lines_of_bash)], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["--algorithm"], done.stderr


def test_a_shell_that_is_none_is_refused():
    said = halfmove("completion", "powershell")
    assert (said.status, said.out) == (2, "")
    assert "one of: bash, zsh, fish" in said.err
