"""How many processor cores a search uses where nobody says."""

import pytest

import halfmove as hm
from halfmove.arena.players.levels import LEVELS
from halfmove.cli import lichess
from halfmove.cli.play import Play
from halfmove.core import compile as compiling
from halfmove.core.operation import Work
from halfmove.endings import search_request
from halfmove.endings.analyze import Analyze, Compare
from halfmove.web.workers.tasks.operation import ServerWork

pytestmark = pytest.mark.one_speed

CORES = 6


@pytest.fixture(autouse=True)
def _a_machine(monkeypatch):
    monkeypatch.setattr(search_request, "usable_cores", lambda: CORES)
    monkeypatch.setattr(search_request, "runs_compiled", lambda game: game is not INTERPRETED)


CHESS = hm.game("chess")
INTERPRETED = compiling.interpreted(hm.game("chess"))


def cores(request, game=CHESS, work=None):
    return request.cores(work or Work(), game, request.choose_algorithm(game))


@pytest.mark.parametrize("limit", [{}, {"seconds": 3}, {"limit": hm.Limit(seconds=3)}])
def test_all_where_time_alone_bounds_the_search(limit):
    assert cores(Analyze(game="chess", **limit)) == CORES
    assert cores(Analyze(game="go", **limit), hm.game("go")) == CORES


@pytest.mark.parametrize(
    "given",
    [{"depth": 3}, {"nodes": 100, "seconds": 3}, {"limit": hm.Limit(depth=3)}, {"threads": 1}],
)
def test_one_where_a_seed_repeats_the_search_or_it_is_said(given):
    assert cores(Analyze(game="chess", **given)) == 1
    assert cores(Analyze(game="chess", **{**given, "threads": 4})) == 4


def test_one_for_what_gains_nothing_by_more():
    assert cores(Analyze(game="chess"), INTERPRETED) == 1
    assert cores(Analyze(game="backgammon"), hm.game("backgammon")) == 1
    assert cores(Analyze(game="chess", algorithm="minimax", seconds=1)) == 1


def test_a_person_plays_against_all_cores_where_the_engine_thinks_for_a_time():
    for level in LEVELS:
        expected = 1 if level.depth else CORES
        assert cores(Play(game="chess", level=level.number)) == expected
    assert cores(Play(game="chess", seconds=2)) == CORES
    assert cores(Play(game="chess", seconds=2, level=3)) == 1
    assert cores(Play(game="chess")) == 1


def test_one_where_many_share_a_server():
    assert cores(Analyze(game="chess"), work=ServerWork({}, None)) == 1


def test_algorithms_are_compared_on_one_core():
    assert cores(Compare(game="chess", algorithms=("engine", "mcts"))) == 1


@pytest.mark.parametrize(("games", "threads"), [(1, 6), (2, 3), (10, 1)])
def test_a_bots_games_share_the_cores(games, threads, monkeypatch):
    monkeypatch.setattr(lichess, "usable_cores", lambda: CORES)
    assert lichess.LichessRequest(games=games).description == f"auto?threads={threads}"
    assert lichess.LichessRequest(player="level?n=3", games=games).description == "level?n=3"
