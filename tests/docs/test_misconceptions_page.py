"""The page of misconceptions says what the runs say: it is what its script would write today."""

import sys
from importlib.util import module_from_spec, spec_from_file_location

from documents import ROOT

SCRIPT = ROOT / "docs" / "images" / "draw_misconceptions.py"


def _script():
    spec = spec_from_file_location("draw_misconceptions", SCRIPT)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date():
    script = _script()
    assert script.PAGE.read_text() == script.page(), f"run python {SCRIPT.relative_to(ROOT)}"
