"""The compiled speed: the only package that imports Numba.  `core.compile` is its one door."""
