"""The benchmarks: what Halfmove costs, beside its peers, measured in one run and with the answers checked.

`python -m benchmarks --list` says what there is. Each benchmark is one module of one idea, whose
docstring is the text of its section in docs/benchmarks.md, and whose `run(report, settings)` measures and
reports.
"""
