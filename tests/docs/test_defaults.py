"""What comes along under a name is weaker than what plays unless told otherwise (docs/defaults.md)."""

import re
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.games.registry import games
from halfmove.imperfect.usual_strategy import find_seated_player
from halfmove.search.algorithms import choose
from halfmove.search.neural import algorithm as neural
from halfmove.search.neural.usual import SHIPPED, game_of, usual

pytestmark = pytest.mark.one_speed

PAGE = Path(__file__).resolve().parents[2] / "docs" / "defaults.md"
SIZES = {
    "": {},
    "with limits": {"betting": "limit"},
    "6 × 6": {"width": 6, "height": 6},
    "9 × 9": {"width": 9, "height": 9},
    "13 × 13": {"width": 13, "height": 13},
    "7 × 7, komi 9": {"width": 7, "height": 7, "komi": 9.0},
}


def rows():
    """Of each row the game, what has a name, what plays instead, its score with half the interval, and the
    score of equals."""
    for line in PAGE.read_text().splitlines():
        found = re.match(r"\| `([\w-]+)` ?([^|]*?) \| `([^`]+)` \| `([^`]+)` \| (\S+) ± (\S+) (\S+) \|", line)
        if found:
            name, size, named, instead, score, error, unit = found.groups()
            game = hm.game(name, **SIZES[size])
            even = 50.0 if unit == "%" else 0.0
            yield (
                game,
                named,
                instead,
                float(score.replace("−", "-").replace(",", "")),
                float(error.replace(",", "")),
                even,
            )


ROWS = list(rows())


@pytest.mark.parametrize(("game", "named", "instead", "score", "error", "even"), ROWS)
def test_nothing_under_a_name_beats_what_plays_otherwise(
    game, named, instead, score, error, even, monkeypatch
):
    assert score + error >= even
    monkeypatch.setattr(neural, "is_installed", lambda module: True)
    if instead.startswith("evaluation="):
        assert instead == f"evaluation={game.evaluation}" != named
    elif named.startswith("algorithm="):
        assert instead == choose(game).name
    elif named == "engine?evaluation=terms":
        assert instead == choose(game).name == "engine"
        assert Path(game.evaluation_network()).exists()
    elif instead.startswith("strategy:"):
        assert instead == f"strategy:{find_seated_player(game)}"
    else:
        assert find_seated_player(game) is None


def test_without_onnx_runtime_go_is_played_without_its_network(monkeypatch):
    game = hm.game("go", width=7, height=7, komi=9.0)
    for there, name in ((True, "network"), (False, "mcts")):
        monkeypatch.setattr(neural, "is_installed", lambda module, there=there: there)
        assert choose(game).name == name
        assert choose(hm.game("go", width=7, height=7)).name == "mcts"  # another komi, and no network
        assert {choose(hm.game("go", size=9, komi=komi)).name for komi in (5.5, 7, 9.5)} == {name}
        assert {choose(hm.game("go", size=9, komi=komi)).name for komi in (0.5, 10)} == {"mcts"}


def test_all_that_comes_along_has_a_row():
    evaluations = {(game.title(), named) for game, named, *_ in ROWS if named.startswith("evaluation=")}
    strategies = {game.title() for game, named, *_ in ROWS if named.startswith("strategy:")}
    networks = {
        game for game, named, instead, *_ in ROWS if "network" in (named[len("algorithm=") :], instead)
    }
    for name in games():
        game = hm.game(name)
        for evaluation in game.choices().get("evaluation", ()):
            if evaluation != game.evaluation:
                assert (name, f"evaluation={evaluation}") in evaluations
        if game.strategies():
            assert name in strategies
        if game.evaluation_network() is not None:
            assert (name, "engine?evaluation=terms") in {(game.title(), named) for game, named, *_ in ROWS}
    assert {usual(game) for game in networks} == set(SHIPPED.glob("*.safetensors"))
    for path in SHIPPED.glob("*.safetensors"):
        assert game_of(path).split("?")[0] in {game.title() for game in networks}
