"""Tuning by games and by moves.

request     the operation `tune`: an evaluation fitted to games (`learn.tuning`), or with `--search` this:
spsa        all numbers of a search at once, by pairs of games between two that lie on either side
trials      where the pairs are played
choices     what a setting is worth by the moves that it chooses
screening   which numbers matter, from settings in which all are moved at once
screen      those settings, judged by their moves
trial_file  the file that keeps trials
result      what came of it
"""
