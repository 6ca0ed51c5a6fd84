"""The child of `traces`: one search of a uniform tree, watched in one way; prints events and memory as JSON.

    python -m benchmarks.laboratory.streaming WAY BRANCHING PLIES

WAY is `stream` (each event handed on and dropped), `json` (each written as a line, to nowhere), `trace` (all
kept), or `stream-traced` and `json-traced`, where Python's own allocations are followed (tracemalloc).
"""

from __future__ import annotations

import json
import os
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any


def main(way: str, branching: int, plies: int) -> None:
    """Run it."""
    from halfmove.teach.growth.formulas import UniformTree
    from halfmove.teach.jsons import Encoder
    from halfmove.teach.trace import stream, teachable, trace

    game = UniformTree(branching=branching, plies=plies)
    what, _, traced = way.partition("-")
    events = nodes = 0
    lesson = teachable()["minimax"].lesson
    assert lesson is not None, "minimax is taught"
    encoder = Encoder(lesson) if what == "json" else None
    with Path(os.devnull).open("w") as nowhere:

        def sink(event: Any) -> None:
            nonlocal events
            events += 1
            if encoder is not None:
                nowhere.write(encoder.line(event) + "\n")

        if traced:
            tracemalloc.start()
        start = time.perf_counter()
        if what == "trace":
            found = trace(game, algorithm="minimax")
            events, nodes = len(found.events), found.outcome.nodes
        else:
            nodes = stream(game, game.initial(), sink, algorithm="minimax").nodes
        seconds = time.perf_counter() - start
    python = tracemalloc.get_traced_memory()[1] if traced else 0
    print(json.dumps({"events": events, "nodes": nodes, "seconds": seconds, "python": python}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
