"""Machine code that is kept: its names, its files, and loading it without the compiler.

Nothing here imports Numba, which takes a third of a second: a kernel that has been compiled once, by any
process, is loaded from its file (`loader`), under a name made from all that it depends on (`names`).
"""
