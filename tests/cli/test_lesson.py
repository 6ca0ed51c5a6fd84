import json

import pytest
from command import halfmove

from halfmove.core.extras import is_installed

pytestmark = pytest.mark.one_speed

MINE = """# Mine

## First
It sees {{ab.evaluations}} leaves.

```search ab
tree: fig-5-2
algorithm: alphabeta
```

## Second

```question
answer: {{ab.evaluations}}
why: Two are cut.

How many?
```

```question
Which?

- [ ] wrong
      No, this one is wrong.
- [x] good
```

```question
of: ab
ask: window
```
"""


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.md"
    file.write_text(MINE)
    return str(file)


def test_the_list():
    shown = halfmove("lesson")
    assert shown.status == 0
    found = halfmove("lesson", "--json").json["lessons"]
    assert [row["name"] for row in found][:3] == ["games", "minimax", "alphabeta"]
    words = " ".join(shown.out.split())
    assert all(f"{row['name']} {row['about']}" in words for row in found)


def test_it_is_played(mine):
    window = "-inf, inf, 3, inf, 3, 9"
    shown = halfmove("lesson", mine, typed=f"?\ns\n\n\n\n\n\n\n7\n1\n{window}\nb\n\nq\n")
    assert shown.status == 0
    assert "It sees 7 leaves." in shown.out
    assert "b: back" in shown.out
    assert "MIN at C can already hold MAX to 2" in shown.out.replace("\n", " ")
    assert "Right." in shown.out
    assert "Two are cut." in shown.out
    assert "No, this one is wrong." in shown.out
    assert "5 of 6 right." in shown.out
    assert "6 of 8 points." in shown.out


def test_what_was_typed_wrongly_is_asked_again(mine):
    shown = halfmove("lesson", mine, typed="\n7\n9\n2\n1, 2\nq\n")
    assert "a number from 1 to 2, not '9'" in shown.out
    assert "There are 6 blanks" in shown.out
    assert "2 of 8 points." in shown.out


def test_the_end_of_the_input_ends_it(mine):
    assert halfmove("lesson", mine, typed="").status == 0


def test_check_and_json(mine):
    assert "2 steps, 1 exhibit, 3 questions for 8 points" in halfmove("lesson", mine, "--check").out
    found = halfmove("lesson", mine, "--json").json
    assert found["name"] == "mine"
    assert found["steps"][1]["parts"][0]["answer"] == ["7"]


@pytest.mark.parametrize("ending", ["html", "ipynb", "pdf", "json"])
def test_files(mine, tmp_path, ending):
    if ending == "pdf" and not is_installed("typst"):
        pytest.skip("typst is not installed")
    file = tmp_path / f"out.{ending}"
    shown = halfmove("lesson", mine, "--output", str(file))
    assert (shown.status, shown.out) == (0, f"Wrote {file}.\n")
    content = file.read_bytes()
    assert content.startswith({"html": b"<!DOCTYPE html>", "pdf": b"%PDF"}.get(ending, b"{"))
    if ending in ("ipynb", "json"):
        json.loads(content)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nonesuch",), "There is no lesson 'nonesuch'; there are: games, minimax"),
        (("nonesuch.md",), "cannot be read"),
        (("games", "--output", "x.docx"), "A lesson is written as .html"),
        (("games", "--output", "nowhere/x.json"), "There is no folder"),
        (("--check",), "--check is about one lesson"),
        (("--output", "x.html"), "--output is about one lesson"),
    ],
)
def test_what_is_refused(arguments, said):
    shown = halfmove("lesson", *arguments)
    assert shown.status == 2
    assert shown.out == ""
    assert said in shown.err.replace("\n", " ")
    assert len(shown.err.strip().splitlines()) == 1


def test_a_bad_lesson_is_one_sentence_with_file_and_line(tmp_path):
    file = tmp_path / "bad.md"
    file.write_text("# A\n## B\n\n```search\ntree: fig-5-3\n```\n")
    shown = halfmove("lesson", str(file))
    assert shown.status == 2
    assert shown.err.startswith(f"halfmove: {file}, line 5: There is no tree 'fig-5-3'")


def test_a_server_refuses_a_folder_with_a_bad_lesson(tmp_path):
    (tmp_path / "bad.md").write_text("## B\n{{x.y}}\n")
    shown = halfmove("serve", "--lessons", str(tmp_path))
    assert shown.status == 2
    assert "bad.md, line 2: There is no block named 'x'" in shown.err
    assert halfmove("serve", "--lessons", str(tmp_path / "none")).status == 2
