"""Where a tree's specification may come from: a Python value, JSON text, or a file of JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from halfmove.core.errors import BadInput

EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def read(spec: Any) -> Any:
    """The specification as a Python value; text is JSON where it looks like it, else the path of a file."""
    if isinstance(spec, Path):
        return _from_file(spec)
    if not isinstance(spec, str):
        return spec
    text = spec.strip()
    if not text:
        raise BadInput(f"The tree is empty; write it as JSON, such as {EXAMPLE}.")
    if text[0] in "[{" or _is_number(text):
        return _from_json(text, "the tree")
    return _from_file(Path(text))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return not Path(text).exists()


def _from_file(path: Path) -> Any:
    try:
        return _from_json(path.read_text(encoding="utf-8-sig"), str(path))
    except FileNotFoundError:
        raise BadInput(
            f"There is no file '{path}'; a tree is a file of JSON, or JSON itself, such as {EXAMPLE}."
        ) from None
    except IsADirectoryError:
        raise BadInput(f"'{path}' is a folder; a tree is a file of JSON.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The file '{path}' is not text in UTF-8; a tree is a file of JSON.") from None
    except OSError as error:
        raise BadInput(f"The file '{path}' cannot be read: {error.strerror}.") from None


def _from_json(text: str, what: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_twins)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadInput(
            f"In {what}, {place}: this is not JSON ({error.msg[0].lower()}{error.msg[1:]})."
        ) from None
    except RecursionError:
        raise BadInput(f"In {what}: the nodes are nested too deeply.") from None


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        twin = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(f"The tree has an object with '{twin}' twice.")
    return result
