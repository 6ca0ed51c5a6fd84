"""Deep Blue's extended book: what was played, by whom and with what success, summed up for every position."""
