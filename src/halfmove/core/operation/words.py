"""The words of the command that asks what a request asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from halfmove.core.operation.kinds import Switch
from halfmove.core.operation.request import Operation


def command_words(operation: Operation, data: Mapping[str, Any]) -> list[str]:
    """What to type after `halfmove` for the request that `data` makes."""
    fields = operation.request.fields()
    placed = [one for one in fields.values() if one.place and not one.options]
    words = operation.name.split()
    for one in (one for one in placed if one.name in data):
        value = data[one.name]
        words += map(str, value) if one.kind.many else [_placed(value)]
    for name, value in data.items():
        one = fields[name]
        if one in placed:
            continue
        option = one.option_names[0]
        if isinstance(one.kind, Switch):
            if value != one.default:
                words.append(option if value else f"--no-{option.lstrip('-')}")
        elif isinstance(value, Mapping):
            words += [word for key, item in value.items() for word in (option, f"{key}={_typed(item)}")]
        elif isinstance(value, list | tuple):
            words += [option, getattr(one.kind, "separator", " ").join(map(str, value))]
        else:
            words += [option, str(value)]
    return words


def _placed(value: Any) -> str:
    """A value that is typed in its place; data as JSON."""
    return json.dumps(value) if isinstance(value, list | Mapping) else str(value)


def _typed(item: Any) -> str:
    """A value of a name as it is typed: of several, with commas between."""
    return ",".join(map(str, item)) if isinstance(item, list | tuple) else str(item)
