"""The wheel's machine code: what `make wheel` has made for a level of processors comes along, if it is there.

Such a wheel is for one kind of machine and version of Python; without the code it is for all.
"""

import platform
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MachineCode(BuildHookInterface):
    """Includes `build/machine_code`, as the package's folder `machine_code`."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built."""
        folder = Path(self.root) / "build" / "machine_code"
        if version != "standard" or not folder.is_dir():  # an editable install has none
            return
        for path in sorted(folder.rglob("*.code")):
            build_data["force_include"][str(path)] = f"halfmove/machine_code/{path.relative_to(folder)}"
        build_data["pure_python"] = False
        if sys.platform == "linux":  # the code calls nothing of the system's but what Numba's own wheels call
            python = f"cp{sys.version_info.major}{sys.version_info.minor}"
            build_data["tag"] = f"{python}-{python}-manylinux_2_28_{platform.machine()}"
        else:
            build_data["infer_tag"] = True
