"""Games: rules, knowledge, notation and picture, one module or folder a game."""
