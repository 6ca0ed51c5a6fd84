"""The `halfmove` command: runs a verb, and turns whatever ends it into an exit status.

0    done
2    bad input: one sentence on standard error, nothing on standard output
1    a certificate does not prove its claim, one sentence on standard error; or standard output could not be
     written
130  Ctrl-C: what was found so far has been printed
141  whoever read the output went away
"""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Sequence

from halfmove.core.errors import HalfmoveError, NotProven

ALONE = ("algorithms", "analyze", "check", "games", "perft")
"""Verbs that multiply no matrices: NumPy's library for it would start threads, 30 ms of processor time."""

COLLECT_AFTER = 100_000
"""Objects between two looks for cycles of garbage; at Python's own 700 the looks take 40 ms of what a command
imports, 0.34 s of an analysis of chess."""

NOT_PROVEN, NOT_WRITTEN, BAD_INPUT, INTERRUPTED, NO_READER = 1, 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on `arguments` (the process's own, by default); the exit status."""
    if arguments is None:  # this process is the command's
        warnings.formatwarning = _in_one_line
        gc.set_threshold(COLLECT_AFTER, 10, 10)
    try:
        status = run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # What is still buffered would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    except OSError as error:  # a full disk, say
        print(f"halfmove: standard output cannot be written: {error.strerror}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_WRITTEN


def _in_one_line(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
) -> str:
    """What stands on standard error for a warning: no line of our code."""
    return f"halfmove: {message}\n"


def run(arguments: list[str]) -> int:
    """Run one verb; every error that has a sentence for the user is told on standard error."""
    try:
        return _verb(arguments)
    except NotProven as error:
        complain(str(error))
        return NOT_PROVEN
    except HalfmoveError as error:
        return complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        from halfmove.cli.errors import sentence_about_code, sentence_about_rules

        sentence = sentence_about_code(error) or sentence_about_rules(error, arguments)
        if not sentence:
            raise  # to `main`, or a fault of our own, whose traceback is what is needed to mend it
        return complain(sentence)


def _verb(arguments: list[str]) -> int:
    """Run the verb that the arguments begin with; its exit status."""
    if arguments in (["uci"], ["usi"]):  # no option, and a program waits: the parser would cost 0.13 s
        from halfmove.cli.engine_loop import answer

        answer(arguments[0])
        return 0
    if arguments[:1] and arguments[0] in ALONE and "--network" not in arguments:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from halfmove.cli.verbs import run as parse_and_run

    return parse_and_run(arguments)


def complain(sentence: str) -> int:
    """Say what is wrong on standard error, whatever a file has in it; the exit status for bad input."""
    shown = "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in sentence)
    print(f"halfmove: {shown}", file=sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
