"""Class work in the browser: handed out by a link, answered, kept, seen by the teacher alone."""

import csv
import io
import json
import re
import signal
from datetime import UTC, datetime

import httpx
import pytest
from accessible import violations
from browsing import expect, waiting
from served import served

from halfmove.teach.handouts.handout import Handout
from halfmove.teach.handouts.make import make_quiz
from halfmove.teach.handouts.work_file import WorkFile

pytestmark = pytest.mark.one_speed

NOW = datetime(2026, 11, 28, tzinfo=UTC)
LESSON = """\
## One

Text.

```question sum
answer: 4
why: Secret reason.

How many: 2 + 2?
```

## Two

```question which
Which are even?

- [x] 2
- [x] 4
- [ ] 5
      It is secretly odd.
```
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("class")
    made = {"tries": 2, "lesson": LESSON, "name": "five"}
    WorkFile.create(found / "lesson.jsonl", Handout("Week <5>", NOW, "lesson", "k" * 20, **made))
    WorkFile.create(
        found / "later.jsonl",
        Handout("Later", NOW, "later", "k" * 20, lesson=LESSON, name="five", feedback="end"),
    )
    quiz = make_quiz({"depth": "2", "questions": "values move pruned"}, 7, "Quiz", NOW)
    WorkFile.create(found / "quiz.jsonl", Handout("Quiz", NOW, "quiz", "k" * 20, quiz=quiz.quiz))
    return found


@pytest.fixture(scope="module")
def running(folder):
    with served("--class", str(folder), "--processes", "1") as found:
        yield found


@pytest.fixture
def student(chromium):
    """Opens a page in a browser of its own: nothing is kept in it."""
    contexts = []

    def open_page(url, width=1100):
        contexts.append(chromium.new_context(viewport={"width": width, "height": 900}))
        page = waiting(contexts[-1].new_page())
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(url)
        page.errors = errors
        return page

    yield open_page
    for context in contexts:
        assert not [error for page in context.pages for error in page.errors]
        context.close()


def begin(page, name):
    page.fill("[name=name]", name)
    page.click("[data-cl=begin] button")
    page.wait_for_selector(".cl-bar:visible")


def answer(page, task, text):
    page.fill(f"[data-task='{task}'] input, [data-question='{task}'] input", text)
    page.click(f"[data-task='{task}'] .hm-main-button, [data-question='{task}'] .hm-main-button")


def kept(folder, name):
    """The answers in a file, by student and question."""
    return {
        (student.name, task): given.given
        for student in WorkFile(folder / f"{name}.jsonl").students
        for task, given in student.answers.items()
    }


def test_a_lesson_is_answered_and_goes_on_after_a_reload(folder, running, student):
    page = student(f"{running.url}/class/lesson")
    expect(page.locator("h1:visible")).to_have_text("Week <5>")
    begin(page, "Ada <b>&")
    assert "Secret" not in page.content()
    answer(page, "sum", "5")
    page.wait_for_selector("text=1 more try")
    assert "Secret" not in page.content()
    page.reload()
    page.wait_for_selector(".cl-bar:visible")
    expect(page.locator("[data-cl=name]")).to_have_text("Ada <b>&")
    expect(page.locator("[data-question=sum] input")).to_have_value("5")
    answer(page, "sum", "4")
    page.wait_for_selector("text=Secret reason.")
    expect(page.locator("[data-question=sum] input")).to_be_disabled()
    page.click("[data-le=next]")
    for number in (0, 2):
        page.check(f"[data-question=which] input >> nth={number}")
    page.click("[data-question=which] .hm-main-button")
    page.wait_for_selector("text=1 more try")
    expect(page.locator("[data-cl=summary]")).to_have_text("2 of 2 questions answered, 1 of 2 points.")
    assert kept(folder, "lesson")["Ada <b>&", "which"] == ["2", "5"]


def test_exercises_and_the_code_on_another_device(folder, running, student):
    page = student(f"{running.url}/class/quiz", width=390)
    begin(page, "Bob")
    solution = WorkFile(folder / "quiz.jsonl").work(WorkFile(folder / "quiz.jsonl").students[0]).exercises[0]
    right = solution.solution()
    for item, value in right["values"].items():
        page.fill(f"[data-task='1-values'] input[name={item}]", str(value))
    page.click("[data-task='1-values'] .hm-main-button")
    page.wait_for_selector("[data-task='1-values'][data-done=right]")
    page.check(f"[data-task='1-move'] input[value={right['move']}]")
    page.click("[data-task='1-move'] .hm-main-button")
    page.wait_for_selector("[data-task='1-move'][data-done=right]")
    answer(page, "1-pruned", "z9")
    page.wait_for_selector("[data-task='1-pruned'] .hm-error")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    teacher = student(f"{running.url}/class/quiz/results?key={'k' * 20}", width=390)
    assert teacher.evaluate("document.documentElement.scrollWidth") <= 390
    code = page.locator("[data-cl=code]").inner_text()
    other = student(f"{running.url}/class/quiz")
    other.click("text=Go on with a code")
    other.fill("[name=code]", "wrong-code")
    other.click("[data-cl=resume] button")
    other.wait_for_selector("text=Nobody here has this code.")
    other.fill("[name=code]", code.upper())
    other.click("[data-cl=resume] button")
    other.wait_for_selector("[data-task='1-values'][data-done=right]")
    expect(other.locator(f"[data-task='1-move'] input[value={right['move']}]")).to_be_checked()


def test_the_teacher_sees_it_come_and_closes(folder, running, student):
    teacher = student(f"{running.url}/class/later/results?key={'k' * 20}")
    assert "Nobody has come yet" in teacher.content()
    page = student(f"{running.url}/class/later")
    begin(page, "Cyd")
    answer(page, "sum", "3")
    page.wait_for_selector("text=Your answer is kept")
    assert "Secret" not in page.content()
    teacher.wait_for_selector("tbody th:has-text('Cyd')")
    teacher.wait_for_selector("td.cl-wrong")
    expect(teacher.locator("td.cl-wrong")).to_have_attribute("title", re.compile("3"))
    teacher.click("[data-cl=close]")
    teacher.wait_for_selector("text=Open again")
    answer(page, "sum", "4")
    page.wait_for_selector("text=Secret reason.")
    expect(page.locator("[data-question=sum]")).to_have_attribute("data-done", "wrong")
    assert kept(folder, "later") == {("Cyd", "sum"): ["3"]}
    assert "This work is closed" in student(f"{running.url}/class/later").content()


def test_a_teacher_hands_out_exercises(folder, running, student):
    key = (folder / "teacher.key").read_text().strip()
    page = student(f"{running.url}/class?key={key}")
    page.click(".cl-ways label:has-text('Exercises')")
    page.fill("[name=count]", "2")
    page.fill("[name=title]", "Two trees")
    page.click("[data-cl=make] .hm-main-button")
    page.wait_for_selector("h1:has-text('Two trees')")
    page.locator("[data-link]", has_text=f"{running.url}/class/").wait_for()
    [made] = folder.glob("Two-trees-*.jsonl")
    assert WorkFile(made).handout.quiz["count"] == "2"
    page.goto(f"{running.url}/class?depth=2&questions=move&seed=9")  # from the practice, without the key
    page.wait_for_selector("text=As in the practice")
    page.click("[data-cl=make] .hm-main-button")
    page.wait_for_selector("h1:has-text('Exercises')")
    assert {"depth": "2", "questions": "move", "seed": "9", "count": "1"} in [
        WorkFile(file).handout.quiz for file in folder.glob("Exercises-*.jsonl")
    ]


@pytest.mark.parametrize(("width", "theme"), [(390, "light"), (1440, "dark")])
def test_axe_finds_nothing(folder, running, student, width, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    key = (folder / "teacher.key").read_text().strip()
    page = student(f"{running.url}/class/quiz", width=width)

    def look():
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        page.wait_for_timeout(300)  # colours settle
        assert violations(axe, page) == []

    look()
    begin(page, f"Ida {width}")
    answer(page, "1-pruned", "none")
    page.wait_for_selector("[data-task='1-pruned'][data-done]")
    look()
    for path in (f"class?key={key}", f"class/quiz/results?key={'k' * 20}", "class/lesson"):
        page.goto(f"{running.url}/{path}")
        look()
    page.goto(f"{running.url}/class/lesson")
    begin(page, f"Ida {width}")
    answer(page, "sum", "4")
    page.wait_for_selector("[data-question=sum][data-done=right]")
    look()


def test_only_the_teacher_reads_and_makes(folder, running):
    for path in ("results", "overview", "marks.csv", "answers.jsonl"):
        for key in ("", "?key=", "?key=wrong"):
            assert running.get(f"/class/quiz/{path}{key}").status_code in (403, 404), path
    assert running.post("/class/quiz/close?key=x", {"closed": True}).status_code == 403
    assert running.post("/class/make", {"key": "x", "source": "quiz"}).status_code == 403
    shut = running.get("/class")
    assert shut.status_code == 403
    assert "Quiz" not in shut.text
    assert running.get("/class/nothing").status_code == 404


def test_what_is_sent_amiss(running):
    assert running.post("/class/quiz/begin", {"name": "x" * 61}).status_code == 422
    assert running.post("/class/quiz/begin", {"name": ["x"]}).status_code == 422
    assert running.post("/class/quiz/begin", content=b"no json").status_code == 422
    assert running.post("/class/nothing/begin", {"name": "x"}).status_code == 422
    assert running.post("/class/quiz/answer", {"code": "x", "task": "1-move"}).status_code == 403
    code = running.post("/class/quiz/begin", {"name": "Eve"}).json()["code"]
    for given in (None, 3, {"a": 3}, [[]], "x" * 3000):
        sent = {"code": code, "task": "1-move", "given": given}
        assert running.post("/class/quiz/answer", sent).status_code == 422, given
    assert running.post("/class/quiz/answer", {"code": code, "task": "9", "given": ""}).status_code == 422


def test_a_damaged_file_that_comes_later_stops_nobody(folder, running):
    bad = folder / "bad.jsonl"
    bad.write_text("{}\n")
    assert running.get("/class/quiz").status_code == 200
    bad.unlink()


def test_nothing_sent_to_a_student_tells_what_is_right(running):
    for id in ("lesson", "quiz"):
        told = json.dumps(running.post(f"/class/{id}/begin", {"name": "Max"}).json())
        assert not re.search("Secret|secretly|solution|misconception", told)


def test_marks_for_a_spreadsheet(running):
    answer = running.get(f"/class/lesson/marks.csv?key={'k' * 20}")
    assert answer.content.startswith("﻿".encode())
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0][-2:] == ["sum", "which"]
    lines = running.get(f"/class/lesson/answers.jsonl?key={'k' * 20}").text.splitlines()
    assert json.loads(lines[0])["title"] == "Week <5>"


def test_answers_are_there_after_the_server_was_killed(tmp_path):
    WorkFile.create(tmp_path / "w.jsonl", Handout("W", NOW, "w", "k" * 20, lesson=LESSON, name="w"))
    with served("--class", str(tmp_path), "--processes", "1") as first:
        code = first.post("/class/w/begin", {"name": "Ada"}).json()["code"]
        first.post("/class/w/answer", {"code": code, "task": "sum", "given": ["4"]})
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(20)
    with served("--class", str(tmp_path), "--processes", "1") as second:
        found = second.post("/class/w/work", {"code": code}).json()
        assert found["answers"]["sum"]["state"] == "right"
        assert found["answers"]["which"]["given"] is None


def test_the_students_link_shows_the_token_of_a_server_that_has_one(tmp_path):
    WorkFile.create(tmp_path / "w.jsonl", Handout("W", NOW, "w", "k" * 20, lesson=LESSON, name="w"))
    with served("--class", str(tmp_path), "--token", "lettersandmore", "--processes", "1") as running:
        url = running.url.partition("/?")[0]
        assert httpx.get(f"{url}/class/w").status_code == 401
        teacher = f"{url}/class/w/results?key={'k' * 20}&token=lettersandmore"
        with httpx.Client(follow_redirects=True, timeout=60) as client:
            page = client.get(teacher).text
        assert "/class/w?token=lettersandmore" in page
        with httpx.Client(follow_redirects=True, timeout=60) as client:
            assert "Your name or number" in client.get(f"{url}/class/w?token=lettersandmore").text


def test_a_server_without_a_folder_says_so(server):
    answer = server.get("/class")
    assert answer.status_code == 404
    assert "--class FOLDER" in answer.text
