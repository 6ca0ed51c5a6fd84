"""The parts of `halfmove quiz`."""
