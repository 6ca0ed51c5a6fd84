"""Playing in the terminal: the game so far, the engine opponent, and the commands between moves."""
