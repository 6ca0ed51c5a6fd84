"""A token: a secret word that those who may use a server have, all the same one or each his own.

A browser shows it once, in the link that the server prints, and from then on in a cookie; a program shows it
in each request, `Authorization: Bearer TOKEN`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from halfmove.core.errors import BadInput

COOKIE = "halfmove_token"
QUERY = "token"
SHORTEST = 8


def parse_token(text: str) -> str:
    """The token that `--token` names, a new one for `new`; `BadInput` where it can be none."""
    if text == "new":
        return secrets.token_urlsafe(16)
    if len(text) < SHORTEST or not re.fullmatch(r"[A-Za-z0-9_-]+", text):
        raise BadInput(
            f"--token is {SHORTEST} or more letters of a to z, digits, - and _, which nobody guesses; `new` "
            "makes one."
        )
    return text


def find_token(authorizations: Sequence[str], cookies: Sequence[str]) -> list[str]:
    """The tokens that a request shows in its headers."""
    shown = [text[7:].strip() for text in authorizations if text[:7].lower() == "bearer "]
    for text in cookies:
        try:
            cookie: SimpleCookie = SimpleCookie(text)
        except CookieError:
            continue
        if COOKIE in cookie:
            shown.append(cookie[COOKIE].value)
    return shown


def split_query(query: str) -> tuple[list[str], str]:
    """The tokens of a link's query, and the query without them."""
    pairs = parse_qsl(query, keep_blank_values=True)
    shown = [value for name, value in pairs if name == QUERY]
    return shown, urlencode([pair for pair in pairs if pair[0] != QUERY])


def find_shown(tokens: Sequence[str], shown: Sequence[str]) -> str | None:
    """The token that is among those shown; how long the answer takes tells nothing of it."""
    pairs = [
        (token, secrets.compare_digest(token.encode(), text.encode())) for token in tokens for text in shown
    ]
    return next((token for token, same in pairs if same), None)


def write_cookie(token: str) -> str:
    """The Set-Cookie header for a browser that has shown the token: no script reads it, and requests that
    another site's page sends do not carry it."""
    return f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax"
