"""Strategies as opponents in the browser and over HTTP: one from a file, and those that have names."""

import pytest
from new_game import seen
from served import served

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.imperfect.usual_strategy import OWN, find_usual_strategy, make_usual_strategies
from halfmove.web.board.seats import Seats

pytestmark = pytest.mark.one_speed

KUHN = {"game": "kuhn", "moves": ["J", "K", "bet"], "viewer": 1}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("strategies") / "kuhn.json"
    hm.regret(hm.game("kuhn"), algorithm="cfr+", iterations=500).strategy.write(path)
    return path


@pytest.fixture(scope="module")
def address(file):
    with served("--processes", "1", "--strategy", str(file)) as server:
        yield server.url


@pytest.fixture
def given(file, monkeypatch):
    monkeypatch.setenv(OWN, "")
    make_usual_strategies([str(file)])
    yield file
    find_usual_strategy.cache_clear()


# ---- which file is for which game
def test_a_file_is_for_its_game_with_its_parameters(given):
    assert find_usual_strategy(hm.game("kuhn")) == given
    assert find_usual_strategy(hm.game("kuhn", players=3)) is None
    assert find_usual_strategy(hm.game("leduc")) is None
    assert find_usual_strategy(hm.game("holdem")) is None
    given.rename(given.with_name("gone"))
    find_usual_strategy.cache_clear()
    assert find_usual_strategy(hm.game("kuhn")) is None
    given.with_name("gone").rename(given)


@pytest.mark.parametrize(("content", "said"), [(b"{}", "no file of a strategy"), (b"PK", "over buckets")])
def test_a_file_of_something_else_is_refused(tmp_path, content, said):
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(BadInput, match=said):
        make_usual_strategies([str(tmp_path / "other")])


# ---- seats
def test_seats_are_for_what_there_is(given):
    seats = Seats(hm.game("kuhn"))
    seats.read("you,strategy")
    assert seats.written() == "you,strategy"
    assert seats.name_player(1) == "strategy from a file"
    assert seats.list_names() == ["?", "Halfmove, strategy from a file"]
    other = Seats(hm.game("holdem"))
    other.read("you,strategy")
    assert other.written() == ""
    other.read("you,strategy:tight")
    assert other.written() == "you,strategy:tight"
    assert other.name_player(1) == "strategy tight"


def test_it_takes_a_seat_and_plays(page, address):
    page.goto("/play/kuhn?seats=you,strategy")
    assert seen(page, "seat1") == "strategy"
    page.get_by_role("button", name="bet").click()
    page.locator(".hm-moves").get_by_text("call").or_(
        page.locator(".hm-moves").get_by_text("fold")
    ).wait_for()


def test_one_with_a_name_calls_whatever_comes(page, address):
    page.goto("/play/holdem?betting=limit&seats=strategy:always-call,you")
    assert seen(page, "seat0") == "strategy:always-call"
    page.get_by_role("button", name="raise to 200").click()  # the small blind is to act first
    page.get_by_role("button", name="bet 100").click()  # and after the check on the flop
    page.locator(".hm-moves").get_by_text("call").nth(1).wait_for()


# ---- over HTTP
def test_it_is_asked_over_http(file):
    with served("--processes", "1", "--strategy", str(file)) as server:
        found = {
            server.post("/api/moves", {**KUHN, "strategy": "file", "seed": seed}).json()["move"]
            for seed in range(3)
        }
        assert found == {"call"}  # with the king
        said = server.refused("/api/moves", {**KUHN, "strategy": "file", "level": 3})
        assert said.startswith("Give a strategy, or a level or seconds, not both")
        said = server.refused("/api/moves", {**KUHN, "strategy": "bold"})
        assert "has no strategies with names" in said
        leduc = {"game": "leduc", "moves": ["J", "Q"], "viewer": 0, "strategy": "file"}
        assert "There is no strategy in a file for leduc" in server.refused("/api/moves", leduc)


def test_who_has_the_seat_where_nobody_is_named(given):
    assert Seats(hm.game("kuhn")).who == {0: "you", 1: "strategy"}
    assert Seats(hm.game("kuhn")).written() == "you,strategy"
    assert Seats(hm.game("leduc")).who == {0: "you", 1: "5"}
    assert Seats(hm.game("holdem", betting="limit")).who == {0: "you", 1: "strategy:tight"}
    assert Seats(hm.game("holdem")).who == {0: "you", 1: "5"}
    assert Seats(hm.game("holdem", betting="limit", players=3)).who == {0: "you", 1: "5", 2: "5"}
    other = Seats(hm.game("kuhn"))
    other.read("you,5")
    assert other.written() == "you,5"
