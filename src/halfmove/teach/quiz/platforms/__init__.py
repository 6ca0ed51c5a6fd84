"""Questions for learning platforms, which mark them by themselves; each file has its pictures inside.

items     what is written, whatever the format: a question, its picture, how it is answered
moodle    Moodle's XML
gift      Moodle's GIFT, a text that other platforms read too
qti       a package of IMS QTI 2.1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halfmove.teach.quiz.platforms.items import Item

PLATFORMS = {"moodle": "xml", "gift": "gift", "qti": "zip"}
"""The formats, with the endings of their files; all of them hold the answers."""


def platform_file(items: list[Item], form: str, title: str) -> bytes:
    """The questions as a file of the format."""
    if form == "moodle":
        from halfmove.teach.quiz.platforms.moodle import xml

        return xml(items, title).encode()
    if form == "gift":
        from halfmove.teach.quiz.platforms.gift import gift

        return gift(items, title).encode()
    from halfmove.teach.quiz.platforms.qti import package

    return package(items, title)
