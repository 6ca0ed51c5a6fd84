"""The HTTP API: what it answers, what it refuses, and who it serves when many ask."""

import asyncio
import json
import os
import signal
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import described
import httpx
import pytest
from described import answer_of as good
from served import served
from websockets.exceptions import ConnectionClosed, InvalidStatus

import halfmove as hm
from halfmove.core.compile import interpreted
from halfmove.core.in_turn import in_turn
from halfmove.games.registry import games
from halfmove.games.tree import tree
from halfmove.search.algorithms import algorithms
from halfmove.teach.jsons import TraceData
from halfmove.teach.montecarlo.data import SimulationData
from halfmove.teach.quiz import exercise
from halfmove.teach.quiz.marking import MarkingData, mark
from halfmove.teach.quiz.results import ExercisesData
from halfmove.teach.trace import teachable, trace
from halfmove.web.api.games import GameInFull, Games
from halfmove.web.api.live import CONNECTIONS
from halfmove.web.api.moves import MoveChosen
from halfmove.web.api.positions import Position
from halfmove.web.api.records import RecordsRead
from halfmove.web.pages.docs import example
from halfmove.web.workers.tasks.analysis import told as analysis_told

pytestmark = pytest.mark.one_speed

ROOT = Path(__file__).parents[2]
FIGURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
ENDLESS = {"game": "connect4", "seconds": 60}


# ---- games on paper
def test_games_are_read_from_one_format_and_written_in_another(server):
    text = (
        '[White "Ann"]\n[Result "1-0"]\n\n1. e4 {best} e5 (1... c5 2. -- d5) 2. Nf3 $1 1-0\n\n1. e4 Ke7 *\n'
    )
    body = {"game": "chess", "text": text, "number": 1}
    told = good(server.post("/api/records", body), RecordsRead)
    [game] = told["games"]
    assert (game["moves"], game["ending"]) == (["e4", "e5", "Nf3"], "White wins.")
    assert told["broken"] == ["game 2 (line 6): 1... 'Ke7' is not legal."]
    again = good(
        server.post("/api/records", {"game": "go", "text": told["written"], "number": 1, "form": "PGN"}),
        RecordsRead,
    )
    assert again["games"][0] == game
    assert again["written"].endswith("1. e4 {best} 1... e5 (1... c5 2. -- d5) 2. Nf3 $1 1-0\n\n")


def test_what_is_repaired_in_a_record_is_told(server):
    body = {"game": "chess", "text": '[Event "x"]\n1. ♘f3 Nf6 1-0\n\n1. Sf3 Sf6 *'}
    first, second = good(server.post("/api/records", body), RecordsRead)["games"]
    assert (first["moves"], first["repairs"]) == (["Nf3", "Nf6"], [])
    assert second["moves"] == ["Nf3", "Nf6"]
    assert second["repairs"] == ["game 2 (line 4): its pieces are written K, D, T, L, S, for K, Q, R, B, N."]


@pytest.mark.parametrize("page", ["chess", "checkers", "go", "othello", "nim"])
@pytest.mark.parametrize("head", ['[Event "x"]\n\n', ""])
def test_a_record_is_read_by_the_game_that_it_is_of(server, page, head):
    """Chess's and checkers' files both begin with tags: whose moves they are decides."""
    chess = good(server.post("/api/records", {"game": page, "text": f"{head}1. e4 e5 2. Nf3 *"}), RecordsRead)
    assert [(game["game"], game["moves"]) for game in chess["games"]] == [("chess", ["e4", "e5", "Nf3"])]
    if head:
        text = f"{head}1. 11-15 23-19 *"
        told = good(server.post("/api/records", {"game": page, "text": text}), RecordsRead)
        assert [(game["game"], game["moves"]) for game in told["games"]] == [("checkers", ["11-15", "23-19"])]


def test_records_that_cannot_be_read_or_written_are_refused(server):
    small = {"game": "go", "text": "(;SZ[9:5];B[aa])"}
    assert good(server.post("/api/records", small), RecordsRead)["games"][0]["parameters"]["height"] == 5
    for body, said in (
        ({"game": "chess", "text": "nonsense"}, "no game of chess"),
        ({"game": "go", "text": "(;SZ[9]"}, "game 1 (line 1): it is cut off"),
        ({**small, "number": 2}, "There is no game 2; the text has 1."),
        ({**small, "number": 1, "form": "PGN"}, "written as SGF or Halfmove, not as 'PGN'"),
    ):
        assert said in server.refused("/api/records", body)
    server.refused("/api/records", {"game": "nonesuch", "text": "x"}, 404)


# ---- games and positions
def test_all_games_are_told(server):
    told = good(server.get("/api/games"), Games)["games"]
    assert [game["name"] for game in told] == list(games())


@pytest.mark.parametrize("name", games())
def test_a_game_in_full(server, name):
    told, game = good(server.get(f"/api/games/{name}"), GameInFull), games()[name]()
    assert told["automatic"] in [algorithm["name"] for algorithm in told["algorithms"]]
    assert told["players"] == [game.player_name(who) for who in range(game.players)]


def test_there_is_no_such_game(server):
    assert server.get("/api/games/conect4").status_code == 404
    assert "did you mean 'connect4'" in server.get("/api/games/conect4").json()["detail"]
    for path in ("positions", "analyses", "moves"):
        assert "no game" in server.refused(f"/api/{path}", {"game": "ludo"}, 404)
    assert "no game" in server.refused("/api/tree", {"game": "ludo"}, 404)


def test_a_position_with_its_moves_and_picture(server):
    body = {"game": "tictactoe", "moves": ["b2", "a1"]}
    plain = good(server.post("/api/positions", body), Position)
    drawn = good(server.post("/api/positions?picture=true", body), Position)
    assert plain["picture"] is None
    assert drawn["picture"]["svg"].startswith("<svg")
    assert {**drawn, "picture": None} == plain
    assert plain["position"] == ".../.X./O.."
    assert (plain["to_move"], plain["player"], plain["moves"]) == (0, "X", ["b2", "a1"])
    points = {point["name"] for point in drawn["picture"]["points"]}
    assert all(touched in points for move in plain["legal_moves"] for touched in move["touches"])
    assert len(plain["legal_moves"]) == 7


def test_a_game_that_is_over(server):
    told = good(
        server.post("/api/positions", {"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"]}),
        Position,
    )
    assert (told["over"], told["to_move"], told["result"]) == (True, None, "X wins.")
    assert (told["utilities"], told["legal_moves"]) == ([1, -1], [])


def test_repetition_is_counted(server):
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"]
    once = good(server.post("/api/positions", {"game": "chess", "moves": moves}), Position)
    twice = good(server.post("/api/positions", {"game": "chess", "moves": moves * 2}), Position)
    assert (once["times"], once["over"], twice["times"], twice["over"]) == (2, False, 3, True)
    assert twice["result"] == "A draw: the position has stood three times."


def test_parameters_and_positions_are_read(server):
    body = {"game": "nim", "parameters": {"heaps": "1,2", "misere": True}, "position": "1,1"}
    assert good(server.post("/api/positions", body), Position)["parameters"]["misere"] is True
    for body, said in (
        ({"game": "nim", "parameters": {"self": 1}}, "no parameter 'self'"),
        ({"game": "nim", "parameters": {"heaps": [3]}}, "'heaps' is a number"),
        ({"game": "mnk", "parameters": {"width": 1000}}, "at most"),
        ({"game": "tictactoe", "moves": ["z9"]}, "Move 1, 'z9'"),
        ({"game": "tictactoe", "moves": ["a1"] * 3000}, "moves may have 2,000 items"),
        ({"game": "tictactoe", "position": "?"}, "position"),
        ({"game": "tictactoe", "where": 1}, "no field 'where'"),
        ({}, "needs game"),
        ([], "object"),
    ):
        assert said in server.refused("/api/positions", body)


def test_what_is_not_json_is_told_so(server):
    for content in ("{", "nonsense", '{"game": NaN}', '{"game": "nim", "position": "\\ud800"}'):
        server.refused("/api/positions", content=content, headers={"content-type": "application/json"})
    deep = "[" * 100_000
    answer = server.post("/api/tree", content=deep, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert server.post("/api/positions", content="game=nim").status_code == 422


# ---- searches
def test_an_analysis(server):
    told = good(server.post("/api/analyses", {"game": "tictactoe", "moves": ["b2"], "lines": 3}), "analyze")
    assert (told["value"], told["proven"], told["worth"]) == (0, True, "proven draw")
    assert [line["move"] for line in told["lines"]] == ["a3", "c3", "a1"]


@pytest.mark.parametrize("name", [a.name for a in algorithms().values()])
def test_every_algorithm_answers_as_described(server, name):
    body = {"game": "nim", "parameters": {"heaps": "1,2"}, "algorithm": name, "seconds": 0.3}
    answer = server.post("/api/analyses", body)
    if answer.status_code == 422:
        refusal = algorithms()[name].unfit(games()["nim"](heaps="1,2"))
        assert answer.json()["detail"] == refusal or "needs the file of one" in answer.json()["detail"]
    else:
        assert good(answer, "analyze")["algorithm"] == name


@pytest.mark.parametrize("name", ["mcts", "determinized"])
def test_a_policy_is_part_of_the_description(name):
    game = interpreted(hm.game("tictactoe" if name == "mcts" else "goofspiel"))
    if name == "mcts":
        found = hm.analyze(game, None, hm.Limit(simulations=60), algorithm=name, options={"proofs": "no"})
    else:
        state = hm.position(in_turn(game), moves="3")[0]
        found = hm.analyze(in_turn(game), state, hm.Limit(simulations=60), algorithm=name)
    data = analysis_told(found, found.game)
    assert sum(data["policy"].values()) == pytest.approx(1, abs=1e-4)
    described.validate(data, "analyze")


def test_a_finished_game_is_worth_what_it_brought(server):
    body = {"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"], "seconds": 0.2}
    told = good(server.post("/api/analyses", body), "analyze")
    assert (told["best"], told["value"], told["proven"]) == (None, -1, True)


@pytest.mark.parametrize("name", ["pimc", "alpha-mu", "oos", "so-ismcts", "mo-ismcts"])
def test_searches_with_hidden_cards_answer_their_viewer(server, name):
    body = {"game": "kuhn", "moves": ["J", "K", "bet"], "algorithm": name, "seconds": 0.3, "viewer": 1}
    found = good(server.post("/api/analyses", body), "analyze")
    assert (found["algorithm"], found["best"]) == (name, "call")
    assert server.post("/api/analyses", {**body, "viewer": 0}).status_code == 422


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"seconds": 0}, "seconds must be"),
        ({"lines": 0}, "lines must be"),
        ({"depth": 1.5}, "depth must be"),
        ({"threads": 2}, "no field 'threads'"),
        ({"endings": "/etc"}, "no field 'endings'"),
        ({"algorithm": "guessing"}, "no algorithm 'guessing'"),
        ({"simulations": 10}, "keeps to no limit 'simulations'"),
        ({"options": {"formula": "rave"}}, "has no option 'formula'"),
        ({"options": {"evaluation": "/etc/passwd"}}, "names no file"),
        ({"algorithm": "mcts", "options": {"formula": "best"}}, "formula"),
        ({"algorithm": "mcts", "options": {"colour": "red"}}, "colour"),
        ({"algorithm": "mcts", "simulations": 0}, "only a network answers without a search"),
        ({"algorithm": "network", "options": {"file": "/etc/passwd"}}, "Over HTTP a network is one of the"),
        ({"algorithm": "network", "options": {"processes": 2}}, "Over HTTP a search has one process"),
    ],
)
def test_searches_that_make_no_sense(server, more, said):
    assert said in server.refused("/api/analyses", {"game": "tictactoe", **more})


def test_a_search_without_seconds_keeps_to_its_depth(server):
    told = good(server.post("/api/analyses", {"game": "connect4", "depth": 4}), "analyze")
    assert told["depth"] == 4


def test_an_analysis_takes_the_time_it_is_given(server):
    good(server.post("/api/analyses", {"game": "connect4", "seconds": 0.1}), "analyze")  # machine code
    began = time.monotonic()
    told = good(server.post("/api/analyses", {"game": "connect4", "seconds": 1}), "analyze")
    assert told["seconds"] < 1.5  # when the last level was complete
    assert 0.9 < time.monotonic() - began < 6


def test_moves(server):
    for body in ({"level": 1}, {"seconds": 0.2}, {"seconds": 0.2, "algorithm": "mcts"}, {}):
        told = good(server.post("/api/moves", {"game": "tictactoe", "moves": ["b2"], **body}), MoveChosen)
        assert told["move"] in ("a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3")
    won = {"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2"], "seconds": 0.2}
    assert good(server.post("/api/moves", won), MoveChosen)["move"] == "a3"
    assert "over" in server.refused("/api/moves", {**won, "moves": [*won["moves"], "a3"]})
    assert "not both" in server.refused("/api/moves", {**won, "level": 3})
    assert "level" in server.refused("/api/moves", {"game": "tictactoe", "level": 11})
    assert "seconds" in server.refused("/api/moves", {"game": "tictactoe", "algorithm": "mcts"})


# ---- the laboratory
@pytest.mark.parametrize("name", teachable())
def test_every_lesson_is_told_as_described(server, name):
    told = good(server.post("/api/tree", {"game": FIGURE, "algorithm": name, "sentences": True}), TraceData)
    expected = trace(tree(FIGURE), algorithm=name).to_dict(sentences=True)
    assert told == expected


def test_a_trace_of_a_game_with_options_and_picture(server):
    body = {"game": "tictactoe", "moves": ["b2"], "depth": 2, "merge": True, "svg": True}
    assert "<svg" in good(server.post("/api/tree", body), TraceData)["svg"]
    body = {"game": FIGURE, "algorithm": "alphabeta", "options": {"dialect": "cs188", "beta": "inf"}}
    assert good(server.post("/api/tree", body), TraceData)["options"]["dialect"] == "cs188"
    body = {"game": [["inf", 3], ["-inf", 2]], "root": "min"}
    assert good(server.post("/api/tree", body), TraceData)["value"] in (2, 3)
    body = {"game": {"children": {"l": [[1, 2], 3], "r": 4}}, "algorithm": "maxn"}
    good(server.post("/api/tree", body), TraceData)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "tree needs game"),
        ({"game": ["/etc/hostname"]}, "not '/etc/hostname'"),
        ({"game": FIGURE, "merge": True}, "merge"),
        ({"game": FIGURE, "units": True}, "units"),
        ({"game": "nim", "root": "max"}, "root"),
        ({"game": FIGURE, "options": {"dialect": "klingon"}}, "dialect"),
        ({"game": FIGURE, "algorithm": "quiescence", "options": {"beyond": [1]}}, "options"),
        ({"game": FIGURE, "algorithm": "astar"}, "no search 'astar'"),
        ({"game": "tictactoe"}, "more than 20,000"),
        ({"game": "connect4", "depth": 9}, "more than 20,000"),
        ({"game": [2**60, 1]}, "2**53"),
        ({"game": [0] * 60_000}, "parts"),
    ],
)
def test_traces_that_make_no_sense(server, body, said):
    assert said in server.refused("/api/tree", body)


def test_traces_as_earlier_releases_asked_for_them(server):
    new = good(server.post("/api/tree", {"game": "tictactoe", "moves": ["b2"], "depth": 1}), TraceData)
    place = {"game": "tictactoe", "moves": ["b2"]}
    assert good(server.post("/api/traces", {"place": place, "depth": 1}), TraceData) == new
    tree = good(server.post("/api/tree", {"game": FIGURE}), TraceData)
    assert good(server.post("/api/traces", {"tree": FIGURE}), TraceData) == tree


def test_no_name_is_taken_for_that_of_a_file(server):
    assert "no game" in server.refused("/api/tree", {"game": "/etc/hostname"}, 404)


def test_a_deep_tree_is_refused_and_the_server_goes_on(server):
    deep: list = []
    for _ in range(300):
        deep = [deep]
    assert "levels" in server.refused("/api/tree", {"game": deep})
    good(server.post("/api/tree", {"game": FIGURE}), TraceData)


def test_simulations(server):
    figure = good(server.post("/api/simulate", {"game": "aima-5.10"}), SimulationData)
    assert figure["before"]["visits"] == 100
    body = {"game": "tictactoe", "simulations": 8, "options": {"formula": "puct", "c": 1.5}}
    told = good(server.post("/api/simulate", body), SimulationData)
    assert len(told["iterations"]) == 8
    assert good(server.post("/api/simulate", {"game": FIGURE, "simulations": 3}), SimulationData)
    rave = {"game": "tictactoe", "options": {"formula": "rave", "bias": 2}}
    assert good(server.post("/api/simulate", rave), SimulationData)
    for body, said in (
        ({}, "simulate needs game"),
        ({"game": "aima-5.10", "moves": ["a1"]}, "leave moves out"),
        ({"game": FIGURE, "simulations": 60_000}, "too many"),
        ({"game": "nim", "counts": "many"}, "line 1"),
        ({"game": "gomoku", "simulations": 500}, "too many"),
    ):
        assert said in server.refused("/api/simulate", body)
    assert "no game" in server.refused("/api/simulate", {"game": "aima-5.11"}, 404)
    assert good(server.post("/api/simulations", {"figure": "aima-5.10"}), SimulationData) == figure


# ---- practice
def test_an_exercise_comes_back_and_is_marked(server):
    body = {"seed": 7, "depth": [2, 3], "branching": "2-3", "min_cuts": 1}
    (told,) = good(server.post("/api/quiz", body), ExercisesData)["exercises"]
    expected = exercise(7, depth=(2, 3), branching="2-3", min_cuts=1)
    assert told == expected.to_dict(solution=True)
    perfect = {"exercise": told, "answers": told["solution"]}
    marked = good(server.post("/api/mark", perfect), MarkingData)
    assert marked["points"] == marked["most"] == expected.points
    assert good(server.post("/api/exercises/mark", perfect), MarkingData) == marked
    wrong = {"move": "a1", "pruned": "?"}
    marked = good(server.post("/api/mark", {"exercise": told, "answers": wrong}), MarkingData)
    assert marked == mark(expected, wrong).to_dict()


def test_exercises_that_make_no_sense(server):
    (on_a_tree,) = good(server.post("/api/quiz", {"tree": FIGURE, "questions": "move"}), ExercisesData)[
        "exercises"
    ]
    assert on_a_tree["seed"] is None
    for path, body, said in (
        ("quiz", {"tree": FIGURE, "depth": 2}, "depth is for trees made from a seed"),
        ("quiz", {"tree": "notes.txt"}, "tree is data"),
        ("quiz", {"depth": 99}, "depth"),
        ("quiz", {"depth": 2, "deep_cut": True}, "deep cut"),
        ("quiz", {"questions": "colour"}, "no question 'colour'"),
        ("mark", {"exercise": {"format": "x"}, "answers": {}}, "exercise"),
        ("mark", {"exercise": "notes.txt", "answers": {}}, "not JSON"),
        ("mark", {"exercise": {**on_a_tree, "tree": "notes.txt"}, "answers": {}}, "tree"),
        ("mark", {"exercise": on_a_tree, "answers": {"pruned": []}}, "no question 'pruned'"),
        ("mark", {"exercise": on_a_tree, "answers": {"move": {"x": [1]}}}, "."),
        ("mark", {"exercise": on_a_tree, "answers": []}, "an object"),
    ):
        assert said in server.refused(f"/api/{path}", body)


# ---- guards
def test_what_is_too_large_is_refused(server):
    large = b'{"game": "' + b"x" * 300_000 + b'"}'
    assert "KB" in server.refused("/api/positions", content=large, status=413)

    def pieces():  # sent without saying how long it is
        for at in range(0, len(large), 10_000):
            yield large[at : at + 10_000]

    headers = {"content-type": "application/json"}
    assert "KB" in server.refused("/api/positions", content=pieces(), status=413, headers=headers)
    small = iter([b'{"game"', b': "nim"}'])
    assert server.post("/api/positions", content=small, headers=headers).status_code == 200


def test_pages_of_other_sites_are_refused(server):
    strange, own = {"origin": "http://elsewhere.example"}, {"origin": server.url}
    assert "other sites" in server.refused("/api/positions", {"game": "nim"}, 403, headers=strange)
    assert server.post("/api/positions", {"game": "nim"}, headers=own).status_code == 200
    with pytest.raises(InvalidStatus) as refused, server.connect(origin="http://elsewhere.example"):
        pass
    assert refused.value.response.status_code == 403
    with server.connect(origin=server.url) as line:
        line.send(game="nim", depth=1)
        assert line.last()["kind"] == "done"


def test_where_nothing_is(server):
    assert server.get("/api/nothing").status_code == 404
    assert "docs" in server.get("/api/nothing").json()["detail"]
    answer = httpx.delete(server.url + "/api/games/nim")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert server.get("/api/positions").headers["allow"] == "POST"


def test_many_requests_of_one_client_are_bounded(server):
    async def ask():
        async with httpx.AsyncClient(timeout=60) as client:
            post = [
                client.post(server.url + "/api/analyses", json={**ENDLESS, "seconds": 1 + n / 100})
                for n in range(9)
            ]
            return await asyncio.gather(*post)

    statuses = sorted(answer.status_code for answer in asyncio.run(ask()))
    assert statuses[:6] == [200] * 6
    assert statuses[6:] == [429] * 3


def test_messages_come_as_lines_to_who_accepts_them(server):
    lines = {"Accept": "application/x-ndjson"}

    def told(path, **asked):
        answer = server.post(f"/api/{path}", {"game": "tictactoe", **asked}, headers=lines)
        assert answer.headers["content-type"].startswith(lines["Accept"])
        return [json.loads(line) for line in answer.text.splitlines()]

    done = told("analyze", depth=2)[-1]
    plain = good(server.post("/api/analyze", {"game": "tictactoe", "depth": 2}), "analyze")
    assert (done["kind"], done["result"].keys()) == ("done", plain.keys())
    assert told("moves", level=1)[-1]["result"]["move"]
    assert told("analyze", options={"nonesuch": "1"})[-1]["kind"] == "failed"
    assert "no game" in server.refused("/api/analyze", {"game": "ludo"}, 404, headers=lines)


def test_who_waits_is_told_his_place(server):
    with ExitStack() as opened:
        busy = [opened.enter_context(server.connect()) for _ in range(2)]
        for line in busy:
            line.send(game="connect4")
            line.until("analysis")
        stream = opened.enter_context(
            httpx.stream(
                "POST",
                server.url + "/api/analyze",
                json={"game": "tictactoe", "moves": ["a2", "c1"], "depth": 3},  # that nobody has asked before
                headers={"Accept": "application/x-ndjson"},
                timeout=60,
            )
        )
        told = [json.loads(line) for line in stream.iter_lines()]
    assert told[0] == {"kind": "waiting", "ahead": 0}
    assert told[-1]["kind"] == "done"


# ---- its description
@pytest.mark.slow_interpreted  # a whole deal double dummy
def test_the_examples_of_the_description_are_served(server):
    description = server.get("/openapi.json").json()
    for path, operations in description["paths"].items():
        [(method, operation)] = operations.items()
        body = None
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            body = example(description, schema)
            if path == "/api/review":
                body = {**body, "viewer": "all"}  # something is hidden, and the whole game is ours
        answer = httpx.request(
            method,
            server.url + path.replace("{game}", "connect4").replace("{run}", "first"),
            json=body,
            timeout=600,
        )
        assert answer.status_code == 200, (path, body, answer.text[:300])


def test_every_field_that_is_asked_for_is_described(server):
    schemas = server.get("/openapi.json").json()["components"]["schemas"]
    for name, schema in schemas.items():
        if name.endswith("Request"):
            for field, content in schema["properties"].items():
                assert content.get("description") or "$ref" in content, f"{name}.{field}"


def test_the_page_of_the_api_has_all_of_it(server):
    page = server.get("/docs").text
    for path in server.get("/openapi.json").json()["paths"]:
        assert path in page
    assert server.get("/assets/docs.css").status_code == 200


# ---- games of one's own
BROKEN = """
from halfmove import Game


class Broken(Game):
    \"\"\"Its third position is nonsense.\"\"\"

    compiled = False

    def initial(self):
        return 0

    def to_move(self, s):
        return s % 2

    def actions(self, s):
        yield from range(1 // (2 - s) + 1)

    def result(self, s, a):
        return s + 1

    def is_terminal(self, s):
        return s == 9

    def utility(self, s, player):
        return 0
"""


def test_games_of_files(tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    pig = tmp_path / "piglet.py"
    pig.write_text((ROOT / "examples" / "pig.py").read_text())
    with served(str(pig), str(file), "--processes", "1") as running:
        names = [game["name"] for game in good(running.get("/api/games"), Games)["games"]]
        assert names == ["piglet", "broken", *games()]
        assert good(running.get("/api/games/piglet"), GameInFull)["traits"]["chance"]
        rolled = {"game": "piglet", "moves": ["roll"]}
        told = good(running.post("/api/positions", rolled), Position)
        assert (told["to_move"], told["player"]) == (-1, "chance")
        assert sum(move["probability"] for move in told["legal_moves"]) == pytest.approx(1)
        assert "nature" in running.refused("/api/moves", rolled)
        good(running.post("/api/analyses", {**rolled, "depth": 2}), "analyze")
        good(running.post("/api/tree", {**rolled, "depth": 2}), TraceData)
        good(running.post("/api/simulate", rolled), SimulationData)
        assert len(good(running.post("/api/positions", {"game": "broken"}), Position)["legal_moves"]) == 1
        for path, body in (
            ("positions", {"game": "broken", "moves": ["0", "0"]}),
            ("analyses", {"game": "broken", "depth": 5}),
            ("tree", {"game": "broken", "depth": 5}),
        ):
            assert "ZeroDivisionError" in running.refused(f"/api/{path}", body)


# ---- a client that leaves, and a process that dies
@pytest.fixture
def alone():
    """A server of its own with one process."""
    with served("--processes", "1") as running:
        yield running


def busy(pid, seconds=0.5):
    """The share of the time in which a process has a core."""

    def ticks():
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    before = ticks()
    time.sleep(seconds)
    return (ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds


def until(what, seconds=60.0):
    """Wait for something to be true."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


def test_a_client_that_leaves_ends_its_search(alone):
    with alone.connect() as line:
        line.send(**ENDLESS)
        line.until("analysis")
        [worker] = alone.workers()
        assert busy(worker) > 0.1
    until(lambda: busy(worker) < 0.1)
    host, port = alone.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as raw:
        body = b'{"game": "connect4", "seconds": 60}'
        raw.sendall(b"POST /api/analyses HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    b"Content-Length: %d\r\n\r\n%s" % (len(body), body))  # fmt: skip
        until(lambda: busy(worker) > 0.1)
    until(lambda: busy(worker) < 0.1)
    assert alone.workers() == [worker]


def test_the_time_that_a_process_takes_to_start_does_not_count():
    with served("--processes", "1") as running:  # nothing has been asked of it yet
        good(running.post("/api/analyses", {"game": "nim", "seconds": 0.05}), "analyze")


def test_a_process_that_is_killed_fails_its_search_and_no_other(alone):
    with alone.connect() as line:
        line.send(**ENDLESS)
        line.until("analysis")
        os.kill(alone.workers()[0], signal.SIGKILL)
        last = line.last()
        assert last["kind"] == "failed"
        assert "signal 9" in last["error"]
        line.send(game="tictactoe", depth=2)
        assert line.last()["kind"] == "done"
    good(alone.post("/api/analyses", {"game": "tictactoe", "depth": 2}), "analyze")


# ---- the analysis as it deepens
def test_an_analysis_as_it_deepens(server):
    with server.connect() as line:
        line.send(id=1, game="connect4", seconds=1, lines=2)
        told = line.until("done", "stopped", "failed")
        assert told[-1]["kind"] in ("done", "stopped")
        analyses = [message for message in told if message["kind"] == "analysis"]
        assert [a["depth"] for a in analyses] == sorted(a["depth"] for a in analyses)
        for found in analyses:
            described.validate({k: v for k, v in found.items() if k not in ("kind", "id")}, "analyze")
        assert {message["id"] for message in told} == {1}


def test_a_new_request_replaces_the_old_one(server):
    with server.connect() as line:
        line.send(id="old", **ENDLESS)
        line.until("analysis")
        line.send(id="new", game="tictactoe", depth=3)
        told = line.until("done")
        ends = [(m["id"], m["kind"]) for m in told if m["kind"] in ("done", "stopped", "failed")]
        assert ends == [("old", "stopped"), ("new", "done")]
        line.send(id="third", **ENDLESS)
        line.until("analysis")
        line.send(stop=True)
        assert line.last() == {"kind": "stopped", "id": "third"}
        line.send(stop=True)  # nothing to stop, nothing to say
        line.send(look={"path": []})
        assert line.read() == {"kind": "look", "path": [], "node": None, "id": "third"}


def test_looking_into_the_tree_while_it_is_searched(server):
    with server.connect() as line:
        line.send(algorithm="mcts", **ENDLESS)
        line.until("analysis")
        node = {}
        while not node.get("children"):  # the first analysis may come before the column was looked into
            line.send(look={"path": ["4"]})
            node = line.until("look")[-1]["node"] or {}
        assert node["path"] == ["4"]
        assert {child["move"] for child in node["children"]} == set("1234567")
        line.send(look={"path": ["9"]})
        assert line.until("look")[-1]["node"] is None


MALFORMED = (
    "nonsense",
    "[]",
    "3",
    "[" * 50_000,
    b"\x00",
    '{"game": 3}',
    '{"look": 3}',
    '{"game": "ludo"}',
    '{"game": "nim", "id": [1]}',
    '{"game": "nim", "moves": ["\\ud800"]}',
    '{"seconds": NaN}',
    '{"game": "' + "x" * 120_000 + '"}',
)


def test_malformed_messages_do_not_end_the_connection(server):
    with server.connect() as line:
        for text in MALFORMED:
            line.socket.send(text)
            told = line.read()
            assert told["kind"] == "failed", text[:50]
            assert told["error"]
            time.sleep(0.06)
        line.send(id=5, game="tictactoe", depth=2)
        assert line.last()["kind"] == "done"


def test_floods_end_the_connection(server):
    with server.connect() as line:
        with suppress(ConnectionClosed):
            for _ in range(2000):
                line.send(stop=True)
        assert "20 messages a second" in line.read()["error"]
        with pytest.raises(ConnectionClosed):
            read_for_ever(line)
    with server.connect() as line:
        line.send(game="x" * 300_000)
        with pytest.raises(ConnectionClosed):
            line.read()


def read_for_ever(line):
    while True:
        line.read()


def test_connections_of_one_client_are_bounded(alone):
    with ExitStack() as stack:
        lines = [stack.enter_context(alone.connect()) for _ in range(CONNECTIONS + 1)]
        assert f"{CONNECTIONS} connections" in lines[-1].read()["error"]
        lines[0].send(game="tictactoe", depth=1)
        assert lines[0].last()["kind"] == "done"
    with alone.connect() as line:
        line.send(game="tictactoe", depth=1)
        assert line.last()["kind"] == "done"


@pytest.mark.slow_interpreted
def test_nobody_sees_the_analysis_of_another(alone):
    with alone.connect() as one, alone.connect() as two:
        one.send(id=1, game="connect4", depth=6)
        two.send(id=2, game="gomoku", depth=1)
        first, second = one.until("done"), two.until("done")
    assert {m["id"] for m in first} == {1}
    assert {m["id"] for m in second} == {2}
    assert {m["game"] for m in first if m["kind"] == "analysis"} == {"connect4"}
    assert {m["game"] for m in second if m["kind"] == "analysis"} == {"gomoku"}
