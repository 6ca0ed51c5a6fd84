r"""Text for LaTeX, in ASCII only: `≤ −2` becomes `$\le$ $-$2`, `é` an accent, `_` is escaped.

So the source compiles with any engine and encoding, and with the fonts every installation has.  A letter that
those fonts lack is written as its number, tiny: `4E2D`.
"""

from __future__ import annotations

from unicodedata import name, normalize

_PLAIN = {
    "\\": r"$\backslash$", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\^{}", "~": r"$\sim$", "<": "$<$", ">": "$>$", "|": "$|$", '"': "''",
    "−": "$-$", "∞": r"$\infty$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$", "×": r"$\times$",
    "·": r"$\cdot$", "…": r"\dots{}", "–": "--", "—": "---", "’": "'", "‘": "`", "“": "``", "”": "''",
    "½": r"$\frac12$", "±": r"$\pm$", "→": r"$\to$", "←": r"$\gets$", "↑": r"$\uparrow$",
    "↓": r"$\downarrow$", "△": r"$\triangle$", "▽": r"$\bigtriangledown$", "○": r"$\circ$",
    "∅": r"$\emptyset$", "√": r"$\surd$",
    "□": r"$\diamond$", "ß": r"\ss{}", "ø": r"\o{}", "Ø": r"\O{}", "æ": r"\ae{}", "Æ": r"\AE{}",
    "œ": r"\oe{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "●": r"$\bullet$", "°": r"$^\circ$",
    "²": "$^2$", "³": "$^3$",
    "\N{NO-BREAK SPACE}": "~",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
}  # fmt: skip
_GREEK_NAMES = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lamda", "mu",
    "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
)  # fmt: skip
_LATIN_CAPITALS = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo"))


def latex(text: str) -> str:
    """`text` as LaTeX source that prints it."""
    return "".join(map(_letter, text))


def _letter(letter: str) -> str:
    if letter in _PLAIN:
        return _PLAIN[letter]
    if letter.isascii():
        return letter if letter.isprintable() else " "
    return _greek(letter) or _accented(letter) or f"\\makebox[1em]{{\\tiny {ord(letter):04X}}}"


def _greek(letter: str) -> str:
    if letter in _LATIN_CAPITALS:
        return _LATIN_CAPITALS[letter]
    words = name(letter, "").lower().split()
    if len(words) != 4 or words[0] != "greek" or words[2] != "letter" or words[3] not in _GREEK_NAMES:
        return ""
    command = words[3].replace("lamda", "lambda")
    return f"$\\{command.capitalize() if words[1] == 'capital' else command}$"


def _accented(letter: str) -> str:
    parts = normalize("NFD", letter)
    if len(parts) != 2 or not parts[0].isascii() or parts[1] not in _ACCENTS:
        return ""
    base = {"i": r"\i", "j": r"\j"}.get(parts[0], parts[0]) if parts[1] != "\u0327" else parts[0]
    return f"\\{_ACCENTS[parts[1]]}{{{base}}}"


def verbatim(line: str) -> str:
    """A line of a board in type of one width: every blank counts."""
    return "".join("~" if letter == " " else latex(letter) for letter in line) or "~"
