"""Files of safetensors with a checksum of all their bytes, head and padding included.

The entry `sealed` of the metadata is SHA-256 of the file as it is with 64 zeros in that entry's place.
"""

from __future__ import annotations

import hashlib

SEAL = "sealed"
NO_SEAL = "0" * 64
"""What the entry holds until `seal` puts the checksum there."""


def seal(content: bytes) -> bytes:
    """A file whose entry is `NO_SEAL`, sealed."""
    return content.replace(_entry(NO_SEAL), _entry(hashlib.sha256(content).hexdigest()), 1)


def is_whole(content: bytes, sealed: str) -> bool:
    """Whether a file that has the entry `sealed` is as it was written."""
    unsealed = content.replace(_entry(sealed), _entry(NO_SEAL), 1)
    return hashlib.sha256(unsealed).hexdigest() == sealed


def _entry(sealed: str) -> bytes:
    return f'"{SEAL}":"{sealed}"'.encode()
