"""What a network thinks, in the browser and over HTTP: its policy as a heat map, and beside the search's."""

import re

import pytest
from browsing import expect, point
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
    expect(rows).to_have_count(9)
    expect(rows.first.locator("th")).to_have_text("b2")
    liked = page.locator('[data-sign="share"]').filter(has_text="48%")  # e² / (e² + 8)
    liked.wait_for()
    heat = page.locator(".hm-owner")
    expect(heat).to_have_count(9)
    strongest = max(float(heat.nth(i).get_attribute("opacity")) for i in range(9))
    assert sum(float(heat.nth(i).get_attribute("opacity")) == strongest for i in range(9)) == 1
    expect(point(page, "b2")).to_have_attribute("aria-label", re.compile("network 48%"))
    point(page, "a1").click()
    page.locator('[data-sign="share"]').filter(has_text="48%").wait_for(state="detached")

    page.goto("/play/tictactoe?seats=you,network")
    assert seen(page, "seat1") == "network"
    point(page, "a1").click()
    page.locator(".hm-moves").get_by_text("b2").wait_for()
