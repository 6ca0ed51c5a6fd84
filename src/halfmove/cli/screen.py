"""Rich's console, less one habit: it would end the process itself when whoever reads the output goes away."""

from typing import NoReturn

from rich.console import Console


class Screen(Console):
    """A console that lets `main` see a broken pipe."""

    def on_broken_pipe(self) -> NoReturn:
        raise
