"""The engine: alpha-beta with iterative deepening, a transposition table and threads, for every game.

`plain` and `selective` are its two kernels, `root` and `selective.root` one level of each, `threads`
the memory that threads share, `deepening` the loop over levels, `features` what can be left out.
"""
