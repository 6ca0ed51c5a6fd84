"""What machine code is made for: this processor, or a level of its kind that many processors share.

Code that is kept in the user's folder is made for the processor that runs it.  The code that an installed
Halfmove brings along is made for a level (x86-64-v3: what nearly every x86 since 2013 can do), which costs a
few percent of its speed and spares the compiler (docs/decisions/0070).
"""

from __future__ import annotations

import functools
import os
import platform
from typing import NamedTuple

import llvmlite.binding as llvm

_X86_64_V3 = (
    "avx avx2 bmi bmi2 cmov cx16 cx8 f16c fma fxsr lzcnt mmx movbe popcnt sahf sse sse2 sse3 sse4.1 sse4.2 "
    "ssse3 xsave"
)
LEVELS = {
    "x86_64": ("x86-64-v3", frozenset(_X86_64_V3.split())),  # x86-64 psABI, section 3.1.1, table 3.1
    "AMD64": ("x86-64-v3", frozenset(_X86_64_V3.split())),
    "aarch64": ("generic", frozenset[str]()),
    "arm64": ("generic", frozenset[str]()),
}
"""By kind of machine, the level that code is brought along for, in LLVM's words, and what it takes."""


class Processor(NamedTuple):
    """What code is made for, in LLVM's words."""

    name: str
    features: str
    """Beyond those of the name."""


def compiled_for() -> Processor:
    """What this process makes code for: this processor, unless Numba's settings name another."""
    name, features = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    return Processor(
        llvm.get_host_cpu_name() if name is None else name,
        llvm.get_host_cpu_features().flatten() if features is None else features,
    )


@functools.cache
def level_here() -> Processor | None:
    """The level of this kind of machine, if the processor is up to it."""
    level, needs = LEVELS.get(platform.machine(), ("", frozenset[str]()))
    there = {name for name, has in llvm.get_host_cpu_features().items() if has}
    return Processor(level, "") if level and needs <= there else None
