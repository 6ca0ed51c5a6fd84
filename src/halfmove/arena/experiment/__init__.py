"""Experiments: a small file states a hypothesis, the sides, the test and when to stop; a run finds out.

toml, description   the file, key by key, and what it comes to: a match, or one for each variation of a base
running, findings   playing what is still lacking, and the figures of what has been played
telling, plot       the findings in words, for a terminal and as a document; as a picture
"""
