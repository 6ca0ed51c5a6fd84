"""The ground: the game contract, the compile layer, bitboards, scores; knows no game and no search."""
