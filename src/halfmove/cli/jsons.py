"""Standard output as exactly one JSON object."""

from __future__ import annotations

import json
from typing import Any


def print_json(content: dict[str, Any]) -> None:
    """Print `content` on standard output; a NaN or an infinity is a fault of ours and raises."""
    print(json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False))
