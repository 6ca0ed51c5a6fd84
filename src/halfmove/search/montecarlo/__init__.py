"""Monte Carlo tree search: one engine for every game, its four phases in `phases`."""
