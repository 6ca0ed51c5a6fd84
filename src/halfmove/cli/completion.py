"""Completion of commands in a shell: `halfmove completion bash`, and what a shell asks while one types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, TypedDict

from halfmove.cli.usage import Parameter
from halfmove.core.operation import Choice, Work, field, operation
from halfmove.core.operation.request import Request
from halfmove.core.operations import find, group, load
from halfmove.core.results import Result

ASKED = "--complete"
"""What a shell asks with: the words so far follow, the last one unfinished."""

SCRIPTS = {
    "bash": """_halfmove() {
    local IFS=$'\\n'
    COMPREPLY=($(halfmove --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _halfmove halfmove""",
    "zsh": """#compdef halfmove
_halfmove() {
    local -a found
    found=("${(@f)$(halfmove --complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    [[ -n "$found" ]] && compadd -- $found || _files
}
compdef _halfmove halfmove""",
    "fish": """complete -c halfmove -a \\
    '(halfmove --complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'""",
}


class ScriptData(TypedDict):
    """A script for a shell."""

    shell: str
    script: Annotated[str, "To be read by the shell when it starts."]


@dataclass(frozen=True)
class Script(Result):
    """A script for a shell."""

    shell: str

    def to_dict(self) -> ScriptData:
        return {"shell": self.shell, "script": SCRIPTS[self.shell]}

    def to_text(self) -> str:
        return SCRIPTS[self.shell]


@operation("completion", "Print what a shell needs to complete commands.", faces=("terminal",))
@dataclass(frozen=True, kw_only=True)
class Completion(Request):
    """Print a script with which a shell completes commands, options, games and choices.

    Example: halfmove completion bash >> ~/.bashrc

    Example: halfmove completion zsh > "${fpath[1]}/_halfmove"

    Example: halfmove completion fish > ~/.config/fish/completions/halfmove.fish
    """

    shell: str = field(Choice(tuple(SCRIPTS), word="SHELL"), "The shell: bash, zsh or fish.", place=True)

    def run(self, work: Work) -> Iterator[Script]:
        yield Script(self.shell)


def candidates(words: Sequence[str]) -> list[str]:
    """What the last of these words may become; the words follow `halfmove`."""
    *before, last = words or [""]
    return [found for found in _all(before, last) if found.startswith(last)]


def _all(before: Sequence[str], last: str) -> Iterator[str]:
    from halfmove.cli.verbs import lines

    if not before:
        yield from lines()
        yield from ("--help", "--version")
        return
    if name := find(before):
        yield from _of_operation(name, before[len(name.split()) :], last)
        return
    if len(before) == 1:
        yield from group(before[0])


def _of_operation(name: str, before: Sequence[str], last: str) -> Iterator[str]:
    """Choices of the option that waits for its value, else as of any command."""
    from halfmove.cli import operations

    declared = load(name)
    waiting = before[-1] if before else ""
    for one in declared.request.fields().values():
        if waiting in one.option_names and isinstance(one.kind, Choice):
            yield from one.kind.known
            return
    places = [one for one in declared.request.fields().values() if one.place]
    if places and isinstance(places[0].kind, Choice) and not before:
        yield from places[0].kind.known
    yield from _of_command(operations.parameters(declared), before, last)


def _of_command(known: Sequence[Parameter], before: Sequence[str], last: str) -> Iterator[str]:
    """Names of options, or of games where one may stand; nothing where an option waits for a value, so that
    the shell offers files."""
    by_name = {name: parameter for parameter in known for name in parameter.names}
    if last.startswith("-"):
        yield from by_name
        yield "--help"
        return
    waiting = by_name.get(before[-1]) if before else None
    if waiting is not None and waiting.name == "algorithm":
        from halfmove.search.algorithms import algorithms

        yield from algorithms()
    if waiting is not None and not waiting.switches:
        return
    if any("GAME" in str(p.declared.page["metavar"]) for p in known):
        from halfmove.games.registry import games

        yield from games()
