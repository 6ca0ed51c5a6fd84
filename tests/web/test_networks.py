"""What a network thinks, in the browser and over HTTP: its policy as a heat map, and beside the search's."""

import pytest
from browsing import point
from new_game import seen
from served import served

import halfmove as hm


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("networks") / "ttt.safetensors"
    network = hm.Network.new(hm.interpreted(hm.game("tictactoe")), "tiny", seed=3)
    network.parameters["policy.dense.bias"][4] = 2.0  # b2 it likes: e² against 1
    network.save(path)
    with served("--processes", "1", "--network", str(path)) as server:
        yield server.url


@pytest.mark.one_speed
def test_the_policy_is_a_heat_map_and_the_network_may_take_a_seat(page, address):
    page.goto("/analyse/tictactoe")
    page.locator("[data-tab]").filter(has_text="Analysis").click()
    page.locator("select:visible").filter(has_text="network").select_option("network")
    page.locator("[data-name=analyse1]").click()
    rows = page.locator(".hm-thought tbody tr")
    rows.first.wait_for()
    assert rows.count() == 9
    assert rows.first.locator("th").text_content() == "b2"
    liked = page.locator('[data-sign="share"]').filter(has_text="48%")  # e² / (e² + 8)
    liked.wait_for()
    heat = page.locator(".hm-owner")
    assert heat.count() == 9
    strongest = max(float(heat.nth(i).get_attribute("opacity")) for i in range(9))
    assert sum(float(heat.nth(i).get_attribute("opacity")) == strongest for i in range(9)) == 1
    assert "network 48%" in point(page, "b2").get_attribute("aria-label")
    point(page, "a1").click()
    page.locator('[data-sign="share"]').filter(has_text="48%").wait_for(state="detached")

    page.goto("/play/tictactoe?seats=you,network")
    assert seen(page, "seat1") == "network"
    point(page, "a1").click()
    page.locator(".hm-moves").get_by_text("b2").wait_for()
