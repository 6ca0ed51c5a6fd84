"""Writing a search to a file: all of it or nothing, in the format that the file's name says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from halfmove.cli.tree.request import Request
from halfmove.core.atomic_file import check_writable, whole_file
from halfmove.core.errors import BadInput

WIDTH = 100


def write(
    request: Request,
    form: str,
    beside: Mapping[str, bool],
    output: str,
    picture: Mapping[str, Any] | None = None,
) -> str:
    """Write the file; a sentence that says so.  `picture` are further options of pictures."""
    path = Path(output)
    check_writable(path)
    kind = path.suffix.lower()
    if form == "--steps":
        raise BadInput("--steps is for the terminal; leave out --output, or --steps.")
    if kind in (".jsonl", ".ndjson") or form == "--events":
        _stream(request, "--events", beside, path)
    elif kind == ".json" or form == "--json":
        _json(request, path)
    elif kind == ".txt" or form:
        _text(request, form, beside, path)
    else:
        _known(path)
        _picture(request, beside, path, picture or {})
    return f"Wrote {path}."


def _known(path: Path) -> None:
    """`BadInput` where the name ends in no format that there is."""
    from halfmove.teach.drawing.picture import FORMATS

    endings = [f".{form}" for form in (*FORMATS, "json", "jsonl", "txt")]
    if not path.name.lower().endswith(tuple(endings)):
        raise BadInput(
            f"The name '{path.name}' does not end in a picture's format or a text's; there are: "
            f"{', '.join(endings)}."
        )


def _stream(request: Request, form: str, beside: Mapping[str, bool], path: Path) -> None:
    from halfmove.cli.tree.run import tell

    with whole_file(path) as file:
        tell(
            request,
            form,
            lambda line: print(line, file=file),
            truth=beside["truth"],
            width=None if form == "--events" else WIDTH,
        )


def _json(request: Request, path: Path) -> None:
    from halfmove.cli.tree.run import traced

    content = traced(request).to_dict()
    with whole_file(path) as file:
        json.dump(content, file, indent=2, ensure_ascii=False, allow_nan=False)
        file.write("\n")


def _text(request: Request, form: str, beside: Mapping[str, bool], path: Path) -> None:
    from halfmove.cli.tree.run import shown, traced
    from halfmove.teach.summary import summary
    from halfmove.teach.tree_text import branches

    if form:
        _stream(request, form, beside, path)
        return
    trace = traced(request)
    lines = branches(trace, None, shown(beside), width=WIDTH)
    if not beside["blank"]:
        lines += ["", *summary(trace, width=WIDTH)]
    with whole_file(path) as file:
        file.write("\n".join(lines) + "\n")


def _picture(request: Request, beside: Mapping[str, bool], path: Path, more: Mapping[str, Any]) -> None:
    from halfmove.cli.tree.run import traced
    from halfmove.teach.drawing import save

    save(
        traced(request),
        path,
        show="blank" if beside["blank"] else "solution",
        windows="entered" if beside["windows"] else "none",
        values=beside["values"],
        intervals=beside["intervals"],
        truth=beside["truth"],
        **more,
    )
