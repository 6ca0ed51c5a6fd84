"""The small process between a benchmark and the command it measures.

    python -S launch.py USAGE COMMAND...

runs the command and writes its seconds, its peak memory in bytes and its processor seconds into the file
USAGE.  Linux counts what a process was before it became another program, so that a command started by a large
process would seem large.
"""

import os
import sys
import time


def main(usage: str, *command: str) -> int:
    """Start the command, wait for it, and end as it ended."""
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, os.environ)
    _, status, used = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    unit = 1 if sys.platform == "darwin" else 1024
    with open(usage, "w") as file:  # noqa: PTH123  pathlib would double what this process imports
        file.write(f"{seconds} {used.ru_maxrss * unit} {used.ru_utime + used.ru_stime}")
    return os.waitstatus_to_exitcode(status) & 0xFF


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
