"""Runs of training in the browser and over HTTP, while they go on and where they are damaged."""

from __future__ import annotations

import shutil

import pytest
from browsing import expect
from command import halfmove
from made_runs import line, made, report
from new_game import seen
from served import served

pytestmark = pytest.mark.one_speed


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    made(folder / "live", 3, network=True)
    made(folder / "strange", game="nonesuch")
    (made(folder / "broken") / "run.toml").write_text("not toml")
    return folder


@pytest.fixture(scope="module")
def server(folder):
    with served("--processes", "1", "--runs", str(folder)) as running:
        yield running


@pytest.fixture(scope="module")
def address(server):
    return server.url


def test_all_runs_are_listed(page):
    page.goto("/runs")
    expect(page.locator(".hm-card h2")).to_have_text(["broken", "live", "strange"])
    expect(page.locator(".hm-error")).to_contain_text("are not TOML")


def test_a_run_is_seen_as_it_goes_on(page, folder):
    page.goto("/runs/live")
    rows = page.locator("[data-name=figures] tbody tr")
    rows.nth(2).wait_for()
    expect(rows).to_have_count(3)
    charts = page.locator(".hr-chart h2").all_text_contents()
    assert {"Loss by part", "Rating by generation", "Errors against the exact solver", "Occupancy"} <= {
        *charts
    }
    generations = page.locator("[data-name=generations] tbody tr")
    expect(generations).to_have_count(3)
    page.wait_for_selector("html[data-live]")
    with (folder / "live" / "log.jsonl").open("a") as log:
        log.write(line(report(4)))
    rows.nth(3).wait_for()
    expect(page.locator("[data-name=facts]")).to_contain_text("80% of the run")
    expect(generations).to_have_count(4)


def test_a_game_of_self_play_is_stepped_through_with_what_the_network_says(page):
    page.goto("/runs/live")
    page.locator("[data-name=games] a").first.click()
    page.wait_for_url("**/analyse/tictactoe?**")
    rows = page.locator(".hm-thought tbody tr")
    rows.nth(8).wait_for()
    page.keyboard.press("ArrowRight")
    rows.nth(8).wait_for(state="detached")
    rows.nth(7).wait_for()
    expect(page.locator(".hm-owner"), "the policy as a heat map").to_have_count(8)


def test_its_best_network_is_played_against(page):
    page.goto("/runs/live")
    page.get_by_text("Play against its best network").click()
    assert seen(page, "seat1") == "network"


def test_a_phone_has_room_for_it(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.goto("/runs/live")
    page.locator(".hr-chart").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_names_and_errors_without_a_space_stay_within_a_phone(page, folder):
    page.set_viewport_size({"width": 390, "height": 800})
    name = "_".join(["a_long_name_for_a_run"] * 4)
    long, broken = made(folder / name, 3), made(folder / f"{name}_broken")
    (broken / "run.toml").write_text("not toml")
    try:
        for path in ("/runs", f"/runs/{name}"):
            page.goto(path)
            page.locator("h1").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
            beside = page.evaluate(
                """() => [...document.querySelectorAll("main *")].filter((e) => !e.closest(".hm-scroll")
                  && e.getBoundingClientRect().right > 390).map((e) => e.outerHTML.slice(0, 80))"""
            )
            assert beside == [], path
    finally:
        shutil.rmtree(long)
        shutil.rmtree(broken)


def test_a_run_of_an_unknown_game_is_told_and_shown(page):
    page.goto("/runs/strange")
    page.locator(".hr-chart").first.wait_for()
    expect(page.locator(".hm-error")).to_contain_text("There is no game 'nonesuch' here")
    page.goto("/runs/nowhere")
    expect(page.locator(".hm-error")).to_contain_text("There is no run 'nowhere' here")


def test_runs_over_http(server):
    found = server.get("/api/runs").json()
    assert [(one["name"], one["game"]) for one in found["runs"]] == [
        ("live", "tictactoe"),
        ("strange", "nonesuch"),
    ]
    assert "are not TOML" in found["unreadable"][0]
    run = server.get("/api/runs/live?reports=2").json()
    assert [one["games"] for one in run["reports"]] == [100, run["games"]]
    assert run["ratings"][0] == {"generation": 1, "elo": 0.0, "low": 0.0, "high": 0.0}
    assert run["settings"]["run"]["game"] == "tictactoe"


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/api/runs/nowhere", 404, "There is no run 'nowhere' here"),
        ("/api/runs/broken", 422, "are not TOML"),
        ("/api/runs/live?reports=1", 422, "greater than or equal to 2"),
    ],
)
def test_runs_that_cannot_be_told(server, path, status, said):
    answer = server.get(path)
    assert answer.status_code == status
    assert said in answer.json()["detail"]


def test_a_folder_without_runs_is_refused_at_the_start(tmp_path):
    refused = halfmove("serve", "--runs", str(tmp_path))
    assert refused.status == 2
    assert "is no run and holds none" in refused.err
