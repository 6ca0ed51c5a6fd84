"""Chess: FIDE's rules on bitboards, Chess960 included; knowledge, notations and a picture."""

from halfmove.games.chess.game import Chess
from halfmove.games.chess.notation.uci import uci_action, uci_text

GAMES = {"chess": "Chess"}
USUAL_FOR = {"uci": "chess", "polyglot": "chess"}
__all__ = ["Chess", "uci_action", "uci_text"]
