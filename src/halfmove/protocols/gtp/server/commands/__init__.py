"""The commands, each group in a module of its own."""

from __future__ import annotations


def load() -> None:
    """Have them all known to `server`."""
    from halfmove.protocols.gtp.server.commands import (  # noqa: F401
        about,
        analysis,
        files,
        play,
        regression,
        scoring,
        setup,
        time,
    )
