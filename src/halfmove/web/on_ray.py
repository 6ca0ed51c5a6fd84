"""The HTTP API on a Ray cluster, by Ray Serve: replicas behind one door, each with searches of its own.

A replica is the API without the pages, which keep a board's state in one process.  Ray's proxy has the
connections, so the limits of `web.connections` are not there, and each replica has its own queue and quotas.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from halfmove.core.cluster import connect
from halfmove.core.errors import BadInput

NAME = "halfmove"
AT_ONCE = 1000
"""Requests of a replica: its own queue refuses those that are too many, in a sentence."""


def serve_on(
    address: str, make: Callable[[], Any], host: str, port: int, *, replicas: int, cores: int
) -> None:
    """Serve until Ctrl-C what `make` makes on each replica, an application of ASGI that keeps so many `cores`
    busy; `BadInput` where there is no cluster at `address` (`core.cluster.connect`), or no Ray Serve."""
    ray, own = connect(address, "Serving on a cluster needs")
    try:
        serve = _ray_serve()
        logging.getLogger("ray.serve").setLevel(logging.ERROR)
        serve.start(http_options={"host": host, "port": port})

        def build() -> Any:  # Ray calls functions on replicas, and takes any other object for the application
            return make()

        deployment = serve.deployment(
            name=NAME,
            num_replicas=replicas,
            max_ongoing_requests=AT_ONCE,
            ray_actor_options={"num_cpus": cores},
        )
        serve.run(deployment(serve.ingress(build)()).bind(), name=NAME, route_prefix="/")
        place = f"http://{host}:{port}/api, on {replicas} replicas"
        print(f"Halfmove is at {place} (Ctrl-C ends it).", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(1)
        if own:
            serve.shutdown()
        else:
            serve.delete(NAME)
    finally:
        if own:
            ray.shutdown()


def _ray_serve() -> Any:
    try:
        return import_module("ray.serve")
    except ImportError:
        raise BadInput(
            "Serving on a cluster needs Ray Serve, which is not installed; install it with: pip install "
            "'ray[serve]'."
        ) from None
