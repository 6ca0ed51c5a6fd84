"""Networks that estimate for the engine: positions of quick games, judged, and the fit to them."""
