"""Runs: a network trained in a folder, from its settings to its best network, through interruptions."""
