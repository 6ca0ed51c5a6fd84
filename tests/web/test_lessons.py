"""Lessons in the browser: steps, keys, a link to a step, searches, questions, answers kept and saved."""

import csv
import io
import json
import re
from pathlib import Path

import httpx
import pytest
from browsing import expect
from served import served

from halfmove.teach.lessons import open_shipped

pytestmark = pytest.mark.one_speed

HERE = ".le-step.le-here"


def opened(page, name, step=None):
    page.goto(f"/lessons/{name}" + (f"#step-{step}" if step else ""))
    if step:
        page.reload()
    page.wait_for_selector(".le-played")
    page.wait_for_selector("html[data-live]")


def heading(page):
    return page.locator(f"{HERE} h2").inner_text()


def test_the_list_leads_to_each(page):
    page.goto("/lessons")
    ways = page.locator("main a.hm-tile")
    expect(ways).to_have_count(len(list(open_shipped())))
    page.click('a[href="/lessons/minimax"]')
    page.wait_for_selector(".le-played")
    expect(page.locator("h1")).to_have_text("Minimax")


def test_one_step_at_a_time_by_buttons_keys_and_link(page):
    steps = [step.title for step in open_shipped().open("minimax").steps]
    opened(page, "minimax")
    expect(page.locator(".le-step:visible")).to_have_count(1)
    opened(page, "minimax", 3)
    assert heading(page) == steps[2]
    page.keyboard.press("ArrowRight")
    assert heading(page) == steps[3]
    page.wait_for_url("**#step-4")
    expect(page.locator("[data-le=count]")).to_have_text(f"4 / {len(steps)}")
    page.keyboard.press("ArrowLeft")
    page.click("[data-le=back]")
    assert heading(page) == steps[1]
    for _ in steps:
        page.keyboard.press("ArrowRight")
    assert heading(page) == steps[-1]
    expect(page.locator("[data-le=next]")).to_be_disabled()
    page.locator(".le-menu summary", has_text="Steps").click()
    page.locator(".le-menu a").nth(1).click()
    assert heading(page) == steps[1]


def test_the_lesson_fills_the_screen_and_goes_on_there(page):
    opened(page, "minimax")
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement?.matches('.le-lesson')")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#step-2")
    expect(page.locator(HERE)).to_be_visible()
    page.keyboard.press("f")
    page.wait_for_function("!document.fullscreenElement")
    page.click("[data-le=full]")
    page.wait_for_function("document.fullscreenElement")


def test_a_search_is_stepped_through_with_its_own_keys(page):
    opened(page, "alphabeta", 2)
    box = page.locator(f"{HERE} .le-player")
    before = box.locator("[data-do=sentence]").inner_text()
    box.locator("[data-do=next]").click()
    expect(box.locator("[data-do=sentence]")).not_to_have_text(before)
    box.locator("[data-do=next]").press("End")
    assert page.url.endswith("#step-2")  # the key was the search's, not the lesson's
    last = open_shipped().open("alphabeta").steps[1].parts[1].sentences
    expect(box.locator("[data-do=count]")).to_have_text(f"{len(last)} / {len(last)}")
    expect(box.locator("[data-do=sentence]")).to_have_text(last[-1])


def test_answers_are_marked_kept_and_saved(page):
    opened(page, "alphabeta", 2)
    page.evaluate("localStorage.removeItem('halfmove-lesson:alphabeta')")
    opened(page, "alphabeta", 2)
    pruned = page.locator(f"{HERE} .le-question").first
    pruned.locator("text=Check").click()
    expect(pruned.locator(".le-said")).to_contain_text("Answer first")
    for leaf in ("c2", "d1"):
        pruned.locator("label", has_text=leaf).locator("input").check()
    pruned.locator("text=Check").click()
    expect(pruned).to_have_attribute("data-done", "wrong")
    said = pruned.locator(".le-said").inner_text()
    assert "The answer: c2, c3" in said
    assert "MIN at C can already hold MAX to 2" in said
    pruned.locator("text=Try again").click()
    pruned.locator("label", has_text="d1").locator("input").uncheck()
    pruned.locator("label", has_text="c3").locator("input").check()
    pruned.locator("text=Check").click()
    expect(pruned).to_have_attribute("data-done", "right")

    window = page.locator(f"{HERE} .le-question").nth(1)
    for blank, text in zip(window.locator("input").all(), ("−∞", "inf", "3", "∞", "3", "4")):
        blank.fill(text)
    window.locator("text=Check").click()
    expect(window).to_have_attribute("data-done", "half")
    expect(window.locator(".le-said")).to_contain_text("5 of 6 right")

    opened(page, "alphabeta", 2)  # as it was left
    expect(page.locator(f"{HERE} .le-question").first).to_have_attribute("data-done", "right")
    page.locator(".le-menu summary", has_text="My answers").click()
    expect(page.locator("[data-le=score]")).to_have_text(re.compile("^2 of 12 questions answered, 6 of "))
    with page.expect_download() as got:
        page.click("[data-le=json]")
    data = json.loads(Path(got.value.path()).read_text())
    assert data["lesson"] == "alphabeta"
    row = next(row for row in data["answers"] if row["points"] == 1 and row["most"] == 1)
    assert (row["given"], row["tries"], row["first"]) == (["c2", "c3"], 2, 0)
    with page.expect_download() as got:
        page.click("[data-le=csv]")
    rows = list(csv.DictReader(io.StringIO(Path(got.value.path()).read_text())))
    assert len(rows) == len(open_shipped().open("alphabeta").questions)
    assert next(r["given"] for r in rows if r["given"]) == "c2; c3"
    page.click("[data-le=forget]")
    expect(page.locator("[data-le=score]")).to_have_text(re.compile("^0 of 12"))


@pytest.mark.parametrize("name", list(open_shipped().entries))
def test_the_page_marks_as_the_code_does(page, name):
    """Every stated answer, given in the browser, is right there; and every step is as narrow as a phone."""
    page.set_viewport_size({"width": 360, "height": 740})
    opened(page, name)
    answers = {q.name: q.solution() for q in open_shipped().open(name).questions}
    wrong = page.evaluate(
        """answers => [...document.querySelectorAll(".le-question")].filter(box => {
          const given = answers[box.dataset.question];
          const options = [...box.querySelectorAll(".le-option")];
          const told = JSON.parse(box.querySelector('[data-le="asked"]').content.textContent);
          if (options.length) options.forEach((o, i) => {
            o.querySelector("input").checked = given.includes(told.options[i]);
          });
          const blanks = [...box.querySelectorAll(".le-blank input, .le-blank select")];
          blanks.forEach((blank, i) => { blank.value = given[i]; });
          box.querySelector("form").requestSubmit();
          return box.dataset.done !== "right";
        }).map(box => box.dataset.question)""",
        answers,
    )
    assert wrong == []
    for _ in open_shipped().open(name).steps:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, page.url
        page.keyboard.press("ArrowRight")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.evaluate(f"localStorage.removeItem('halfmove-lesson:{name}')")


def test_an_unknown_lesson(address):
    answer = httpx.get(f"{address}/lessons/nonesuch")
    assert answer.status_code == 404
    assert "There is no lesson" in answer.text


def test_a_lecturers_folder_comes_first(tmp_path):
    (tmp_path / "1-mine.md").write_text("---\ntitle: My own\nabout: Mine.\n---\n## One\n<b>x</b>\n")
    with served("--processes", "1", "--lessons", str(tmp_path)) as running:
        listed = httpx.get(f"{running.url}/lessons").text
        assert listed.index("My own") < listed.index("Games as search")
        assert "&lt;b&gt;x" in httpx.get(f"{running.url}/lessons/mine").text.replace("\\u003c", "<").replace(
            "&amp;", "&"
        )


def test_on_paper_searches_are_finished_and_the_answers_come_last(page):
    opened(page, "alphabeta")
    count = page.locator(".le-question").count()
    picture = page.locator(".le-player svg").first
    before = picture.inner_html()
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".le-step:visible")).to_have_count(len(open_shipped().open("alphabeta").steps))
    expect(page.locator(".le-key li")).to_have_count(count)
    expect(page.locator(".le-key li b").nth(1)).to_have_text("c2, c3")
    assert picture.inner_html() != before
    kept = page.locator("[data-exercise] svg").inner_html()
    expect(page.locator(".le-foot, .hm-header, .le-tools").filter(visible=True)).to_have_count(0)
    for place in (".le-prose", ".le-key", ".hl-drawn text"):
        shown = page.evaluate("p => getComputedStyle(document.querySelector(p)).color", place)
        assert shown == "rgb(0, 0, 0)", place
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".le-key")).to_have_count(0)
    assert picture.inner_html() == before
    assert page.locator("[data-exercise] svg").inner_html() == kept
    page.emulate_media(media="screen", color_scheme="light")


def test_a_lesson_is_printed_without_its_answers_and_they_alone(page):
    opened(page, "minimax")
    page.evaluate("() => { window.print = () => dispatchEvent(new Event('beforeprint')); }")
    for what, keys, steps in (("lesson", 0, True), ("key", 1, False)):
        page.locator(".le-menu summary", has_text="Print").click()
        page.click(f"[data-print-what={what}]")
        page.emulate_media(media="print")
        expect(page.locator(".le-key:visible")).to_have_count(keys)
        assert (page.locator(".le-step:visible").count() > 0) == steps
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="screen")
