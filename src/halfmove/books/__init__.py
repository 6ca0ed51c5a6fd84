"""Opening books of chess: Polyglot's, and extended ones that keep what became of every move."""
