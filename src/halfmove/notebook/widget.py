"""The board's widget: anywidget, which runs in Jupyter, VS Code and Colab alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from halfmove.core.extras import need

PAGE = Path(__file__).parent


def make_widget(content: Mapping[str, Any], hear: Callable[[Mapping[str, Any]], None]) -> Any:
    """A widget that shows `content` (`Board.content`), again whenever it is set, and hands on what the page
    says. `BadInput` where anywidget is not installed."""
    anywidget = need("anywidget", "A board in a notebook needs")
    traitlets = import_module("traitlets")  # which anywidget brings
    kind = type(
        "BoardWidget",
        (anywidget.AnyWidget,),
        {
            "_esm": PAGE / "board.js",
            "_css": PAGE / "board.css",
            "content": traitlets.Dict().tag(sync=True),
        },
    )
    widget = kind(content=dict(content))
    widget.on_msg(lambda _, message, buffers: hear(message))
    return widget
