"""Books expanded by self-play: the position to expand next by drop-out expansion, values by negamax."""
