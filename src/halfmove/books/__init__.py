"""Opening books: Polyglot's, of chess, and extended ones of any game that keep what became of every move."""
