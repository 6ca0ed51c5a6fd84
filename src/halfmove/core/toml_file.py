"""TOML files that somebody has written: one sentence for what is wrong with one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from halfmove.core.bounded_file import SOURCE, read_bounded
from halfmove.core.errors import BadInput


def read_toml(path: Path, what: str = "file") -> dict[str, Any]:
    """A TOML file as data; `BadInput`, with the line, for one that is not there or is no TOML.  `what` is in
    it: "weights", "settings"."""
    verb = "are" if what.endswith("s") else "is"
    try:
        return tomllib.loads(read_bounded(path, SOURCE).decode())
    except FileNotFoundError:
        if what == "file":
            raise BadInput(f"There is no file '{path}'; give the path of a TOML file.") from None
        raise BadInput(f"The {what} '{path}' cannot be read: there is no such file.") from None
    except IsADirectoryError:
        raise BadInput(f"'{path}' is a folder; give the path of a TOML file.") from None
    except OSError as error:
        raise BadInput(f"The {what} '{path}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The {what} '{path}' {verb} not TOML: it is not text in UTF-8.") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"The {what} '{path}' {verb} not TOML: {str(error).rstrip('.')}.") from None
