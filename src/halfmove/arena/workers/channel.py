"""The line between the runner and a worker: pickled tuples over a socket pair that both inherit.

Runner to worker: a job as JSON has it.  Worker to runner, in order: ("turn", seat, seconds, the moves since
the last turn, as tuples) before a player is asked, and at last ("record", …) or ("refused", sentence).
"""

from __future__ import annotations

import os
import socket
from multiprocessing.connection import Connection


def open_channel() -> tuple[Connection, socket.socket]:
    """The runner's end, and the worker's as a socket to be inherited."""
    ours, theirs = socket.socketpair()
    return Connection(ours.detach()), theirs


def open_worker_end(number: int) -> Connection:
    """The worker's end, from the number of the descriptor that it has inherited."""
    os.set_inheritable(number, False)  # the engines that it starts must not keep the line open
    return Connection(number)
