"""Tables of endings in the browser and over HTTP: what they say is shown, and a damaged one is told of."""

import json
import shutil
import urllib.request
from pathlib import Path

import pytest
from browsing import expect
from command import halfmove
from served import served

from halfmove.web.board.analysis import ending_table

pytestmark = pytest.mark.one_speed

EXAMPLE = str(Path(__file__).parents[2] / "examples/hexapawn.py")
GAME = "hexapawn"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("endings")
    made = halfmove("endgame", "build", EXAMPLE, "--set", "width=2", "--folder", str(folder))
    assert made.status == 0, made.err
    return folder


@pytest.fixture(scope="module")
def address(folder):
    with served(EXAMPLE, "--processes", "1", "--endings", str(folder)) as server:
        yield server.url


def post(url, path, **body):
    request = urllib.request.Request(
        f"{url}/api/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def test_an_analysis_says_what_the_tables_have(address, folder):
    probed = halfmove("endgame", "probe", EXAMPLE, "--set", "width=2", "--folder", str(folder), "--json").json
    found = post(address, "analyses", game=GAME, parameters={"width": 2}, algorithm="engine", depth=1)
    assert found["ending"] == {key: probed[key] for key in found["ending"]}
    assert (found["ending"]["table"], found["proven"], found["notes"]) == ("all", True, [])
    assert found["distance"] == probed["plies"]  # of a search of one ply
    move = post(address, "moves", game=GAME, parameters={"width": 2}, seconds=1)
    assert move["move"] == probed["moves"][0]["move"]


def test_a_game_without_tables_is_searched_as_ever(address):
    found = post(address, "analyses", game=GAME, parameters={"width": 3}, algorithm="engine", depth=1)
    assert (found["ending"], found["proven"]) == (None, False)


def test_the_page_shows_the_value_of_the_position_and_of_its_moves(page):
    page.goto(f"/analyse/{GAME}?width=2")
    page.locator("[data-name=analyse1]").click()
    shown = page.locator("[data-name=ending]")
    shown.wait_for()
    expect(shown).to_contain_text("by the ending all")
    expect(shown.locator("tbody tr")).to_have_count(2)


def test_a_damaged_table_is_told_of_once_and_the_search_goes_on(folder, tmp_path):
    copy = tmp_path / "tables"
    shutil.copytree(folder, copy)
    (file,) = copy.rglob("*.ending")
    file.write_bytes(file.read_bytes()[:-5])
    with served(EXAMPLE, "--processes", "1", "--endings", str(copy)) as server:
        first, second = (
            post(server.url, "analyses", game=GAME, parameters={"width": 2}, algorithm="engine", depth=1)
            for _ in range(2)
        )
    assert "is cut short or too long" in first["notes"][0]
    assert first["notes"][0].endswith("The search goes on without it.")
    assert (first["ending"], first["best"], second["notes"]) == (None, second["best"], [])
    assert "is cut short" in ending_table(first)


def test_a_folder_without_tables_is_refused(tmp_path):
    answer = halfmove("serve", "--endings", str(tmp_path))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert "There are no tables of endings in" in answer.err
