"""Bridges to other libraries: their games as ours, ours as theirs.  Each is imported by who needs it."""
