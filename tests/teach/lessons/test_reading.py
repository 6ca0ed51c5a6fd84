"""A lesson is read from Markdown: steps, blocks, figures; what is wrong is said with its line."""

import pytest

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.teach.lessons.lesson import Exhibit, Prose, read_number
from halfmove.teach.lessons.library import LessonLibrary
from halfmove.teach.lessons.markdown import html, typst
from halfmove.teach.lessons.reading import read, read_text
from halfmove.teach.lessons.settings import fill_references, format_value, value
from halfmove.teach.lessons.web import article

pytestmark = pytest.mark.one_speed

SEARCH = "```search ab\ntree: fig-5-2\nalgorithm: alphabeta\n```\n"


def question(*rows):
    return "## Q\n" + SEARCH + "```question\n" + "\n".join(rows) + "\n```\n"


def asked(*rows):
    [found] = read_text(question(*rows)).questions
    return found


def test_headings_and_rules_begin_steps():
    text = "# Title\n\n## One\na\n\n## Two\n### Not a step\nb\n\n---\n\nc\n\n---\n## Four\n\nd\n"
    lesson = read_text(text)
    assert lesson.title == "Title"
    assert [step.title for step in lesson.steps] == ["One", "Two", "", "Four"]
    assert lesson.steps[1].parts == (Prose("### Not a step\nb"),)


def test_front_matter_says_title_and_sentence():
    lesson = read_text('---\ntitle: "Search"\nabout: All of it.\n---\n# Other\ntext\n')
    assert (lesson.title, lesson.about) == ("Search", "All of it.")


def test_figures_are_those_of_the_run():
    lesson = read_text(
        "## A\nIt sees {{ab.evaluations}} of {{ab.total}}: not {{ab.pruned_names}}.\n\n" + SEARCH
    )
    assert lesson.steps[0].parts[0] == Prose("It sees 7 of 9: not c2, c3.")
    assert lesson.facts["ab"]["move"] == "a1"
    assert lesson.facts["ab"]["value_C"] == 2


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("3**4", "81"),
        ("x.n - 2", "5"),
        ("round(100 * x.n / 9)", "78"),
        ("x.n / 2", "3.5"),
        ("-x.n", "−7"),
        ("x.big", "1,048,576"),
        ("x.move", "a1"),
        ("x.pay", "(1, 2.5)"),
        ("round(x.n / 9, 2)", "0.78"),
    ],
)
def test_references(expression, said):
    facts = {"x": {"n": 7, "big": 2**20, "move": "a1", "pay": (1, 2.5)}}
    assert fill_references("{{" + expression + "}}", facts) == said
    assert format_value(value(expression, facts)) == said


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "x",
        "y.n",
        "x.m",
        "x.move + 1",
        "__import__('os')",
        "x.n.real",
        "2 ** 1000",
        "1 / 0",
        "open",
        "(1)(2)",
        "'a'",
    ],
)
def test_a_reference_computes_and_does_nothing_else(expression):
    with pytest.raises(BadInput):
        value(expression, {"x": {"n": 7, "move": "a1"}})


def test_a_figure_in_the_text_is_no_markup():
    lesson = read_text("## A\n{{g.action_names}}\n\n```game g\ngame: tictactoe\nmoves: b2\n```\n")
    assert "a3, b3" in html(lesson.steps[0].parts[0].markdown)
    assert fill_references("{{x.a}}", {"x": {"a": "*a*_<b>"}}, escape=True) == r"\*a\*\_\<b\>"


BAD = [
    ("", 1, "empty"),
    ("---\ntitle: x\n", 1, "not closed"),
    ("---\ncolour: red\n---\n## A\n", 2, "title: and about:"),
    ("## A\n\n```search\ntree: fig-5-2\n", 3, "not closed"),
    ("## A\n```search\ntree: nonesuch\n```\n", 3, "There is no tree 'nonesuch'"),
    ("## A\n```search\n```\n", 2, "about one thing"),
    ("## A\n```search\ntree: fig-5-2\ngame: nim\n```\n", 2, "about one thing"),
    ("## A\n```search\ntree: fig-5-2\nmoves: 1\n```\n", 4, "goes with a game"),
    ("## A\n```search\ngame: nim\nroot: min\n```\n", 4, "goes with a tree"),
    ("## A\n```search\ntree: fig-5-2\ncolour: red\n```\n", 4, "no setting 'colour'"),
    ("## A\n```search\ntree: fig-5-2\nalgorithm: alfabeta\n```\n", 4, "did you mean alphabeta"),
    ("## A\n```search\ntree: fig-5-2\nalgorithm: alphabeta\ndialect: x\n```\n", 5, "one of aima"),
    ("## A\n```search\ntree: fig-5-2\ndepth: many\n```\n", 4, "whole number"),
    ("## A\n```search\ntree: fig-5-2\norder: up\n```\n", 4, "'left' or 'right'"),
    ("## A\n```search\ntree: fig-5-2\nshow: all\n```\n", 4, "steps or picture"),
    ("## A\n```search\ntree: fig-5-2\nwindows: maybe\n```\n", 4, "yes or no"),
    ("## A\n```search\ntree: fig-5-2\ntree: winston\n```\n", 4, "there twice"),
    ("## A\n```search\ntree: fig-5-2\nsome words\n```\n", 4, "an empty line"),
    ("## A\n```search\n[[1, 2], [3,\n```\n", 3, "tree"),
    ("## A\n```search\ngame: chess\ndepth: 4\n```\n", 2, "too many to draw"),
    ("## A\n```search a b\ntree: fig-5-2\n```\n", 2, "at most one name"),
    ("## A\n" + SEARCH + SEARCH, 6, "taken by the block on line 2"),
    ("## A\n- x\n\n  ```search\n  tree: fig-5-2\n  ```\n", 4, "not inside a list"),
    ("## A\n\ntext\n{{ab.leaves}}\n", 4, "no block named 'ab'"),
    ("## A\n" + SEARCH + "\nx\n\n{{ab.leafs}}\n", 9, "no figure 'leafs'"),
    ("## A\n```game\ngame: mygame.py\n```\n", 3, "no game 'mygame.py'"),
    ("## A\n```game\ngame: tictactoe\nmoves: z9\n```\n", 4, "Move 1, 'z9'"),
    ("## A\n```game\ngame: connect4\nset: wide\n```\n", 4, "width=5 height=5"),
    ("## A\n```game\ngame: nim\n\ntext\n```\n", 5, "settings only"),
    ("## A\n```simulate\nfigure: x\n```\n", 3, "no figure 'x'"),
    ("## A\n```simulate\ngame: tictactoe\nsimulations: 0\n```\n", 4, "whole number"),
    ("## A\n```compare\ntree: fig-5-2\n```\n", 2, "'searches' names"),
    ("## A\n```compare\ntree: fig-5-2\nsearches: alphabeta up\n```\n", 4, "left or right"),
    ("## A\n```growth\nbranching: 0\n```\n", 3, "whole number"),
    (question("answer: 3"), 6, "needs a text"),
    (question("What?"), 6, "needs options"),
    (question("What?", "- [x] a"), 6, "two options"),
    (question("What?", "- [ ] a", "- [ ] b"), 6, "none is marked"),
    (question("What?", "- [x] a", "- [ ] a"), 9, "there twice"),
    (question("What?", "- [x] a", "- [ ] b", "more"), 10, "After the options"),
    (question("What?", "- [y] a", "- [ ] b"), 8, "An option is written"),
    (question("answer: 7", "check: {{ab.leaves + 1}}", "", "How many?"), 8, "the search says 8"),
    (question("check: {{ab.move}}", "", "Which?", "- [ ] a1", "- [x] a2"), 7, "the search says a1"),
    (question("answer: {{ab.move}}", "", "Which?", "- [ ] a2", "- [ ] a3"), 7, "No option reads 'a1'"),
    (question("answer: {{ab.none}}", "", "Which?"), 7, "no figure 'none'"),
    (question("answer: x", "close: far", "", "Which?"), 8, "'close' is a number"),
    (question("of: ab"), 6, "both of:"),
    (question("of: cd", "ask: move"), 7, "no search named 'cd'"),
    (question("of: ab", "ask: colour"), 8, "no question 'colour'"),
    (question("of: ab", "ask: move", "answer: 3"), 9, "leave 'answer' out"),
    (question("seed: 7", "ask: move", "answer: 3"), 9, "no 'answer'"),
    (question("seed: 7"), 7, "and ask:"),
    (question("seed: x", "ask: move"), 7, "whole number"),
    (question("make: depth=2", "ask: move"), 6, "a seed:"),
    (question("seed: 7", "ask: move", "make: depth"), 9, "such as depth=3"),
    (question("seed: 7", "ask: move", "make: source=x"), 9, "such as depth=3"),
    (question("seed: 7", "ask: move", "make: depth=99"), 9, "depth"),
    (question("seed: 7", "ask: colour"), 6, "colour"),
    (question("seed: 7", "ask: move, values"), 8, "one question"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), BAD)
def test_what_is_wrong_is_said_with_its_line(text, line, said):
    with pytest.raises(BadInput) as error:
        read_text(text, said="week5.md")
    assert str(error.value).startswith(f"week5.md, line {line}: "), str(error.value)
    assert said in str(error.value)


def test_files_that_are_none(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        read(tmp_path / "none.md")
    (tmp_path / "bytes.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        read(tmp_path / "bytes.md")
    with pytest.raises(BadInput, match="no folder"):
        LessonLibrary([tmp_path / "none"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="has no lessons"):
        LessonLibrary([tmp_path / "empty"])


def test_a_lesson_is_made_again_when_its_file_changes(tmp_path):
    file = tmp_path / "02-week.md"
    file.write_text("# One\n## A\nx\n")
    library = LessonLibrary([tmp_path])
    first = library.open("week")
    assert library.open("week") is first
    file.write_text("# Another\n## A\nxy\n")
    assert library.open("week").title == "Another"


def test_html_in_a_lesson_is_text():
    text = (
        "# <i>T</i>\n## <script>alert(1)</script>\n<script>alert(2)</script> <b onclick=x>y</b>\n\n"
        "[a](javascript:alert(3)) [b](JaVaScRiPt:x) [c](data:text/html,x) [d](https://a.b/c) [e](/lab)\n\n"
        "![picture](https://evil.example/x.png)\n\n"
        '```question\n<img src=x onerror=1>?\n- [x] <script>a</script>\n  <svg onload=1>\n- [ ] "b"\n```\n'
    )
    shown = article(read_text(text, name='"><script>'))
    assert "<script" not in shown
    assert "<img" not in shown
    assert "<b onclick" not in shown
    assert "<svg onload" not in shown
    ways = [part.split('"')[0] for part in shown.split('href="')[1:]]
    assert [way for way in ways if not way.startswith("#step-")] == [
        "https://a.b/c",
        "/lab",
        "https://evil.example/x.png",
    ]


def test_prose_for_print_is_literal():
    made = typst(
        'A *b* **c** `#d` [e](https://x.y) #evil(1) $x$ "q" \\\n\n- one\n- two\n\n'
        "| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    assert "#emph[" in made
    assert '#(" #evil(1) $x$ \\"q\\" \\\\")' in made  # as a string, so that it is text
    assert '#list([#("one")' in made
    assert "#table(columns: 2" in made


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7), ("1,024", 1024), ("−3", -3), ("2.5", 2.5), ("1/4", 0.25), (".5", 0.5), ("+2", 2),
        ("x", None), ("1/0", None), ("", None), ("1,2", None), ("1e9", None),
    ],
)  # fmt: skip
def test_numbers_as_students_write_them(text, number):
    assert read_number(text) == number


def test_marking():
    number = asked("answer: {{ab.evaluations}}", "", "How many?")
    assert number.marked(["7"]).right
    assert not number.marked(["8"]).right
    word = asked("answer: minimax | mini-max", "", "Which?")
    assert word.marked(["Mini-Max"]).right
    pruned = asked("of: ab", "ask: pruned")
    assert pruned.answer() == "c2, c3"
    assert pruned.marked(["c2", "c3"]).right
    assert not pruned.marked(["c2"]).right
    assert not pruned.marked(["c2", "c3", "d1"]).right
    assert set(pruned.remarks) == {"b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3"}
    window = asked("of: ab", "ask: window")
    assert window.points == 6
    assert window.marked(window.solution()).right
    assert window.marked(["0"] * 6).points == 0
    with pytest.raises(BadInput, match="6 blanks"):
        window.marked(["0"])
    with pytest.raises(BadInput, match="not offered"):
        pruned.marked(["z9"])


def test_an_exercise_is_made_from_its_seed():
    block = "```question\nseed: 7\nmake: depth=2 root=min dialect=mit\nask: pruned\n```\n"
    first, again = read_text("## A\n" + block + block).questions
    made = hm.exercise(7, depth=2, root="min", dialect="mit", questions="pruned")
    assert first.text.startswith(made.task())
    assert first.picture == again.picture
    assert first.marked(first.solution()).right
    assert first.answer() == made.questions[0].answer() or set(first.solution()) == set(
        made.solution()["pruned"]
    )


def test_a_tree_written_out_is_named_as_its_questions_name_it():
    lesson = read_text(
        "## A\n```search s\ntree:\n\n[[3, 12], [2, 4]]\n```\n\n```question\nof: s\nask: pruned\n```\n"
    )
    [found] = lesson.exhibits
    assert isinstance(found, Exhibit)
    assert found.facts["pruned_names"] == lesson.questions[0].answer() == "c2"
