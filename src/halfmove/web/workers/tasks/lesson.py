"""What a lesson's page shows, made from its fields: a module of `web.lessons` for each kind of page."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halfmove.web.workers.worker import Link

_KINDS = {
    "search": "searches",
    "simulation": "simulations",
    "practice": "practice",
    "growth": "growth",
    "equilibrium": "equilibria",
    "subgame": "subgames",
    "operation": "operations",
}


def perform(arguments: dict[str, Any], link: Link) -> Any:
    """The stage of a lesson as JSON, which the page reads; what is no dictionary (a file) as it is."""
    kind = arguments["kind"]
    module = import_module(f"halfmove.web.lessons.{_KINDS.get(kind, 'searches')}")
    found = (module.file if kind == "file" else module.stage)(arguments["fields"], link)
    # Text passes the line and the page's socket at once; the server never walks through it.
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")) if isinstance(found, dict) else found
