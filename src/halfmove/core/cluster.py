"""A Ray cluster: connected to, or refused in one sentence."""

from __future__ import annotations

import socket
from typing import Any

from halfmove.core.errors import BadInput
from halfmove.core.extras import need

ANSWER = 5.0
"""Seconds in which the cluster's machine must take a connection: Ray itself (2.x) tries for ten minutes."""


def connect(address: str, who: str) -> tuple[Any, bool]:
    """The module `ray`, connected, and whether it is for the caller to shut it down again.

    `address` is as Ray takes it: `auto` for the cluster this machine belongs to, `ray://HOST:10001`,
    `HOST:6379`, or `local` to start one here.  `who` ends with the verb ("Games on a cluster need").
    `BadInput` where there is none, or no Ray.
    """
    ray = need("ray", who)
    if ray.is_initialized():
        return ray, False
    _check_answers(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except Exception as error:  # noqa: BLE001  that its own node did not start is a plain Exception
        reason = str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else "no answer"
        raise BadInput(f"There is no Ray cluster at '{address}': {reason}.") from None
    return ray, True


def cores(ray: Any) -> int:
    """The cores of the cluster that Ray is connected to."""
    return int(ray.cluster_resources().get("CPU", 1))


def _check_answers(address: str) -> None:
    """`BadInput` if nobody listens where `HOST:PORT` or `ray://HOST:PORT` says."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWER).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"There is no Ray cluster at '{address}': {reason}.") from None
