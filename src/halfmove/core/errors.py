"""What can go wrong, as exceptions whose text is one sentence for the person who caused it."""


class HalfmoveError(Exception):
    """The base of every error that Halfmove raises on purpose; its text is a sentence for the user."""


class BadInput(HalfmoveError, ValueError):
    """Something the user gave (a parameter, position, move or option) is not acceptable."""


class Unsuitable(HalfmoveError):
    """The algorithm does not fit the game's traits; the text says why."""


class CompileError(HalfmoveError):
    """A compiled game uses what can't be compiled; the text names the method and the line."""


class BrokenPromise(HalfmoveError, AssertionError):
    """`check_game` found a game that breaks the contract; the text names the promise."""
