"""Set before anything imports halfmove: the kernels' cache, the screen's size, how Hypothesis behaves."""

import os
import signal
from pathlib import Path

CACHE = Path(__file__).resolve().parents[1] / ".cache"
os.environ.setdefault("HALFMOVE_CACHE_DIR", str(CACHE / "tests"))
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(CACHE / "hypothesis"))
os.environ.update(COLUMNS="80", LINES="24")  # whatever the terminal that runs them
# A shell's background job ignores Ctrl-C, and so would the processes to which tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

from hypothesis import settings  # noqa: E402  reads its folder from the environment above

# The first example of a test may compile a kernel, which takes seconds: no deadline per example.
settings.register_profile("halfmove", deadline=None, print_blob=True)
settings.load_profile("halfmove")
