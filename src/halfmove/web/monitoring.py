"""How the server is: /health for what sees to it that it runs, /metrics for Prometheus.

The guard answers them to the networks of `--monitor` only.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fastapi.responses import JSONResponse, Response

from halfmove.web.server import here

if TYPE_CHECKING:
    from fastapi import FastAPI


def add_to(app: FastAPI) -> None:
    """Add both to an application; its description is for others."""
    app.get("/health", include_in_schema=False)(_health)
    app.get("/health/live", include_in_schema=False)(_live)
    app.get("/metrics", include_in_schema=False)(_metrics)


async def _live() -> JSONResponse:
    """The process answers."""
    return JSONResponse({"live": True})


async def _health() -> JSONResponse:
    """Whether searches are taken up; 503 where not."""
    ready = here().pool.ready
    return JSONResponse({"live": True, "ready": ready}, 200 if ready else 503)


async def _metrics() -> Response:
    return Response("".join(map(_text, _families())), media_type="text/plain; version=0.0.4; charset=utf-8")


class _Family(NamedTuple):
    """Figures of one name, by the values of their labels."""

    name: str
    about: str
    labels: tuple[str, ...]
    values: Mapping[Any, float]


def _text(family: _Family) -> str:
    """Figures in Prometheus' text format (0.0.4); no label's value here needs an escape."""
    name, about, labels, values = family
    kind = "counter" if name.endswith("_total") else "gauge"
    lines = [f"# HELP halfmove_{name} {about}", f"# TYPE halfmove_{name} {kind}"]
    for key, value in values.items():
        parts = key if isinstance(key, tuple) else (key,)
        told = ",".join(f'{label}="{part}"' for label, part in zip(labels, parts, strict=True))
        lines.append(f"halfmove_{name}{{{told}}} {value}" if told else f"halfmove_{name} {value}")
    return "\n".join(lines) + "\n"


def _families() -> Iterator[_Family]:
    """What is told of the server, as it is now."""
    server = here()
    pool, tally = server.pool, server.pool.tally
    state = ("state",)
    yield _Family("requests_total", "Requests by the status of their answer.", ("status",), server.answered)
    yield _Family("searches_total", "Searches by task and end.", ("task", "end"), tally.ended)
    yield _Family("search_seconds_total", "Seconds that searches had a process.", (), {(): tally.seconds})
    yield _Family("searches_refused_total", "Searches refused, by reason.", ("reason",), tally.refused)
    answers = server.answers.tally
    yield _Family("answers_total", "Answers that may be shared, by where they came from.", ("from",), answers)
    waiting, running, processes, busy = pool.census()
    queue = {"waiting": waiting, "running": running}
    yield _Family("queue", "Searches that wait and that run.", state, queue)
    workers = {"busy": busy, "idle": len(processes) - busy}
    yield _Family("workers", "Processes for searches.", state, workers)
    memory = {"server": _resident(os.getpid()), "workers": sum(map(_resident, processes))}
    yield _Family("memory_bytes", "Memory of the server and of its workers.", ("of",), memory)
    processor = {(): time.process_time()}
    yield _Family("processor_seconds_total", "Processor time of the server, searches apart.", (), processor)
    if server.lines is not None:
        yield _Family("connections", "Connections that are open.", (), {(): len(server.lines)})
        refused = server.lines.refused
        yield _Family("connections_refused_total", "Connections refused, by status.", ("status",), refused)


def _resident(process: int) -> int:
    """Bytes of memory of a process; 0 where the system does not say it, or it has gone."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
