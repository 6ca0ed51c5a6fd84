"""IMS QTI 2.1: a content package with an item for each question, a test of them all, and the pictures.

The specification: IMS Question and Test Interoperability, version 2.1 (2012), "Assessment Test, Section,
and Item Information Model" and "Content Packaging".  Points are those of the sheet; the fields of a form
share them evenly.
"""

from __future__ import annotations

import io
import zipfile
from html import escape

from halfmove.teach.quiz.platforms.items import ALTERNATIVE, Item, decimal
from halfmove.teach.quiz.response import Choice, Field, Form, Number, Pick

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_HEAD = (
    f'xmlns="{_QTI}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    f'xsi:schemaLocation="{_QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"'
)
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_CHOSEN = '<setOutcomeValue identifier="CHOSEN"><variable identifier="RESPONSE"/></setOutcomeValue>'
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def package(every: list[Item], title: str) -> bytes:
    """The package, a ZIP archive; the same questions give the same bytes."""
    files = {"imsmanifest.xml": _manifest(every), "test.xml": _test(every, title)}
    for item in every:
        files[f"items/{item.identifier}.xml"] = _item(item)
        if item.picture:
            files[f"items/{_picture(item)}"] = item.picture
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content.encode(), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _picture(item: Item) -> str:
    return f"{item.drawing}.svg"


def _file(item: Item) -> str:
    """The picture among an item's files."""
    return f'<file href="items/{_picture(item)}"/>' if item.picture else ""


def _manifest(every: list[Item]) -> str:
    depends = "".join(f'<dependency identifierref="{item.identifier}"/>' for item in every)
    resources = (
        '<resource identifier="test" type="imsqti_test_xmlv2p1" href="test.xml"><file href="test.xml"/>'
        f"{depends}</resource>\n"
    )
    resources += "\n".join(
        f'<resource identifier="{i.identifier}" type="imsqti_item_xmlv2p1" href="items/{i.identifier}.xml">'
        f'<file href="items/{i.identifier}.xml"/>{_file(i)}</resource>'
        for i in every
    )
    return (
        f'{_XML}<manifest xmlns="{_PACKAGE}" identifier="exercises">\n'
        "<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>\n"
        f"<organizations/>\n<resources>\n{resources}\n</resources>\n</manifest>\n"
    )


def _test(every: list[Item], title: str) -> str:
    refs = "\n".join(
        f'<assessmentItemRef identifier="{i.identifier}" href="items/{i.identifier}.xml"/>' for i in every
    )
    return (
        f'{_XML}<assessmentTest {_HEAD} identifier="test" title="{escape(title)}">\n{_outcome("SCORE")}\n'
        '<testPart identifier="part" navigationMode="nonlinear" submissionMode="simultaneous">\n'
        f'<assessmentSection identifier="section" title="{escape(title)}" visible="true">\n{refs}\n'
        "</assessmentSection>\n</testPart>\n<outcomeProcessing>"
        '<setOutcomeValue identifier="SCORE"><sum><testVariables variableIdentifier="SCORE"/></sum>'
        "</setOutcomeValue></outcomeProcessing>\n</assessmentTest>\n"
    )


def _outcome(name: str, value: str = "0") -> str:
    return (
        f'<outcomeDeclaration identifier="{name}" cardinality="single" baseType="float">'
        f"<defaultValue><value>{value}</value></defaultValue></outcomeDeclaration>"
    )


def _item(item: Item) -> str:
    response = item.response
    if isinstance(response, Form):
        declared, body, processed = _form(response, item.points)
    else:
        declared, body, processed = _choice(item, response)
    return (
        f'{_XML}<assessmentItem {_HEAD} identifier="{item.identifier}" title="{escape(item.name)}" '
        f'adaptive="false" timeDependent="false">\n{declared}\n{_outcome("SCORE")}\n'
        f"{_outcome('MAXSCORE', str(item.points))}\n"
        '<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>'
        f"{_chosen(item)}\n"
        f"<itemBody>\n{item.task}{_image(item)}{item.text}\n{body}\n</itemBody>\n"
        f"<responseProcessing>\n{processed}\n"
        '<setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">SOLUTION</baseValue>'
        "</setOutcomeValue>\n</responseProcessing>\n"
        '<modalFeedback outcomeIdentifier="FEEDBACK" identifier="SOLUTION" showHide="show">'
        f"{item.solution}</modalFeedback>\n</assessmentItem>\n"
    )


def _chosen(item: Item) -> str:
    """The declaration of what was chosen, where something is said of it."""
    if not item.remarks:
        return ""
    several = isinstance(item.response, Choice) and item.response.several
    cardinality = "multiple" if several else "single"
    return f'\n<outcomeDeclaration identifier="CHOSEN" cardinality="{cardinality}" baseType="identifier"/>'


def _image(item: Item) -> str:
    """The picture in an item's body."""
    return f'<p><img src="{_picture(item)}" alt="{ALTERNATIVE}"/></p>\n' if item.picture else ""


def _choice(item: Item, choice: Choice) -> tuple[str, str, str]:
    """Declaration, body and processing of a choice."""
    points = item.points
    names = {option: f"O{n}" for n, option in enumerate(choice.options, 1)}
    part = points / len(choice.right) if choice.several else float(points)
    wrong = -part if choice.several else 0.0
    right = choice.right if choice.several else choice.right[:1]
    correct = "".join(f"<value>{names[option]}</value>" for option in right)
    entries = "".join(
        f'<mapEntry mapKey="{name}" mappedValue="{decimal(part if option in choice.right else wrong)}"/>'
        for option, name in names.items()
    )
    options = "\n".join(
        f'<simpleChoice identifier="{name}">{item.option(option)}{_remark(item, option, name)}</simpleChoice>'
        for option, name in names.items()
    )
    cardinality = "multiple" if choice.several else "single"
    return (
        f'<responseDeclaration identifier="RESPONSE" cardinality="{cardinality}" baseType="identifier">'
        f'<correctResponse>{correct}</correctResponse><mapping lowerBound="0" upperBound="{points}" '
        f'defaultValue="0">{entries}</mapping></responseDeclaration>',
        f'<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" '
        f'maxChoices="{0 if choice.several else 1}">\n{options}\n'
        "</choiceInteraction>",
        '<setOutcomeValue identifier="SCORE"><mapResponse identifier="RESPONSE"/></setOutcomeValue>'
        + (_CHOSEN if item.remarks else ""),
    )


def _remark(item: Item, option: str, name: str) -> str:
    """What is said of an option to who has chosen it."""
    if option not in item.remarks:
        return ""
    return (
        f' <feedbackInline outcomeIdentifier="CHOSEN" identifier="{name}" showHide="show">'
        f"{item.remarks[option]}</feedbackInline>"
    )


def _form(form: Form, points: int) -> tuple[str, str, str]:
    """Declarations, body and processing of rows to be filled in."""
    part = decimal(points / len(form.fields))
    declared: list[str] = []
    processed: list[str] = []
    lines: list[str] = []
    for row in form.rows:
        inline = []
        for before, field in row.fields:
            name = f"R{len(declared) + 1}"
            declared.append(_declared(name, field))
            inline.append(f"{escape(before)} {_inline(name, field)}".strip())
            processed.append(_scored(name, field, part))
        label = f"{escape(row.label)}: " if row.label else ""
        lines.append(f"<p>{label}{', '.join(inline)}</p>")
    return "\n".join(declared), "\n".join(lines), "\n".join(processed)


def _declared(name: str, field: Field) -> str:
    mapping = ""
    if isinstance(field, Number):
        kind, right = "float", decimal(field.value)
    elif isinstance(field, Pick):
        kind, right = "identifier", f"O{field.options.index(field.right) + 1}"
    else:
        kind, right = "string", escape(field.accepted[0])
        entries = "".join(
            f'<mapEntry mapKey="{escape(word)}" mappedValue="1" caseSensitive="false"/>'
            for word in field.accepted
        )
        mapping = f'<mapping defaultValue="0">{entries}</mapping>'
    return (
        f'<responseDeclaration identifier="{name}" cardinality="single" baseType="{kind}">'
        f"<correctResponse><value>{right}</value></correctResponse>{mapping}</responseDeclaration>"
    )


def _inline(name: str, field: Field) -> str:
    if not isinstance(field, Pick):
        return f'<textEntryInteraction responseIdentifier="{name}" expectedLength="8"/>'
    options = "".join(
        f'<inlineChoice identifier="O{n}">{escape(o)}</inlineChoice>' for n, o in enumerate(field.options, 1)
    )
    return (
        f'<inlineChoiceInteraction responseIdentifier="{name}" shuffle="false">{options}'
        "</inlineChoiceInteraction>"
    )


def _scored(name: str, field: Field, part: str) -> str:
    """Add a field's share if it is right."""
    answer = f'<variable identifier="{name}"/>'
    if isinstance(field, Number):
        close = decimal(field.close)
        test = (
            f'<equal toleranceMode="absolute" tolerance="{close} {close}">{answer}'
            f'<correct identifier="{name}"/></equal>'
        )
    elif isinstance(field, Pick):
        test = f'<match>{answer}<correct identifier="{name}"/></match>'
    else:
        one = '<baseValue baseType="float">0</baseValue>'
        test = f'<gt><mapResponse identifier="{name}"/>{one}</gt>'
    return (
        f'<responseCondition><responseIf>{test}<setOutcomeValue identifier="SCORE"><sum>'
        f'<variable identifier="SCORE"/><baseValue baseType="float">{part}</baseValue></sum>'
        "</setOutcomeValue></responseIf></responseCondition>"
    )
