"""A class's work in its file: answers are there after a restart, whatever happened to the last line."""

import csv
import io
import json
import threading
from datetime import UTC, datetime, timedelta

import pytest
from command import halfmove

from halfmove.core.errors import BadInput
from halfmove.teach.handouts import work_file
from halfmove.teach.handouts.handout import FORMAT, Handout, read_until
from halfmove.teach.handouts.make import make_lesson, make_position, make_quiz
from halfmove.teach.handouts.results import ClassResults, cell
from halfmove.teach.handouts.work_file import Closed, WorkFile
from halfmove.teach.lessons import open_shipped

pytestmark = pytest.mark.one_speed

NOW = datetime(2026, 11, 28, 17, 0, tzinfo=UTC)
LESSON = """\
# Ω: trees

## One

```question sum
answer: 4
why: Because.

How many: 2 + 2?
```

```question which
Which are even?

- [x] 2
- [x] 4
- [ ] 5
      It is odd.
```
"""


def lesson(path, **how):
    return WorkFile.create(path, Handout("Week 5", NOW, lesson=LESSON, name="week5", **how))


def test_answers_are_there_after_a_restart(tmp_path):
    path = tmp_path / "w.jsonl"
    file = lesson(path)
    ada, code = file.join("Ada", NOW)
    assert file.answer(ada, "sum", ["4"], NOW).right
    assert not file.answer(ada, "which", ["0"], NOW).right
    again = WorkFile(path)
    assert again.handout == file.handout
    assert again.students == file.students
    assert again.find(code.upper().replace("-", " ")) == ada
    assert again.find("abcd") is None
    assert code not in path.read_text()
    assert path.stat().st_mode & 0o77 == 0
    with pytest.raises(BadInput, match="already"):
        again.answer(again.students[0], "which", ["0", "1"], NOW)


def test_the_format_is_as_documented(tmp_path):
    file = lesson(tmp_path / "w.jsonl")
    ada, _ = file.join("Ada", NOW)
    file.answer(ada, "which", ["0", "1"], NOW)
    file.close(True, NOW)
    head, student, answer, closed = map(json.loads, (tmp_path / "w.jsonl").read_text().splitlines())
    assert head["format"] == FORMAT
    assert head["lesson"] == {"name": "week5", "text": LESSON}
    assert (student["student"], student["name"], student["most"]) == (1, "Ada", 2)
    time = "2026-11-28T17:00:00Z"
    assert answer == {
        "student": 1, "task": "which", "given": ["2", "4"], "points": 1, "most": 1, "at": time
    }  # fmt: skip
    assert closed == {"closed": True, "at": time}


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_line_that_was_cut_off_is_passed_over(tmp_path, cut):
    path = tmp_path / "w.jsonl"
    file = lesson(path)
    ada, _ = file.join("Ada", NOW)
    whole = path.read_bytes()
    file.answer(ada, "sum", ["4"], NOW)
    line = path.read_bytes()[len(whole) :]
    path.write_bytes(whole + line[:-cut])
    again = WorkFile(path)
    assert again.students[0].answers == {}
    again.answer(again.students[0], "sum", ["4"], NOW)
    assert path.read_bytes() == whole + line


def test_a_damaged_line_is_said(tmp_path):
    path = tmp_path / "w.jsonl"
    lesson(path)
    with path.open("a") as out:
        out.write('{"student": 3, "task": "sum", "given": [], "points": 1, "most": 1, "at": ""}\n')
    with pytest.raises(BadInput, match=r"line 2 is damaged.*no student 3"):
        WorkFile(path)
    path.write_text("{}\n")
    with pytest.raises(BadInput, match="no file of a class's work"):
        WorkFile(path)


def test_a_file_is_never_written_over(tmp_path):
    path = tmp_path / "w.jsonl"
    lesson(path)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="already"):
        lesson(path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["w.jsonl"]


def test_students_who_come_and_answer_at_once(tmp_path):
    file = lesson(tmp_path / "w.jsonl")

    def work(number):
        who, _ = file.join("Ada", NOW)
        file.answer(who, "sum", [str(number)], NOW)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = WorkFile(tmp_path / "w.jsonl")
    assert sorted(one.answers["sum"].given[0] for one in again.students) == sorted(map(str, range(12)))
    assert len({one.name for one in again.students}) == 12
    assert ClassResults(again).questions[0].right == 1


def test_until_when_and_how_often(tmp_path):
    file = lesson(tmp_path / "w.jsonl", tries=2, until=NOW + timedelta(hours=1))
    ada, _ = file.join("Ada", NOW)
    file.answer(ada, "sum", ["5"], NOW)
    assert file.tries_left(ada, "sum") == 1
    file.answer(ada, "sum", ["4"], NOW)
    assert file.tries_left(ada, "sum") == 0
    assert (ada.answers["sum"].first, ada.answers["sum"].points, ada.answers["sum"].tries) == (0, 1, 2)
    late = NOW + timedelta(hours=2)
    with pytest.raises(Closed):
        file.answer(ada, "which", ["0"], late)
    with pytest.raises(Closed):
        file.join("Bob", late)
    file.close(True, NOW)
    with pytest.raises(Closed):
        file.answer(ada, "which", ["0"], NOW)
    file.close(False, NOW)
    file.answer(ada, "which", ["0"], NOW)


def test_with_feedback_at_the_end_an_answer_may_be_changed(tmp_path):
    file = lesson(tmp_path / "w.jsonl", feedback="end")
    ada, _ = file.join("Ada", NOW)
    for number in ("4", "5", "6"):
        file.answer(ada, "sum", [number], NOW)
    assert ada.answers["sum"].given == ["6"]


@pytest.mark.parametrize(
    ("name", "given"),
    [("sum", ["4", "5"]), ("sum", "4"), ("sum", None), ("sum", ["4" * 9999]), ("sum", [4]), ("which", ["3"]),
     ("which", ["-1"]), ("which", ["٣"]), ("which", ["2 "]), ("other", ["4"])],
)  # fmt: skip
def test_what_is_no_answer_is_refused_and_not_kept(tmp_path, name, given):
    file = lesson(tmp_path / "w.jsonl")
    ada, _ = file.join("Ada", NOW)
    with pytest.raises(BadInput):
        file.answer(ada, name, given, NOW)
    assert ada.answers == {}


def test_names_and_their_number_have_limits(tmp_path, monkeypatch):
    file = lesson(tmp_path / "w.jsonl")
    for name in ("", "  ", "x" * 61, "a\x00b", "a‮b"):
        with pytest.raises(BadInput, match="name or number"):
            file.join(name, NOW)
    assert file.join("Ωmega  <b>", NOW)[0].name == "Ωmega <b>"
    monkeypatch.setattr(work_file, "MOST_STUDENTS", 2)
    file.join("Bob", NOW)
    with pytest.raises(BadInput, match="2 students already"):
        file.join("Eve", NOW)
    monkeypatch.setattr(work_file, "LARGEST", file.path.stat().st_size + 20)
    with pytest.raises(Closed, match="takes no more"):
        file.answer(file.students[0], "sum", ["4"], NOW)


# ---- what is handed out


def test_every_student_has_exercises_of_his_own(tmp_path):
    wanted = {"depth": "2", "questions": "move pruned"}
    file = WorkFile.create(tmp_path / "q.jsonl", make_quiz(wanted, 7, None, NOW, each=True))
    (ada, _), (bob, _) = file.join("Ada", NOW), file.join("Bob", NOW)
    [first], [second] = file.work(ada).exercises, file.work(bob).exercises
    assert first != second
    assert first == WorkFile(file.path).work(ada).exercises[0]
    assert file.answer(bob, "1-move", second.solution()["move"], NOW).right
    said = ", ".join(first.solution()["pruned"]) or "none"
    assert file.answer(ada, "1-pruned", said, NOW).right
    table = list(csv.DictReader(io.StringIO(ClassResults(file).csv())))
    assert [row["name"] for row in table] == ["Ada", "Bob"]
    assert [row["1-move"] for row in table] == ["", "1"]


def test_the_same_exercises_for_all(tmp_path):
    file = WorkFile.create(tmp_path / "q.jsonl", make_quiz({"count": "2"}, None, "T", NOW))
    (ada, _), (bob, _) = file.join("Ada", NOW), file.join("Bob", NOW)
    assert file.work(ada).exercises == file.work(bob).exercises
    assert next(iter(file.work(ada).tasks)) == "1-values"


def test_a_lesson_is_kept_as_it_was(tmp_path):
    source = tmp_path / "week5.md"
    source.write_text(LESSON)
    file = WorkFile.create(tmp_path / "w.jsonl", make_lesson(str(source), None, NOW))
    source.unlink()
    assert list(WorkFile(file.path).work(file.join("Ada", NOW)[0]).tasks) == ["sum", "which"]
    with pytest.raises(BadInput, match="no lesson 'week9'"):
        make_lesson("week9", None, NOW)
    with pytest.raises(BadInput, match="no lesson"):  # a page names no file of the server
        make_lesson(str(tmp_path / "other.md"), None, NOW, library=open_shipped())


def test_a_position(tmp_path):
    settings = {"game": "tictactoe", "moves": "b2 a1 c3", "position": ""}
    handout = make_position(settings, "Where must O play?", "c1 | a3", "Corner", NOW)
    file = WorkFile.create(tmp_path / "p.jsonl", handout)
    ada, _ = file.join("Ada", NOW)
    assert file.answer(ada, "move", ["C1"], NOW).right
    with pytest.raises(BadInput, match="right"):
        make_position(settings, "", " ", "Corner", NOW)
    with pytest.raises(BadInput):
        WorkFile.create(tmp_path / "x.jsonl", make_position({"game": "nogame"}, "", "a1", "Corner", NOW))
    with pytest.raises(BadInput, match="plain text"):
        make_position(settings, "```", "a1", "Corner", NOW)


def test_work_that_asks_nothing_is_refused(tmp_path):
    with pytest.raises(BadInput, match="asks nothing"):
        WorkFile.create(tmp_path / "w.jsonl", Handout("W", NOW, lesson="## One\n\nText.\n"))
    with pytest.raises(BadInput, match="no setting 'source'"):
        WorkFile.create(tmp_path / "w.jsonl", make_quiz({"source": "/etc/passwd"}, 1, None, NOW))
    assert list(tmp_path.iterdir()) == []


def test_the_end_as_it_is_typed():
    assert read_until("2026-12-01", NOW) > datetime(2026, 12, 1, 9, tzinfo=UTC)
    assert read_until("2026-12-01T18:00+00:00", NOW) == datetime(2026, 12, 1, 18, tzinfo=UTC)
    for text in ("soon", "2026-13-01", "", "2026-11-27", "99999-01-01"):
        with pytest.raises(BadInput):
            read_until(text, NOW)


# ---- results


def test_the_hard_question_and_the_wrong_answers(tmp_path):
    file = lesson(tmp_path / "w.jsonl")
    for name, number in (("Ada", "4"), ("=cmd()", "5"), ("Cyd", "5")):
        who, _ = file.join(name, NOW)
        file.answer(who, "sum", [number], NOW)
        file.answer(who, "which", ["0", "1"], NOW)
    found = ClassResults(file)
    assert found.hardest.task.name == "sum"
    assert found.questions[0].wrong == (("5", 2),)
    assert found.questions[1].wrong == ()
    assert found.mean() == pytest.approx(4 / 3)
    assert "hardest: 1. How many: 2 + 2?" in found.to_text()
    rows = list(csv.reader(io.StringIO(found.csv())))
    assert rows[0][:4] == ["name", "points", "most", "percent"]
    assert [row[0] for row in rows[1:]] == ["'=cmd()", "Ada", "Cyd"]
    assert rows[2][1:5] == ["2", "2", "100.0", "2"]


@pytest.mark.parametrize("text", ["=1", "+1", "@x", "-x", "\t=1"])
def test_no_name_is_a_formula(text):
    assert cell(text) == f"'{text}"


def test_no_number_is_taken_for_a_formula():
    assert cell("-3") == "-3"


# ---- in the terminal


def test_in_the_terminal(tmp_path):
    file, marks = tmp_path / "w.jsonl", tmp_path / "marks.csv"
    made = halfmove("class", str(file), "--lesson", "minimax", "--title", "Week 2", "--tries", "3")
    assert made.status == 0
    id = json.loads(file.read_text().splitlines()[0])["id"]
    assert f"/class/{id}\n" in made.out
    assert f"/class/{id}/results?key=" in made.out
    read = WorkFile(file)
    read.answer(read.join("Ada", NOW)[0], next(iter(read.work(read.students[0]).tasks)), ["0"], NOW)
    shown = halfmove("class", str(file))
    assert "Week 2: 1 student" in shown.out
    assert halfmove("class", str(file), "--output", str(marks)).status == 0
    assert marks.read_text().splitlines()[1].startswith("Ada,")
    data = json.loads(halfmove("class", str(file), "--json").out)
    assert data["students"][0]["name"] == "Ada"
    quiz = halfmove("class", str(tmp_path / "q.jsonl"), "--quiz", "depth=2", "--seed", "3", "--each")
    assert quiz.status == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["w.txt", "--lesson", "minimax"], "NAME.jsonl"),
        (["w.jsonl", "--lesson", "minimax", "--quiz", "depth=2"], "not both"),
        (["w.jsonl", "--title", "A"], "is for work that is handed out"),
        (["w.jsonl", "--lesson", "minimax", "--until", "soon"], "The end is a day"),
        (["w.jsonl", "--quiz", "deep=2"], "no setting 'deep'"),
        (["w.jsonl", "--lesson", "minimax", "--output", "m.csv"], "handed out before"),
        (["w.jsonl"], "cannot be read"),
    ],
)
def test_what_is_refused(words, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = halfmove("class", *words)
    assert outcome.status == 2
    assert sentence in outcome.err
    assert list(tmp_path.iterdir()) == []
