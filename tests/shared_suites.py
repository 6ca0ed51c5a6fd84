"""Published sets of positions, in `shared/suites` beside the checkout where somebody has put them there."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "suites"


def suite(name: str) -> Path:
    """The path of a set, such as "chess/perft_standard.epd".

    Without the folder the test is skipped; with it, a set that is not there fails the test, as its name must
    be wrong.
    """
    if not FOLDER.is_dir():
        pytest.skip("shared suites: they are not beside the checkout")
    path = FOLDER / name
    assert path.exists(), f"the shared suites have no {name}"
    return path
