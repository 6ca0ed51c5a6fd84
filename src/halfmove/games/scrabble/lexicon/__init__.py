"""Lexicons: word lists compiled into word graphs that are kept and mapped into memory."""

from halfmove.games.scrabble.lexicon.lexicon import Lexicon
from halfmove.games.scrabble.lexicon.store import keep_file, open_lexicon

__all__ = ["Lexicon", "keep_file", "open_lexicon"]
