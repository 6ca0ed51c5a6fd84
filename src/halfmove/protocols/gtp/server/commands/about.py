"""What the engine is, and which commands it knows (GTP version 2, section 6.3.1)."""

from __future__ import annotations

from halfmove import __version__
from halfmove.protocols.gtp.server.server import COMMANDS, Server, command, exactly


@command("protocol_version")
def protocol_version(server: Server, words: list[str]) -> str:
    """Always 2."""
    return "2"


@command("name")
def name(server: Server, words: list[str]) -> str:
    """The program's name."""
    return "Halfmove"


@command("version")
def version(server: Server, words: list[str]) -> str:
    """The program's version."""
    return __version__


@command("known_command")
def known_command(server: Server, words: list[str]) -> str:
    """Whether there is a command of a name."""
    return "true" if exactly(words, 1)[0] in COMMANDS else "false"


@command("list_commands")
def list_commands(server: Server, words: list[str]) -> str:
    """All commands, one on a line."""
    return "\n".join(sorted(COMMANDS))


@command("quit")
def quit_(server: Server, words: list[str]) -> str:
    """End."""
    server.leaving = True
    return ""


@command("echo")
def echo(server: Server, words: list[str]) -> str:
    """The words again: for scripts of regression tests."""
    return " ".join(words)


@command("set_random_seed")
def set_random_seed(server: Server, words: list[str]) -> str:
    """Draw the random numbers of another seed."""
    from halfmove.protocols.gtp.server.server import whole

    server.thinker.reseed(whole(exactly(words, 1)[0]) & 0xFFFF_FFFF)
    return ""


@command("get_random_seed")
def get_random_seed(server: Server, words: list[str]) -> str:
    """The seed in use."""
    return str(server.thinker.seed)


@command("gogui-analyze_commands")
def gogui_analyze_commands(server: Server, words: list[str]) -> str:
    """What GoGui offers in its menu: kind, label and command."""
    rows = [
        ("string", "Final Score", "final_score"),
        ("plist", "Final Status: Dead", "final_status_list dead"),
        ("plist", "Final Status: Alive", "final_status_list alive"),
        ("dboard", "Ownership", "halfmove-ownership"),
        ("string", "Best Move", "reg_genmove %c"),
        ("plist", "Legal Moves", "all_legal %c"),
        ("string", "Search", "halfmove-search"),
    ]
    return "\n".join("/".join(row) for row in rows)
