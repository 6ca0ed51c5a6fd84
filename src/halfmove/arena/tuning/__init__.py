"""Tuning by games and by moves.

request     the operation `tune`: an evaluation fitted to games (`learn.tuning`), or with `--search` this:
spsa        all numbers of a search at once, by pairs of games between two that lie on either side
trials      where the pairs are played
choices     what a setting is worth by the moves that it chooses
design      which numbers matter, from settings in which all are moved at once
screening   those settings, judged by their moves
trial_file  what trials are of, and the file that keeps them
result      what came of it
"""
