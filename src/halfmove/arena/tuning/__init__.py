"""Tuning by games.

request   the operation `tune`: an evaluation fitted to games (`learn.tuning`), or with `--search` this:
spsa      all numbers of a search at once, by pairs of games between two that lie on either side
trials    where the pairs are played, and the file that keeps them
result    what came of it
"""
