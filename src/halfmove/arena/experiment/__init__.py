"""Experiments: a small file states a hypothesis, the sides, the test and when to stop; a run finds out.

toml, description   the file, key by key, and what it comes to: a match, or one for each variation of a base
run, results         playing the games that are missing, and the figures of those played
report, plot        the findings in words, for a terminal and as a document; as a picture
"""
