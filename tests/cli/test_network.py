"""`--network FILE`: analyses, explanations, games and matches with a network, and what is refused."""

import pytest
from command import halfmove

import halfmove as hm
from halfmove.search.neural import network

pytestmark = pytest.mark.one_speed

TTT = hm.interpreted(hm.game("tictactoe"))


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("networks") / "ttt.safetensors"
    hm.Network.new(TTT, "tiny", seed=3).save(path)
    return str(path)


def test_an_analysis_says_what_the_network_holds_likely(file):
    found = halfmove(
        "analyze", "tictactoe", "--network", file, "--simulations", "20", "--lines", "9", "--json"
    ).json
    assert found["algorithm"] == "network"
    assert found["backend"] in ("onnx", "numpy")
    assert sum(line["prior"] for line in found["lines"]) == pytest.approx(1, abs=1e-4)
    assert sum(line["visits"] for line in found["lines"]) == found["nodes"] == 20


def test_the_file_of_a_network_is_read_once(file, monkeypatch):
    read, asked = network.read, []
    monkeypatch.setattr(network, "read", lambda *given: asked.append(given) or read(*given))
    halfmove("analyze", "tictactoe", "--network", file, "--simulations", "2")
    assert len(asked) == 1


def test_an_analysis_says_what_the_network_thinks_beside_what_was_found(file):
    asked = ("analyze", "tictactoe", "--network", file, "--lines", "9")
    found = halfmove(*asked, "--simulations", "12", "--json").json
    alone = {move["move"]: move for move in found["network"]["moves"]}
    assert sum(move["share"] for move in alone.values()) == pytest.approx(1, abs=1e-4)
    assert {name: move["searched"] for name, move in alone.items() if move["searched"]} == found["policy"]
    assert alone[found["network"]["furthest"]]["share"] != alone[found["network"]["furthest"]]["searched"]
    raw = halfmove(*asked, "--simulations", "0", "--json").json["network"]
    assert "furthest" not in raw
    assert raw["entropy"] == found["network"]["entropy"] > 0
    assert "equally likely moves, of 9; the search changed" in " ".join(
        halfmove(*asked, "--simulations", "12").out.split()
    )


def test_without_simulations_it_answers_alone(file):
    asked = ("analyze", "tictactoe", "--algorithm", "network", "--network", file, "--simulations", "0")
    found = halfmove(*asked, "--json").json
    assert (found["nodes"], len(found["policy"])) == (1, 9)
    assert found["policy"][found["best"]] == max(found["policy"].values())
    shown = halfmove(*asked, "--lines", "9")
    assert "nothing: the network alone answered" in shown.out
    assert "network" in shown.out.splitlines()[-10 - 1]


def test_it_explains_and_plays(file):
    told = halfmove("explain", "tictactoe", "--moves", "a1 b1 a2 b2", "--network", file, "--seconds", "0.2")
    assert "a3 wins" in told.out
    assert "by network" in told.out
    played = halfmove("play", "tictactoe", "--network", file, "--seconds", "0.1", typed="b2\nquit\n")
    assert "O plays" in played.out


def test_it_plays_a_match(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    played = halfmove("match", f"network?file={file}&simulations=0", "random", "tictactoe", "--games", "2")
    assert played.status == 0, played.err
    assert "2 games: 2 by rules" in played.out


def test_beside_other_algorithms_the_network_goes_to_those_that_use_it(file):
    asked = ("analyze", "tictactoe", "--network", file, "--seconds", "0.1", "--option", "cpuct=2")
    one, other = halfmove(*asked, "--algorithm", "network,engine", "--json").json["analyses"]
    assert (one["algorithm"], other["algorithm"]) == ("network", "engine")
    assert one["backend"] in ("onnx", "numpy")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("--algorithm", "mcts,engine", "--network", "x"),
            "is for --algorithms network, not for 'mcts,engine'",
        ),
        (("--algorithm", "network,engine", "--network", "x", "--option", "colour=red"), "an option 'colour'"),
        (("--network", "x", "--option", "processes=0"), "'processes' must be a whole number from 1 to 64"),
        (("--network", "none.safetensors"), "'none.safetensors' cannot be read: No such file"),
        (("--network", __file__), "is not a network of Halfmove's"),
        (("--algorithm", "network"), "needs the file of one"),
        (("--algorithm", "mcts", "--network", "x"), "--network is for --algorithm network, not for 'mcts'"),
        (("--network", "x", "--option", "file=y"), "both name a network"),
        (("--network", "x", "--option", "colour=red"), "network has no option 'colour'"),
        (("--algorithm", "mcts", "--simulations", "0"), "only a network answers without a search"),
        (("--simulations", "-1"), "--simulations must be a whole number from 0 to"),
    ],
)
def test_what_cannot_be_gets_one_sentence(arguments, sentence):
    ended = halfmove("analyze", "tictactoe", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert sentence in ended.err
    assert ended.err.count("\n") == 1


def test_a_match_with_a_wrong_network_is_refused_before_it_begins(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ended = halfmove("match", f"network?file={file}", "random", "connect4", "--games", "2")
    assert ended.status == 2
    assert "is for tictactoe?width=3&height=3&k=3, not for connect4?width=7&height=6" in ended.err
