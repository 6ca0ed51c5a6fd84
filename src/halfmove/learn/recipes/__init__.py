"""Recipes: from a game's rules to a network, each a loop that can be read at one sitting."""
