"""Every option of every verb that takes a number takes plain digits in a stated range, and nothing else."""

import pytest
from command import halfmove

from halfmove.cli import operations
from halfmove.core.operations import load, own

pytestmark = pytest.mark.one_speed

HOSTILE = {
    "underscore": "1_000",
    "comma": "1,000",
    "Arabic digits": "٣",
    "plus": "+5",
    "hexadecimal": "0x10",
    "exponent": "1e10",
    "nan": "nan",
    "inf": "inf",
    "minus": "-1",
    "2**63": str(2**63),
    "24 digits": "9" * 24,
    "5,000 digits": "9" * 5000,
    "empty": "",
    "blank": " ",
    "blanks around": " 5 ",
    "a line": "5\n",
}

METAVARS = {
    "N",
    "S",
    "MB",
    "1–10",
    "E",
    "C",
    "P",
    "V",
    "W",
    "B",
    "K",
    "M",
    "BB",
    "SHARE",
    "PIXELS",
    "N|A-B",
    "A-B",
}
"""What the declarations call a number, or a range of them."""

BEFORE = {
    "play": ["tictactoe"],
    "analyze": ["tictactoe"],
    "explain": ["tictactoe"],
    "rollout": ["pig"],
    "solve": ["kuhn"],
    "exploit": ["leduc", "strategy.npz"],
    "equity": ["AKs", "QQ"],
    "luck": ["pig", "--moves", "roll"],
    "tree": ["tictactoe"],
    "simulate": ["tictactoe"],
    "orderings": ["tictactoe"],
    "match": ["random", "random", "tictactoe"],
    "tournament": ["tictactoe", "random", "random?name=b"],
    "sample": ["chess", "out.epd", "--judge", "random"],
    "tune": ["chess", "games.pgn", "--output", "w.toml"],
    "train": ["tictactoe", "--output", "run"],
    "gtp": ["go"],
    "experiment": ["plan.toml"],
    "perft": ["tictactoe"],
    "check": ["tictactoe"],
    "prepare": ["tictactoe"],
    "endgame build": ["checkers"],
    "endgame verify": ["checkers"],
    "book make": ["games.pgn", "--output", "book.bin"],
    "book expand": ["book.sqlite"],
}
"""What a verb needs besides."""
WITH = {
    ("match", "--alpha"): ["--sprt", "0 5"],
    ("match", "--beta"): ["--sprt", "0 5"],
    ("tournament", "--rounds"): ["--format", "swiss"],
    ("solve", "--threads"): [],
    ("growth", "--seconds"): ["tictactoe"],
    ("growth", "--nodes"): ["tictactoe"],
    ("misconceptions", "--steps"): ["horizon"],
    ("solve", "--memory"): ["--algorithm", "proof-number"],
    ("solve", "--target"): ["--output", "x.json"],
}


def _verbs():
    for name in own():
        yield name, operations.parameters(load(name))


SIGNED = {("quiz", "--values"): {"minus"}}
"""Where a minus makes sense."""

OPTIONS = [
    (verb, parameter.shown)
    for verb, parameters in _verbs()
    for parameter in parameters
    if parameter.names and not parameter.switches and parameter.declared.page["metavar"] in METAVARS
]


def test_the_table_has_what_looks_like_a_number():
    assert len(OPTIONS) > 90
    assert ("analyze", "--nodes") in OPTIONS
    assert ("book expand", "--weight") in OPTIONS


@pytest.mark.parametrize(("verb", "option"), OPTIONS, ids=str)
def test_hostile_numbers_are_refused_in_one_sentence(verb, option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("games.pgn", "strategy.npz", "plan.toml", "book.sqlite"):
        (tmp_path / name).touch()
    for kind, value in HOSTILE.items():
        if kind in SIGNED.get((verb, option), ()):
            continue
        words = [*verb.split(), *BEFORE.get(verb, []), *WITH.get((verb, option), [])]
        outcome = halfmove(*words, f"{option}={value}")
        assert outcome.status == 2, (kind, outcome)
        assert outcome.out == "", kind
        assert "Traceback" not in outcome.err
        assert outcome.err.count("\n") == 1, (kind, outcome.err)
        assert len(outcome.err) < 400, (kind, outcome.err)
