"""A lesson's questions in the files of learning platforms: what is right there is right in the lesson."""

import re
import zipfile
from io import BytesIO

import pytest
from command import halfmove
from learning_platforms import Q, gift, moodle, qti

from halfmove.core.errors import BadInput
from halfmove.teach.lessons.library import open_shipped
from halfmove.teach.lessons.print import items, questions_for
from halfmove.teach.lessons.reading import read_text
from halfmove.teach.quiz.response import Choice

pytestmark = pytest.mark.one_speed

LESSON = """\
---
title: Week 5: trees
---
## First

```question
Which is it, *a* < b?

- [x] `x` & y
      Because.
- [ ] z = {1}
```

## Second

```question
answer: 4

How many: 2 + 2?
```

```question
Which are even?

- [x] 2
- [x] 4
- [ ] 5
      It is **odd**.
```
"""


def lesson():
    return read_text(LESSON, name="week5")


def test_what_is_right_in_moodle():
    found = dict(moodle(questions_for(lesson(), "moodle")))
    assert found == {
        "Week 5: trees, question 1": ("<code>x</code> & y",),
        "Week 5: trees, question 2": [("", ["4"])],
        "Week 5: trees, question 3": ("2", "4"),
    }
    text = questions_for(lesson(), "moodle").decode()
    assert '<feedback format="html"><text><![CDATA[It is <strong>odd</strong>.]]></text></feedback>' in text
    assert "<p><i>2. Second</i></p><p>How many: 2 + 2?</p>" in text


def test_what_is_right_in_gift():
    found = dict(gift(questions_for(lesson(), "gift")))
    assert found["Week 5: trees, question 2"] == "4"
    assert found["Week 5: trees, question 3"] == ("2", "4")
    assert found["Week 5: trees, question 1"] == "<code>x</code> & y"


def test_what_is_right_in_qti():
    data = questions_for(lesson(), "qti")
    found = dict(qti(data))
    assert found["Week 5: trees, question 2"] == [("", ["4"])]
    assert found["Week 5: trees, question 3"] == ("2", "4")
    item = zipfile.ZipFile(BytesIO(data)).read("items/question-3-q3.xml").decode()
    [said] = re.findall(
        r'<feedbackInline outcomeIdentifier="CHOSEN" identifier="(\w+)".*?</feedbackInline>', item
    )
    assert f'<simpleChoice identifier="{said}">5 <feedbackInline' in item
    assert '<outcomeDeclaration identifier="CHOSEN" cardinality="multiple"' in item
    assert Q  # the namespace that the reader checks


@pytest.mark.parametrize("name", list(open_shipped().entries))
def test_every_question_of_the_lessons_that_come_along(name):
    found = open_shipped().open(name)
    made = items(found)
    assert len(made) == len(found.questions)
    in_moodle, in_qti = (
        dict(read(questions_for(found, form))) for read, form in ((moodle, "moodle"), (qti, "qti"))
    )
    for item, asked in zip(made, found.questions, strict=True):
        if isinstance(asked.response, Choice):
            right = tuple(item.option(option) for option in asked.response.right)
            assert [re.sub("<.*?>", "", one) for one in in_moodle[item.name]]
            assert len(in_moodle[item.name]) == len(right)
        else:
            written = [word for _, words in in_moodle[item.name] for word in words]
            assert asked.marked(written).right
            assert asked.marked([word for _, words in in_qti[item.name] for word in words]).right
    gift(questions_for(found, "gift"), found.title)


def test_a_question_stands_below_the_picture_that_it_is_about():
    made = items(open_shipped().open("alphabeta"))
    assert made[0].picture.startswith("<svg")
    assert "1. Some leaves need no evaluation" in made[0].task


def test_in_the_terminal(tmp_path):
    file = tmp_path / "week5.xml"
    assert halfmove("lesson", "alphabeta", "--output", str(file)).status == 0
    assert moodle(file.read_bytes())
    outcome = halfmove("lesson", "alphabeta", "--output", str(tmp_path / "a.docx"))
    assert outcome.status == 2
    assert ".xml, .gift, .zip" in outcome.err


def test_a_lesson_that_asks_nothing():
    with pytest.raises(BadInput, match="asks nothing"):
        questions_for(read_text("## One\n\nText.\n", name="dull"), "gift")
