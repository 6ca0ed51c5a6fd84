"""Recorded searches, step by step: one model, and what shows it.

recording   a frame, the frames of a search, a recording that is drawn and saved
player      what a player in a browser steps through, and a page of its own
text        sentences and tables as lines of text, tables as HTML

What a frame of a search shows is said beside the search: `teach.drawing.frames` (trees), `teach.montecarlo`,
`teach.regret`, `teach.matrix`.
"""
