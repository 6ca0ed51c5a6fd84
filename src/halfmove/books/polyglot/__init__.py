"""Polyglot's format of opening books: the key of a position, the number of a move, files read and written."""
