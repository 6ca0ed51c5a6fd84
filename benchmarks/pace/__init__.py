"""How fast runs of training go on the device at hand: a prepared script for each figure, ten minutes at most.

`python -m benchmarks pace_connect4`, `pace_go`, `pace_workers`, `pace_server`, `pace_trace`; `--seconds`
makes them shorter.  Nothing is downloaded.  With a GPU the processes that play share it with the learner;
without one two processes play on the processor, so that the same script says something everywhere.
"""
