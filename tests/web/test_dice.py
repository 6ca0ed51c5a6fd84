"""Games of dice in the browser and over HTTP: rollouts that grow, luck and skill of a game."""

import json

import pytest
from browsing import expect
from described import answer_of
from new_game import change_game, open_dialog, seen
from websockets.sync.client import connect

import halfmove as hm
from halfmove.core.history import History

pytestmark = pytest.mark.one_speed

PLACE = {"game": "pig", "position": "A 31 B 40 A has 7"}
GAME = ["roll", "5", "roll", "3", "hold", "roll", "1"]


def played():
    """The game as a history."""
    history = History(hm.game("pig"))
    for word in GAME:
        history.play(history.game.parse_action(history.state, word))
    return history


# ---- over HTTP
def test_a_rollout_is_that_of_python(server):
    told = answer_of(server.post("/api/rollouts", {**PLACE, "trials": 72, "seed": 5}), "rollout")
    game = hm.game("pig")
    found = hm.rollout(game, game.parse(PLACE["position"]), trials=72, seed=5, threads=1)
    expected = found.to_dict()
    assert told.pop("said").startswith("72 trials of each play, 7 throws long, seed 5")
    del told["seconds"], expected["seconds"], expected["said"]
    assert told == expected
    assert 0.5 <= told["plays"][1]["confidence"] <= 1
    assert told["plays"][0]["confidence"] is None


def test_a_rollout_of_chosen_plays_to_a_confidence(server):
    asked = {**PLACE, "plays": ["hold", "roll"], "confidence": 0.9, "truncate": "none"}
    told = answer_of(server.post("/api/rollouts", asked), "rollout")
    assert (told["finished"], told["truncated"]) == ("confidence", None)
    assert sum(told["plays"][0]["ends"].values()) == told["trials"]


def test_luck_is_that_of_python(server):
    told = server.post("/api/luck", {"game": "pig", "moves": GAME}).json()
    assert told["said"].startswith("The game stands at ")
    assert told == hm.luck(played()).to_dict()


@pytest.mark.parametrize(
    ("path", "asked", "words"),
    [
        ("rollouts", {"game": "connect4"}, "nothing is left to chance"),
        ("rollouts", {**PLACE, "plays": ["swim"]}, "swim"),
        ("rollouts", {"game": "pig", "moves": ["roll"], "plays": ["hold"]}, "nature is to throw"),
        ("rollouts", {"game": "pig", "position": "A 100 B 40 B has 0"}, "over"),
        ("rollouts", {**PLACE, "confidence": 0.4}, "confidence"),
        ("rollouts", {**PLACE, "truncate": "some"}, "truncate"),
        ("luck", {"game": "pig"}, "Nothing has been played"),
        ("luck", {"game": "chess", "moves": ["e4"]}, "nothing is left to chance"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(server, path, asked, words):
    answer = server.post(f"/api/{path}", asked)
    assert answer.status_code in (400, 422)
    assert words in answer.json()["detail"]


def test_a_rollout_grows_over_a_websocket_until_it_is_stopped(server):
    with connect(server.url.replace("http", "ws") + "/api/rollout") as line:
        line.send(json.dumps({"id": 1, **PLACE}))
        trials = []
        for text in line:
            message = json.loads(text)
            assert message["id"] == 1
            assert "standing" not in message
            if message["kind"] == "rollout":
                trials.append(message["trials"])
                if len(trials) == 2:
                    line.send('{"stop": true}')
            elif message["kind"] not in ("waiting", "compiling"):
                break
        assert message["kind"] == "stopped"
        assert trials == sorted(trials)
        line.send(json.dumps({**PLACE, "game": "nim"}))
        assert json.loads(line.recv())["kind"] == "failed"


# ---- in the browser
def test_a_rollout_in_the_analysis_is_stopped_gone_on_with_and_played(page):
    page.goto("/analyse/pig?position=A+31+B+40+A+has+7")
    page.locator("summary", has_text="Rollout").click()
    page.locator("label", has_text="Trials of each").locator("select").select_option("10000000")
    page.locator("[data-name=rollout]").click()
    table = page.locator("[data-name=rolled]")
    table.locator("[data-play=roll]").wait_for()
    assert table.locator("th").all_text_contents()[:3] == ["play", "value ± error", "behind ± error"]
    page.locator("[data-name=rollout]:has-text('Stop')").click()
    page.locator("[data-name=rollout]:has-text('Go on')").wait_for()
    page.wait_for_selector("text=trials of each play; stopped")
    section = page.locator("section[aria-label=rollout]")
    before = int(section.locator("[aria-live]").text_content().split()[0].replace(",", ""))
    page.locator("[data-name=rollout]").click()
    page.wait_for_function(
        "(least) => parseInt(document.querySelector('section[aria-label=rollout] [aria-live]')"
        ".textContent.replaceAll(',', '')) > least",
        arg=before,
    )
    table.locator("[data-play=hold]").click()
    page.wait_for_selector(".hm-moves :text('hold')")
    page.locator("[data-name=rollout]:has-text('Roll out')").wait_for()
    expect(table).to_have_text("")


def test_luck_and_skill_of_a_game_and_a_click_on_a_row(page):
    page.goto("/analyse/pig?moves=" + "+".join(GAME))
    page.locator("[data-tab=Report]").click()
    page.locator("[data-name=luck]").click()
    table = page.locator("[data-name=lucky]")
    table.locator("td:has-text('hold')").wait_for()
    expect(page.locator("text=The game stands at")).to_be_visible()
    totals = table.locator("table").first
    expect(totals.locator("th[scope=row]").first).to_have_text("choices")
    luck = hm.luck(played()).balance(1).luck
    expect(totals.locator("tr", has_text="luck, together").locator("td").last).to_have_text(f"{luck:+.3f}")
    table.locator("[data-node]", has_text="hold").click()
    page.wait_for_selector("[data-name=rollout]", state="attached")
    page.wait_for_function("location.search.includes('at=4')")


def test_what_has_no_dice_has_neither(page):
    page.goto("/analyse/tictactoe")
    page.wait_for_selector("[data-name=analyse1]")
    expect(page.locator("[data-name=rollout], [data-name=luck]")).to_have_count(0)


def test_the_tree_that_is_grown_has_the_throws_in_it(page):
    page.goto("/analyse/pig?target=100&position=A+31+B+40+A+has+7")
    page.locator("select").filter(has_text="the strongest").first.select_option("chance-engine")
    page.locator("[data-name=analyse1]").click()
    page.wait_for_selector(".hm-line")
    page.locator("summary", has_text="The tree it is growing").click()
    page.locator(".hm-tree [data-path=roll]").click()
    page.locator(".hm-tree ul ul button", has_text="1/6:").first.wait_for()
    page.locator("[data-name=analyse1]").click()


def test_dice_of_a_real_board_are_entered_by_hand(page):
    page.goto("/play/pig?seats=you,you&dice=hand&moves=roll")
    page.wait_for_selector("[data-name=status]:has-text('What was thrown?')")
    page.wait_for_function("document.querySelectorAll('[data-name=action]').length === 6")
    page.locator("[data-name=action]", has_text="4").click()
    page.wait_for_selector("[data-name=status]:has-text('Chance: 4. A to move.')")
    page.wait_for_function(
        "location.search.includes('dice=hand') && location.search.includes('moves=roll+4')"
    )
    page.locator("[data-name=undo]").click()
    page.locator("[data-name=action]", has_text="6").click()
    page.wait_for_selector("[data-name=status]:has-text('Chance: 6. A to move.')")
    page.locator("[data-name=undo]").click()
    page.wait_for_selector("[data-name=status]:has-text('What was thrown?')")
    assert seen(page, "dice") == "hand"
    change_game(page, dice="")  # now one is drawn
    page.wait_for_selector("[data-name=status]:has-text('to move.')")
    page.wait_for_function("!location.search.includes('dice=')")


def test_an_engine_waits_for_the_dice_and_plays_with_them(page):
    page.goto("/play/pig?target=20&dice=hand&seats=1,1&position=A+0+B+15+A+has+0&moves=roll")
    page.wait_for_selector("[data-name=status]:has-text('What was thrown?')")
    page.locator("[data-name=action]", has_text="6").click()
    page.wait_for_function("location.search.includes('moves=roll+6+')")
    page.goto("/play/kuhn?dice=hand")
    page.wait_for_selector("[data-name=status]")
    open_dialog(page)
    expect(page.locator("[data-name=dice]")).to_have_count(0)
