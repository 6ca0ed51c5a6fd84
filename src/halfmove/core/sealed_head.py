"""The head of a file, a line of JSON, with a checksum of its own, so that one flipped bit is noticed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

CHECKSUM = "head_sha256"


def seal_head(head: dict[str, Any]) -> bytes:
    """A head as it is written."""
    return json.dumps({**head, CHECKSUM: _digest(head)}).encode()


def open_head(text: bytes) -> dict[str, Any]:
    """The head that `seal_head` wrote, or an older one without checksum; `ValueError` for a damaged one.

    A flipped bit in the checksum's own name makes it one more entry: who reads a head refuses those that he
    does not know.
    """
    head = json.loads(text)
    if not isinstance(head, dict):
        raise ValueError
    written, seal = json.dumps(head).encode(), head.pop(CHECKSUM, None)
    if seal is not None and (written != text or seal != _digest(head)):
        raise ValueError
    return head


def _digest(head: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(head).encode()).hexdigest()
