"""The arena measured: its statistics against simulated matches whose truth is known."""
