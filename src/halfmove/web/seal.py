"""Links that hide what they hold: sealed with a key of this server's, so that only it can read them.

A link restores a game, with the cards that its reader must not see; so the text of such a game is enciphered
and comes with a tag that nobody can forge.  The tag, a keyed hash of the text, also begins the key stream
(Rogaway and Shrimpton, *Deterministic Authenticated-Encryption*, 2006): the same game has the same link, and
that is all that a link gives away besides its length.  That is rounded up, and whoever closes a text says
what room to leave for another in its place (`Table.url`: for moves with longer names).
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hmac
import json
import os
import secrets
from hashlib import blake2b
from typing import Any

from halfmove.core.code.files import cache_folder
from halfmove.core.errors import BadInput

KEY = 32
"""Bytes of a key."""
TAG = 16
BLOCK = 64
"""Bytes of a block of the key stream, and what lengths are rounded up to."""


class Seal:
    """Closes and opens texts with a key."""

    def __init__(self, key: bytes) -> None:
        self._tagging = blake2b(b"tag", key=key).digest()
        self._hiding = blake2b(b"hide", key=key).digest()

    def closed(self, data: dict[str, Any], room: int = 0) -> str:
        """Data that JSON can write as a text for a link, as long as if it had `room` bytes more."""
        text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        text += b" " * room
        text += b" " * (-len(text) % BLOCK)
        tag = self._tag(text)
        return base64.urlsafe_b64encode(tag + self._hidden(text, tag)).decode().rstrip("=")

    def opened(self, sealed: str) -> dict[str, Any]:
        """The data again; `BadInput` for what was not closed with this key."""
        try:
            whole = base64.urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        except (binascii.Error, ValueError):
            whole = b""
        tag, text = whole[:TAG], self._hidden(whole[TAG:], whole[:TAG])
        if not text or not hmac.compare_digest(tag, self._tag(text)):
            raise BadInput("The link is not complete, or another server has written it.")
        data: dict[str, Any] = json.loads(text)
        return data

    def _tag(self, text: bytes) -> bytes:
        return blake2b(text, key=self._tagging, digest_size=TAG).digest()

    def _hidden(self, text: bytes, tag: bytes) -> bytes:
        stream = b"".join(
            blake2b(tag + number.to_bytes(8), key=self._hiding).digest()
            for number in range((len(text) + BLOCK - 1) // BLOCK)
        )
        return bytes(a ^ b for a, b in zip(text, stream, strict=False))


def key_of_this_machine() -> bytes:
    """The key that links of this user's servers are sealed with, made when it is first asked for; where no
    file can be kept, a key for this process alone."""
    folder = cache_folder()
    file, mine = folder / "links.key", folder / f"links.{secrets.token_hex(6)}.tmp"
    made = secrets.token_bytes(KEY)
    with contextlib.suppress(OSError):
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(mine, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as fresh:
                fresh.write(made)
            with contextlib.suppress(FileExistsError):  # of two servers that start at once one is first
                os.link(mine, file)  # whole or not at all
    with contextlib.suppress(OSError):
        mine.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        found = file.read_bytes()
        return found if len(found) == KEY else made
    return made
