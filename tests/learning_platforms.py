"""Readers of learning platforms' files, written from the platforms' own documentation.

Moodle: docs.moodle.org, "Moodle XML format", "GIFT format", "Embedded Answers (Cloze) question type".  QTI:
IMS QTI 2.1, "Assessment Test, Section, and Item Information Model".  No schema of these is to be had as a
package, so the rules of their importers are written down here.
"""

import base64
import io
import re
import xml.etree.ElementTree as ET
import zipfile
from html import unescape

import pytest

SHARES = (100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5)
SHARES += (11.11111, 10, 5, 0)
"""The parts of a question's points that Moodle knows; its importer refuses any other."""


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
        text, files = stem.findtext("text"), stem.findall("file")
        assert re.findall(r"@@PLUGINFILE@@/([\w.]+)", text) == [file.get("name") for file in files]
        for file in files:
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
        assert float(close) <= 0.1  # an answer rounded to one place
        return value
    answers = re.split(r"(?<!\\)~", body)
    shares = [re.fullmatch(r"%(\d+)%(.+)", a).groups() for a in answers]
    right = [unescape(re.sub(r"\\(.)", r"\1", word)) for share, word in shares if share == "100"]
    assert right
    assert kind == "SHORTANSWER" or len(right) == 1
    return right[0]


# ---- GIFT


def gift(data, title="Week 5: trees"):
    """The questions' names and what is right."""
    head, *questions = data.decode().strip().split("\n\n")
    assert head == f"$CATEGORY: $course$/top/{title}"
    found = []
    for question in questions:
        name, text, answers = re.fullmatch(
            r"::((?:\\.|[^\\:])+)::\[html\]((?:\\.|[^\\{}~=#:])+)\{((?:\\.|[^\\{}])*)\}", question, re.DOTALL
        ).groups()
        for picture in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', plain(text)):
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
