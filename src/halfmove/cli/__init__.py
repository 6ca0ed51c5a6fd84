"""The command line: one verb a module, and what they share."""
