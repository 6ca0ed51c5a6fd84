"""Names of hosts as requests carry them: the Host header and the Origin header, parsed and compared.

What is not a host with or without a port is no host at all (`None`): no name of a user, no path, no half of a
bracket, no port past 65535 (RFC 9110, 7.2; RFC 3986, 3.2.2; RFC 6454, 7).  A name is compared as text and an
address as a number, never by how it begins: `127.evil.example` is a name that anyone may own.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address
from typing import NamedTuple

NAME = r"[0-9A-Za-z_](?:[0-9A-Za-z_.-]*[0-9A-Za-z_.])?"
AUTHORITY = re.compile(rf"(?:\[([0-9A-Fa-f:.]+)\]|({NAME}))(?::([0-9]{{1,5}}))?")
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
LONGEST = 253 + len(":65535")
"""Letters of a name in the DNS, and a port."""
USUAL_PORTS = {"http": 80, "https": 443}


class Authority(NamedTuple):
    """A host and, where it is given, its port."""

    host: str | IPv6Address
    port: int | None


class Origin(NamedTuple):
    """Where a page comes from."""

    scheme: str
    authority: Authority


def parse_authority(text: str) -> Authority | None:
    """The host that a Host header names; `None` where it names none."""
    found = AUTHORITY.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    literal, name, digits = found.groups()
    port = int(digits) if digits else None
    if port is not None and port > 65_535:
        return None
    try:
        return Authority(IPv6Address(literal) if literal else name.lower(), port)
    except ValueError:
        return None


def parse_origin(text: str) -> Origin | None:
    """The origin that an Origin header names; `None` where it names none, as `null` does."""
    found = SCHEME.fullmatch(text)
    authority = parse_authority(found[2]) if found else None
    return Origin(found[1].lower(), authority) if found and authority else None


def is_loopback(host: str | IPv6Address) -> bool:
    """Whether this is `localhost` or an address that only this machine reaches: in 127.0.0.0/8, or ::1."""
    if isinstance(host, IPv6Address):
        return host == IPv6Address("::1")
    if host == "localhost":
        return True
    try:
        return IPv4Address(host).is_loopback
    except ValueError:
        return False


def is_same_site(origin: Origin, host: Authority) -> bool:
    """Whether a page of this origin is one of the host's; a scheme's usual port may be left out."""
    usual = USUAL_PORTS.get(origin.scheme)
    if usual is None or origin.authority.host != host.host:
        return False
    return (origin.authority.port or usual) == (host.port or usual)
