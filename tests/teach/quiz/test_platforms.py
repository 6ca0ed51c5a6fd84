"""Files for learning platforms, read back by readers written here from the platforms' own documentation.

Moodle: docs.moodle.org, "Moodle XML format", "GIFT format", "Embedded Answers (Cloze) question type".  QTI:
IMS QTI 2.1, "Assessment Test, Section, and Item Information Model".  No schema of these is to be had as a
package, so the rules of their importers are written down here.  What a reader finds right is answered, and
`mark` must give all points for it.
"""

import base64
import io
import re
import xml.etree.ElementTree as ET
import zipfile
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.core.errors import BadInput
from halfmove.teach.quiz.sheets import written

pytestmark = pytest.mark.one_speed

SHARES = (100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5)
SHARES += (11.11111, 10, 5, 0)
"""The parts of a question's points that Moodle knows; its importer refuses any other."""


def file_of(exercises, form):
    return written(exercises, form, solution=False, title="Week 5: trees")


# ---- Moodle XML: {question: [(place, right)]} of embedded answers, or (right, wrong) of choices


def moodle(data):
    found = []
    root = ET.fromstring(data)
    assert root.tag == "quiz"
    for question in root.findall("question"):
        if question.get("type") == "category":
            continue
        assert question.findtext("name/text")
        stem = question.find("questiontext")
        assert stem.get("format") == "html"
        text, [file] = stem.findtext("text"), stem.findall("file")
        assert f"@@PLUGINFILE@@/{file.get('name')}" in text
        assert ET.fromstring(base64.b64decode(file.text)).tag.endswith("svg")
        assert question.findtext("generalfeedback/text")
        if question.get("type") == "cloze":
            found.append((question.findtext("name/text"), embedded(text)))
        else:
            assert question.get("type") == "multichoice"
            found.append((question.findtext("name/text"), moodle_choice(question)))
    return found


def moodle_choice(question):
    shares = {unescape(a.findtext("text")): float(a.get("fraction")) for a in question.findall("answer")}
    assert len(shares) == len(question.findall("answer")) >= 2
    assert all(any(abs(abs(share) - known) < 0.001 for known in SHARES) for share in shares.values())
    if question.findtext("single") == "true":
        assert max(shares.values()) == 100
    else:
        assert sum(s for s in shares.values() if s > 0) == pytest.approx(100, abs=0.5)
    return tuple(o for o, share in shares.items() if share > 0)


CLOZE = re.compile(r"\{(\d+):(NUMERICAL|SHORTANSWER|MULTICHOICE):((?:\\.|[^\\}])*)\}")


def embedded(text):
    """By paragraph: its label, and the right answer of each of its fields."""
    rows = []
    for paragraph in re.findall(r"<p>(.*?)</p>", text):
        fields = [(kind, body) for weight, kind, body in CLOZE.findall(paragraph) if weight == "1"]
        assert "{" not in CLOZE.sub("", paragraph)
        if fields:
            label = unescape(CLOZE.sub("", paragraph)).split(":")[0].strip()
            rows.append((label, [right_of(kind, body) for kind, body in fields]))
    return rows


def right_of(kind, body):
    if kind == "NUMERICAL":
        value, close = re.fullmatch(r"=([-+]?\d+(?:\.\d+)?):(\d+(?:\.\d+)?)", body).groups()
        assert float(close) <= 0.005
        return value
    answers = re.split(r"(?<!\\)~", body)
    shares = [re.fullmatch(r"%(\d+)%(.+)", a).groups() for a in answers]
    right = [unescape(re.sub(r"\\(.)", r"\1", word)) for share, word in shares if share == "100"]
    assert right
    assert kind == "SHORTANSWER" or len(right) == 1
    return right[0]


# ---- GIFT


def gift(data):
    """The questions' names and what is right."""
    head, *questions = data.decode().strip().split("\n\n")
    assert head == "$CATEGORY: $course$/top/Week 5: trees"
    found = []
    for question in questions:
        name, text, answers = re.fullmatch(
            r"::((?:\\.|[^\\:])+)::\[html\]((?:\\.|[^\\{}~=#:])+)\{((?:\\.|[^\\{}])*)\}", question, re.DOTALL
        ).groups()
        picture = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', plain(text))[1]
        assert ET.fromstring(base64.b64decode(picture)).tag.endswith("svg")
        answers, _, feedback = re.split(r"(?<!\\)(####)", answers)
        assert feedback.strip()
        found.append((plain(name), gift_right(answers.strip())))
    return found


def gift_right(answers):
    if answers.startswith("#"):
        return re.fullmatch(r"#([-+]?\d+(?:\.\d+)?):(\d+(?:\.\d+)?)", answers)[1]
    options = re.findall(r"([=~])((?:\\.|[^\\=~#])+)", answers)
    shares = [(sign, re.match(r"%(-?[\d.]+)%", word), word) for sign, word in options]
    if any(share for _, share, _ in shares):  # several may be ticked
        parts = [(float(share[1]), plain(word[share.end() :])) for _, share, word in shares]
        assert all(any(abs(abs(p) - known) < 0.001 for known in SHARES) for p, _ in parts)
        assert sum(p for p, _ in parts if p > 0) == pytest.approx(100, abs=0.5)
        return tuple(unescape(word) for part, word in parts if part > 0)
    right = [unescape(plain(word)) for sign, _, word in shares if sign == "="]
    return right[0]


def plain(text):
    return re.sub(r"\\(.)", r"\1", text).strip()


# ---- QTI: the items' right responses, and their responses processed

Q = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
ORDER = ["responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing", "modalFeedback"]


def qti(data):
    """By item: its rows of right answers, as read from its body."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    manifest = ET.fromstring(archive.read("imsmanifest.xml"))
    package = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
    assert [child.tag for child in manifest] == [
        package + part for part in ("metadata", "organizations", "resources")
    ]
    listed = {file.get("href") for file in manifest.iter(f"{package}file")}
    assert listed == set(archive.namelist()) - {"imsmanifest.xml"}
    test = ET.fromstring(archive.read("test.xml"))
    refs = [ref.get("href") for ref in test.iter(f"{Q}assessmentItemRef")]
    assert set(refs) == {name for name in listed if name.startswith("items/") and name.endswith(".xml")}
    return [qti_item(ET.fromstring(archive.read(ref)), archive) for ref in refs]


def qti_item(item, archive):
    places = [ORDER.index(child.tag.removeprefix(Q)) for child in item]
    assert places == sorted(places)
    assert re.fullmatch(r"[A-Za-z_][\w.-]*", item.get("identifier"))
    for picture in item.iter(f"{Q}img"):
        assert ET.fromstring(archive.read(f"items/{picture.get('src')}")).tag.endswith("svg")
        assert picture.get("alt")
    declared = {d.get("identifier"): d for d in item.findall(f"{Q}responseDeclaration")}
    asked = [e for e in item.find(f"{Q}itemBody").iter() if e.get("responseIdentifier")]
    assert [e.get("responseIdentifier") for e in asked] == list(declared)
    right = {
        name: [v.text for v in d.findall(f"{Q}correctResponse/{Q}value")] for name, d in declared.items()
    }
    most = float(item.find(f"{Q}outcomeDeclaration[@identifier='MAXSCORE']/{Q}defaultValue/{Q}value").text)
    assert score(item, declared, right) == pytest.approx(most, abs=0.001)
    assert score(item, declared, {name: [] for name in declared}) == 0
    words = {
        e.get("identifier"): e.text for e in item.iter() if e.tag in (f"{Q}simpleChoice", f"{Q}inlineChoice")
    }
    if asked[0].tag == f"{Q}choiceInteraction":
        return item.get("title"), tuple(words[name] for name in right["RESPONSE"])
    rows = []
    for paragraph in item.find(f"{Q}itemBody"):
        fields = [e for e in paragraph if e.get("responseIdentifier")]
        own = []
        for field in fields:
            [value] = right[field.get("responseIdentifier")]
            options = {o.get("identifier"): o.text for o in field}
            own.append(options.get(value, value))
        if fields:
            rows.append(((paragraph.text or "").split(":")[0].strip(), own))
    return item.get("title"), rows


def score(item, declared, given):
    """The item's response processing, carried out."""
    total = 0.0
    for rule in item.find(f"{Q}responseProcessing"):
        if rule.tag == f"{Q}setOutcomeValue" and rule.get("identifier") == "SCORE":
            [mapped] = rule
            total = mapping(declared[mapped.get("identifier")], given[mapped.get("identifier")])
        elif rule.tag == f"{Q}responseCondition":
            test, then = rule.find(f"{Q}responseIf")
            if holds(test, declared, given):
                total += float(then.find(f"{Q}sum/{Q}baseValue").text)
    return total


def mapping(declaration, values):
    table = declaration.find(f"{Q}mapping")
    known = {e.get("mapKey").lower(): float(e.get("mappedValue")) for e in table}
    total = sum(known.get(value.lower(), float(table.get("defaultValue"))) for value in values)
    low, high = (
        float(table.get(end, other)) for end, other in (("lowerBound", "-inf"), ("upperBound", "inf"))
    )
    return min(max(total, low), high)


def holds(test, declared, given):
    kind = test.tag.removeprefix(Q)
    if kind == "gt":
        name = test.find(f"{Q}mapResponse").get("identifier")
        return mapping(declared[name], given[name]) > 0
    name = test.find(f"{Q}variable").get("identifier")
    if not given[name]:
        return False
    right = declared[name].find(f"{Q}correctResponse/{Q}value").text
    if kind == "match":
        return given[name][0] == right
    assert (kind, test.get("toleranceMode")) == ("equal", "absolute")
    low, high = map(float, test.get("tolerance").split())
    return float(right) - low <= float(given[name][0]) <= float(right) + high


# ---- what was read, as `mark` takes it

SIGNS = {"exactly": "=", "at most": "<=", "at least": ">="}


def answer(kind, found):
    """The answer that what is right in a file amounts to."""
    if kind in ("move", "dialect"):
        return found[0] if isinstance(found, tuple) else found[0][1][0]
    if kind == "pruned":
        if isinstance(found, tuple):
            return " ".join(found)
        return " ".join(label for label, [word] in found if word == "pruned") or "none"
    if kind in ("count", "cuts", "unseen"):
        return found[0][1][0]
    if kind == "order":
        return " ".join(word for _, [word] in found if word != "-")
    if kind == "when":
        ends = {"belongs to it": "[]", "does not": "()"}
        return {
            label: f"{ends[first][0]}{low}, {high}{ends[last][1]}"
            for label, (low, first, high, last) in found
        }
    if kind == "returned":
        return {label: f"{SIGNS[r]} {v}" for label, (r, v) in found if r in SIGNS}
    return {label: values[0] if len(values) == 1 else f"({', '.join(values)})" for label, values in found}


def rows_of_gift(found, title):
    """The questions of one item, put together again as rows."""
    own = [
        (name.removeprefix(title), right)
        for name, right in found
        if re.match(re.escape(title) + "(,|$)", name)
    ]
    if isinstance(own[0][1], tuple):
        return own[0][1]
    rows = {}
    for place, right in own:
        label = place.removeprefix(",").strip().split(",")[0]
        rows.setdefault(label, []).append(right)
    return list(rows.items())


def assert_all_right(exercise):
    titles = [f"Exercise 1.{n}: {q.title}" for n, q in enumerate(exercise.questions, 1)]
    texts = gift(file_of([exercise], "gift"))
    read = {
        "moodle": moodle(file_of([exercise], "moodle")),
        "qti": qti(file_of([exercise], "qti")),
        "gift": [(title, rows_of_gift(texts, title)) for title in titles],
    }
    for form, found in read.items():
        assert [name for name, _ in found] == titles, form
        answers = {q.kind: answer(q.kind, what) for q, (_, what) in zip(exercise.questions, found)}
        assert exercise.mark(answers).points == exercise.points, (form, answers)


WISHES = [
    {"questions": "all", "depth": 3, "branching": (1, 3), "min_cuts": 1},
    {"questions": "all", "deep_cut": True, "order": "right"},
    {"questions": "sets, unseen", "depth": 4, "branching": 2},
    {"questions": "all", "algorithm": "scout", "depth": 3, "branching": 2},
    {"questions": "all", "chance": True, "depth": 3, "branching": 2},
    {"questions": "all", "players": 3},
    {"questions": "dialect", "depth": 3, "branching": 2, "ties": True, "min_cuts": 1},
]


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.sampled_from(WISHES))
def test_what_a_platform_holds_right_is_marked_right(seed, wishes):
    assert_all_right(hm.exercise(seed, **wishes))


def test_nothing_pruned_and_much_pruned():
    assert_all_right(hm.exercise_on([[3, 4], [5, 6]], questions="all"))
    many = hm.exercise_on([[5, 6], [1, *range(7, 25)]], questions="pruned, order")
    assert len(many.solution()["pruned"]) == 18
    assert_all_right(many)


def test_one_move_alone_and_names_that_mean_something_elsewhere():
    assert_all_right(hm.exercise_on([[3, 4]], questions="move"))
    odd = {
        "name": "A{1}",
        "children": [{"name": "B&<=~#", "children": [3, 4]}, {"name": "C}\\", "children": [2, 9]}],
    }
    exercise = hm.exercise_on(odd, questions="move, values, count")
    found = dict(moodle(file_of([exercise], "moodle")))["Exercise 1.2: minimax values"]
    assert found == [("A{1}", ["3"]), ("B&<=~#", ["3"]), ("C}\\", ["2"])]
    names = [name for name, _ in gift(file_of([exercise], "gift"))]
    assert "Exercise 1.2: minimax values, B&<=~#" in names
    assert dict(qti(file_of([exercise], "qti")))["Exercise 1.2: minimax values"] == found


def test_a_wrong_answer_costs_points_in_qti():
    exercise = hm.exercise_on([[3, 12, 8], [2, 4, 6], [14, 5, 2]], questions="pruned")
    archive = zipfile.ZipFile(io.BytesIO(file_of([exercise], "qti")))
    item = ET.fromstring(archive.read("items/exercise-1-1-pruned.xml"))
    declared = {d.get("identifier"): d for d in item.findall(f"{Q}responseDeclaration")}
    option = {o.text: o.get("identifier") for o in item.iter(f"{Q}simpleChoice")}
    ticked = {"RESPONSE": [option["c2"], option["c3"], option["d3"]]}
    assert score(item, declared, ticked) == 1
    assert score(item, declared, {"RESPONSE": [option["none"]]}) == 0


def test_the_same_exercises_give_the_same_bytes():
    made = [hm.exercise(3), hm.exercise(4)]
    for form in ("moodle", "gift", "qti"):
        assert file_of(made, form) == file_of(made, form)


def test_an_ending_says_the_format(tmp_path):
    assert hm.sheet(hm.exercise(1), tmp_path / "a.gift").read_text().startswith("$CATEGORY")
    with pytest.raises(BadInput, match=r"\.xml, \.gift, \.zip, not 'a\.docx'"):
        hm.sheet(hm.exercise(1), tmp_path / "a.docx")
