"""Type B search (Shannon 1950): look far along the lines that matter, and hardly at all along the rest."""
