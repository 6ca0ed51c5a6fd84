"""What verbs say into a pipe while they work: a line on standard error; JSON stays one object."""

import json

import pytest
from command import halfmove

from halfmove.cli.verbs import SERVERS, VERBS
from halfmove.core import progress, reporting

SHORT = {
    "games": "a list",
    "algorithms": "a list",
    "packages": "a list",
    "ratings": "reads what was played",
    "verify": "see tests/core/test_certificates.py",
    "evaluate": "asks the game once",
    "completion": "prints a script",
    "mark": "asks a small tree once",
    "book": "see test_book",
    "library": "see tests/library",
    "new": "writes a few files",
    "lesson": "played by a person",
    "class": "reads what was answered",
    "quiz": "played by a person",
    "play": "played by a person; see `PLAYED`",
}
"""Verbs that have no long work of their own, or that wait for a person; the line of all covers these too."""

LONG = {
    "analyze": (["analyze", "tictactoe", "--depth", "5", "--json"], "searching tictactoe"),
    "compare": (
        ["compare", "tictactoe", "minimax,alphabeta", "--depth", "3", "--json"],
        "searching tictactoe",
    ),
    "explain": (["explain", "tictactoe", "--depth", "4", "--json"], "explain"),
    "rollout": (
        ["rollout", "backgammon", "--roll", "31", "--trials", "36", "--truncate", "1", "--json"],
        "rolling out backgammon",
    ),
    "solve": (["solve", "tictactoe", "--json"], "solving tictactoe"),
    "exploit": (["exploit", "kuhn", "{strategy}", "--json"], "exploit"),
    "equity": (["equity", "AsAh", "KsKh", "--board", "2c3d4h", "--json"], "counting boards"),
    "pushfold": (["pushfold", "--most", "3", "--json"], "solving push or fold"),
    "words": (["words", "--lookup", "CAT", "--json"], "looking words up"),
    "leaves": (["leaves", "--racks", "S", "--json"], "learning leaves"),
    "tricks": (["tricks", "N:A.K.. K.A.. Q.Q.. J.J..", "--json"], "solving"),
    "deals": (["deals", "N: 5+ spades", "--count", "2", "--json"], "dealing"),
    "bid": (["bid", "AQ5.K72.QJ83.A94", "--json"], "bidding"),
    "review": (
        [
            "review",
            "bridge",
            "--position",
            "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3 N none P P P P",
            "--json",
        ],
        "reviewing bridge",
    ),
    "luck": (["luck", "backgammon", "--moves", "31 8/5 6/5", "--json"], "weighing backgammon"),
    "tree": (["tree", "[[3,12,8],[2,4,6],[14,5,2]]", "--json"], "tree"),
    "simulate": (["simulate", "tictactoe", "--simulations", "5", "--json"], "simulate"),
    "equilibrium": (["equilibrium", "kuhn", "--iterations", "2", "--json"], "equilibrium"),
    "misconceptions": (["misconceptions", "--json"], "misconceptions"),
    "growth": (["growth", "-b", "2", "-d", "3", "--samples", "5", "--json"], "measuring"),
    "orderings": (["orderings", "[[3,12,8],[2,4,6],[14,5,2]]", "--json"], "counting orderings"),
    "match": (
        ["match", "random", "random", "tictactoe", "--games", "2", "--file", "{m}", "--json"],
        "playing",
    ),
    "tournament": (
        ["tournament", "tictactoe", "random", "engine?depth=1", "--games", "2", "--file", "{m}", "--json"],
        "tournament",
    ),
    "perft": (["perft", "tictactoe", "5", "--json"], "counting tictactoe"),
    "check": (["check", "nim", "--json"], "checking nim"),
    "prepare": (["prepare", "nim", "--json"], "preparing"),
}
"""Verb: a short request, and what a line on standard error says of it."""

ELSEWHERE = {
    "annotate": "tests/cli/test_annotate.py",
    "equilibrium": "tests/cli/test_equilibrium.py",
    "sample": "long",
    "tune": "long",
    "train": "tests/cli/test_train.py",
    "experiment": "as match",
    "bench": "long",
    "endgame": "tests/cli/test_target.py",
}
"""Verbs whose shortest request takes too long here; they run through the same line of `cli.verbs`."""


def test_every_verb_has_its_place():
    assert {*LONG, *SHORT, *ELSEWHERE, *SERVERS} == {*VERBS}


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("verb", LONG)
def test_a_pipe_is_told_and_json_stays_one_object(verb, tmp_path, monkeypatch):
    monkeypatch.setattr(reporting, "EVERY", 0.0)
    monkeypatch.setattr(progress, "_watch", lambda work: None)  # the work speaks for itself: nothing races
    arguments, words = LONG[verb]
    if verb == "exploit":
        made = halfmove("solve", "kuhn", "--iterations", "5", "--strategy", str(tmp_path / "s.csv"))
        assert made.status == 0, made.err
    files = {"strategy": tmp_path / "s.csv", "m": tmp_path / "m.sqlite"}
    outcome = halfmove(
        *(a.format(**files) if a.startswith(("{s", "{m")) else a for a in arguments), patience=0.0
    )
    assert outcome.status == 0, outcome.err
    told = [
        line for line in outcome.err.splitlines() if line.startswith("halfmove: ") and line.endswith(" s")
    ]
    assert any(words.lower() in line.lower() for line in told), told[:20]
    if "--json" in arguments:
        json.loads(outcome.out)


def test_nothing_is_said_of_short_work():
    assert halfmove("perft", "tictactoe", "3", "--json").err == ""
