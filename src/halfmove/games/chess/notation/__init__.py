"""Chess in words: positions as FEN, moves in standard algebraic notation and as UCI writes them."""
