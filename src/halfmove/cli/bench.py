"""`halfmove bench`: how fast this machine is with Halfmove."""

from __future__ import annotations

from halfmove.cli import options


def bench(json: options.Json = False) -> None:
    """Measure this machine in about half a minute: start-up, compiling, counting moves, searching."""
    from halfmove.cli import measure

    if json:
        from halfmove.cli.jsons import print_json

        print_json(measure.everything())
    else:
        measure.show(measure.everything())
